using Landspeed.Experiments.Workfiles;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>What an experiment will do, checked and bounded before any byte is moved.</summary>
public sealed record ExperimentPlan
{
    /// <summary>The result before the first run: all cells, pending or skipped with the reason.</summary>
    public required ResultDocument Preview { get; init; }

    /// <summary>What it does, for display, one line each: a label of at most 11 letters, and text.</summary>
    public required IReadOnlyList<(string Label, string Text)> Facts { get; init; }

    /// <summary>
    /// Files and directories that it reads or writes, each with its purpose, so that no result replaces one. The first
    /// one, or its directory, exists from the preparation on, and is on the volume whose device is observed.
    /// </summary>
    public required IReadOnlyList<(FilePath Path, string Purpose)> Uses { get; init; }

    /// <summary>Where it reads, or null if it reads from the first of <see cref="Uses"/>.</summary>
    public FilePath? ReadsFrom { get; init; }

    /// <summary>
    /// Directories whose files are read or created, each with its purpose, so that no result or journal is written into
    /// them.
    /// </summary>
    public IReadOnlyList<(FilePath Directory, string Purpose)> Reserved { get; init; } = [];

    /// <summary>
    /// What killed runs have left in the directories that it creates, to be removed before the first run, or null if it
    /// creates none.
    /// </summary>
    internal TrialLeftovers? Leftovers { get; init; }

    /// <summary>The file that it creates and that remains after success, with its bytes; null if none.</summary>
    public (FilePath Path, long Bytes)? Remains { get; init; }

    /// <summary>Runs that remain to be made; set by the runner.</summary>
    public int RunsLeft { get; init; }

    /// <summary>Free space required on the volume, bytes.</summary>
    public required long SpaceNeededBytes { get; init; }

    /// <summary>Bytes written before the first run.</summary>
    public required long PreparationBytes { get; init; }

    /// <summary>Maximum number of bytes that the remaining runs read.</summary>
    public required long ReadBytes { get; init; }

    /// <summary>Maximum number of bytes that the remaining runs write.</summary>
    public required long WriteBytes { get; init; }

    /// <summary>Whether the runs are limited by time only, so that both numbers of bytes are unknown, and 0.</summary>
    public bool IsLimitedByTime { get; init; }

    /// <summary>Approximate time for preparation and all rounds on a device of 1 GB/s.</summary>
    public required TimeSpan EstimatedTime { get; init; }

    /// <summary>
    /// What that time consists of, for display after it, or null if it is bytes at the rate of that device.
    /// </summary>
    public string? TimeBasis { get; init; }

    /// <summary>
    /// Length of a run for which the idle machine is watched before the first one; default 2 s, of which a fifth is
    /// watched: in 0.4 s one of the machine's ticks of 10 ms is 2.5 % of a CPU. Null for single work, for which a
    /// person waits: it has no baseline.
    /// </summary>
    public TimeSpan? BaselineRunTime { get; init; } = TimeSpan.FromSeconds(2);
}
