using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;
using static Landspeed.Experiments.Records.RecordPlans;

namespace Landspeed.Experiments.Records;

/// <summary>Makes sort-benchmark records, to a file or a stream.</summary>
/// <param name="task">What, where and how.</param>
public sealed class GenerateRecords(RecordGeneration task) : IExperiment
{
    private const string Cell = "generate";

    private volatile RecordFileTrial? _fileTrial;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        task.Records.Check();
        long written = 0;
        if (task.Target is { } target)
        {
            written = task.Records.Length;
            RecordTarget.Check(target, task.Overwrite, written - AlreadyThere(target));
        }

        ExperimentPlan plan = Of(ExperimentNames.GeneratingRecords, Cell, task.Target, (0, written), Options(), now);
        return task.Target is null
            ? plan
            : plan with { Uses = [.. plan.Uses, (UnpublishedFile.NameOf(task.Target), "the name of the file until it is whole")] };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ITrial> Prepare(TrialControl control) =>
        [task.Target is null ? new RecordStreamTrial(task, Cell) : _fileTrial = new RecordFileTrial(task, Cell)];

    /// <inheritdoc/>
    public void CleanUp() => _fileTrial?.CleanUp();

    // The blocks of what an earlier run left serve again, or are free before.
    private static long AlreadyThere(FilePath target) =>
        EntryStatus.Of(UnpublishedFile.NameOf(target)) is { Kind: FileKind.Regular } left ? left.AllocatedBytes : 0;

    private Dictionary<string, string> Options() => new(StringComparer.Ordinal)
    {
        ["records"] = Number(task.Records.Count),
        ["start"] = Number(task.Records.Start),
        ["layout"] = task.Records.Layout switch
        {
            RecordLayout.Ascii => "ascii",
            RecordLayout.OldBinary => "binary 1.1",
            _ => "binary 1.5",
        },
        ["keys"] = task.Records.IsSkewed ? "skewed" : "even",
        ["threads"] = Number(task.Threads),
        ["target"] = task.Target?.Display ?? "standard output",
    };
}
