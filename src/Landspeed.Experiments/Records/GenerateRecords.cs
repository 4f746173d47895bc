using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Experiments.Records.RecordPlans;

namespace Landspeed.Experiments.Records;

/// <summary>Generates sort-benchmark records, to a file or a stream.</summary>
/// <param name="task">The task.</param>
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

        ExperimentPlan plan = Of(ResultKinds.Generate, Cell, task.Target, (0, written), Options(), now);
        return task.Target is null
            ? plan
            : plan with { Uses = [.. plan.Uses, (RecordPart.NameOf(task.Target), "the name of the file until it is complete")] };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor) =>
        [task.Target is null ? new RecordStreamTrial(task, Cell) : _fileTrial = new RecordFileTrial(task, Cell)];

    /// <inheritdoc/>
    public void CleanUp() => _fileTrial?.CleanUp();

    // The blocks that an earlier run left are reused, or freed first.
    private static long AlreadyThere(FilePath target) =>
        EntryStatus.Of(RecordPart.NameOf(target)) is { Kind: FileKind.Regular } left ? left.AllocatedBytes : 0;

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

/// <summary>What to generate, where and how.</summary>
public sealed record RecordGeneration
{
    /// <summary>Maximum number of threads that generate records: 64.</summary>
    public const int MostThreads = 64;

    /// <summary>The records.</summary>
    public required RecordSet Records { get; init; }

    /// <summary>The file, or null for <see cref="Output"/>.</summary>
    public FilePath? Target { get; init; }

    /// <summary>Receives the records if there is no file; stays open and owned by the caller.</summary>
    public SafeFileHandle? Output { get; init; }

    /// <summary>How a file is written. Default direct.</summary>
    public IoMode Mode { get; init; } = IoMode.Direct;

    /// <summary>Whether it is an error if that is refused. Default: no, the page cache is used.</summary>
    public bool RequireMode { get; init; }

    /// <summary>
    /// Threads that generate records, 1 to 64, each with 7 MB of requests. Default: one per CPU, at most 8.
    /// </summary>
    public int Threads { get; init; } = Math.Min(8, Environment.ProcessorCount);

    /// <summary>Whether the checksum is computed. Default no.</summary>
    public bool ComputesChecksum { get; init; }

    /// <summary>Whether a file of that name is replaced. Default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether an interrupted file is kept, so that a later run can resume it. Default no.</summary>
    public bool KeepsPart { get; init; }

    /// <summary>Whether to resume what an interrupted run left. Default no.</summary>
    public bool Resumes { get; init; }
}
