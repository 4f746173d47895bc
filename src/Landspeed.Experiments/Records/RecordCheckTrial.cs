using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Records;

/// <summary>Validates a file or stream of records.</summary>
internal sealed class RecordCheckTrial(RecordCheck task, string name) : ITrial
{
    private long _length;

    /// <inheritdoc/>
    public string Name => name;

    /// <summary>What was found by the last run; null before it.</summary>
    internal RecordValidation? Result { get; private set; }

    /// <summary>Refuses a length that is not one of whole records.</summary>
    /// <exception cref="ExperimentException">It is not.</exception>
    internal static void CheckLength(string what, long surplus)
    {
        if (surplus != 0)
        {
            throw new ExperimentException(
                Outcome.Refused,
                FormattableString.Invariant($"{what} is no file of records: {surplus} bytes are left over behind the ")
                + FormattableString.Invariant($"last whole record of {RecordSet.RecordLength}; was it cut off, or is it of another kind?"));
        }
    }

    /// <inheritdoc/>
    public TrialStart Prepare(TrialControl control)
    {
        if (task.Source is null)
        {
            return TrialStart.Unknown;
        }

        using StorageFile file = StorageFile.Open(task.Source, new StorageFileOptions());
        _length = file.Length;
        Residency residency = PageResidency.Measure(file, 0, Math.Max(1, _length));
        return new TrialStart
        {
            ResidentPct = _length > 0 && residency.ResidentBytes is { } resident
                ? Math.Min(100, 100.0 * resident / _length) : null,
        };
    }

    /// <inheritdoc/>
    public TrialWork Run(TrialControl control)
    {
        var validator = new RecordValidator(task);
        (RecordSummary summary, int surplus) = validator.Run(_length, control);
        long bytes = (summary.Count * RecordSet.RecordLength) + surplus;
        if (task.Source is { } path && bytes != _length)
        {
            throw new ExperimentException(
                Outcome.SourceChanged,
                FormattableString.Invariant($"{path.Display} had {_length} bytes, and {bytes} were read: it changes meanwhile"));
        }

        CheckLength(task.Source?.Display ?? "standard input", surplus);
        Result = RecordValidation.Of(summary);
        return new TrialWork
        {
            BytesRead = task.Source is null ? 0 : bytes, // a stream is no file: nothing is known of where its bytes came from
            Records = summary.Count,
            Values = new Dictionary<string, double>(StringComparer.Ordinal)
            {
                [RecordLabels.UnorderedRecords] = summary.Unordered,
                [RecordLabels.DuplicateRecords] = summary.Duplicates,
            },
            Facts = RecordFacts.OfValidation(summary, validator.Mode),
        };
    }
}
