using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using Landspeed.Results;
using static Landspeed.Experiments.Records.RecordPlans;

namespace Landspeed.Experiments.Records;

/// <summary>Checks the order of sort-benchmark records, counts duplicate keys, and computes their checksum.</summary>
/// <param name="task">The task.</param>
public sealed class ValidateRecords(RecordCheck task) : IExperiment
{
    private const string Cell = "validate";

    private RecordCheckTrial? _trial;

    /// <summary>The result; null before it is known.</summary>
    public RecordValidation? Result => _trial?.Result;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        long length = task.Source is { } path ? LengthOf(path) : 0;
        RecordCheckTrial.CheckLength(task.Source?.Display ?? string.Empty, length % RecordSet.RecordLength);
        return Of(ResultKinds.Validate, Cell, task.Source, (length, 0), Options(), now);
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor) => [_trial = new RecordCheckTrial(task, Cell)];

    /// <inheritdoc/>
    public void CleanUp()
    {
        // Nothing is created.
    }

    private static long LengthOf(FilePath path)
    {
        NativeResult asked = NativePlatform.Files.StatusOf(path, out FileStatus status);
        if (asked.Failed)
        {
            throw new NativeIOException("open", path, asked.Error);
        }

        return status.Kind == FileKind.Regular
            ? status.Length
            : throw new ExperimentException(
                status.Kind == FileKind.Directory ? Outcome.Usage : Outcome.Refused,
                $"{path.Display} is {FileKinds.Describe(status.Kind)}; name a file of records, or - for standard input");
    }

    private Dictionary<string, string> Options() => new(StringComparer.Ordinal)
    {
        ["source"] = task.Source?.Display ?? "standard input",
        ["keys"] = task.IgnoresCase ? "case ignored" : "bytes",
        ["threads"] = Number(task.Threads),
    };
}
