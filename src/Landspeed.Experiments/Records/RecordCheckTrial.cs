using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Records;

/// <summary>Validates a file or stream of records.</summary>
internal sealed class RecordCheckTrial(RecordCheck task, string name) : ITrial
{
    // Open until the end: a file system without its own inode numbers would report a different one later.
    private StorageFile? _source;
    private FileStatus _before;

    /// <inheritdoc/>
    public string Name => name;

    /// <summary>The result of the last run; null before it.</summary>
    internal RecordValidation? Result { get; private set; }

    /// <summary>Refuses a length that is not a whole number of records.</summary>
    /// <exception cref="ExperimentException">The length is not a whole number of records.</exception>
    internal static void CheckLength(string what, long surplus)
    {
        if (surplus != 0)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{what} is not a file of records: {AmountText.Count(surplus, "byte")} {(surplus == 1 ? "is" : "are")} left over after the "
                + FormattableString.Invariant($"last whole record of {RecordSet.RecordLength}; was it truncated, or is it another kind of file?"));
        }
    }

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        if (task.Source is null)
        {
            return TrialStart.Unknown;
        }

        try
        {
            return Look(task.Source);
        }
        catch (IOException failure) when (TrialFailures.IsGone(failure))
        {
            throw CheckedSource.Gone(task.Source);
        }
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        var validator = new RecordValidator(task);
        (RecordSummary summary, int surplus) = Validate(validator, monitor);
        long bytes = (summary.Count * RecordSet.RecordLength) + surplus;
        if (task.Source is { } path)
        {
            CheckedSource.RequireSame(path, _before, bytes);
        }

        CheckLength(task.Source?.Display ?? "standard input", surplus);
        Result = RecordValidation.Of(summary);
        return new TrialWork
        {
            // A stream is not a file: it is unknown where its bytes came from.
            BytesRead = task.Source is null ? 0 : bytes,
            Records = summary.Count,
            Metrics = new Dictionary<string, double>(StringComparer.Ordinal)
            {
                [Metrics.UnorderedRecords.Name] = summary.Unordered,
                [Metrics.DuplicateRecords.Name] = summary.Duplicates,
            },
            Facts = RecordFacts.OfValidation(summary, validator.Mode),
        };
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        _source?.Dispose();
        return TrialEnd.Nothing;
    }

    private TrialStart Look(FilePath path)
    {
        _source = StorageFile.Open(path, new StorageFileOptions());
        _before = _source.Status();
        Residency residency = PageResidency.Measure(_source, 0, Math.Max(1, _before.Length));
        return new TrialStart
        {
            ResidentPct = _before.Length > 0 && residency.ResidentBytes is { } resident
                ? Math.Min(100, 100.0 * resident / _before.Length) : null,
        };
    }

    private (RecordSummary Summary, int Surplus) Validate(RecordValidator validator, ProgressMonitor monitor)
    {
        try
        {
            return validator.Run(_before.Length, monitor);
        }
        catch (IOException failure) when (task.Source is not null && TrialFailures.IsGone(failure))
        {
            throw CheckedSource.Gone(task.Source);
        }
    }
}
