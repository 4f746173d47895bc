using Landspeed.Experiments.Results;
using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>What an experiment is going to do, checked and bounded before the first byte moves.</summary>
public sealed record ExperimentPlan
{
    /// <summary>The result before the first run: all cells, pending or skipped with the reason.</summary>
    public required ResultDocument Preview { get; init; }

    /// <summary>What it does, for people, a line each: label of at most 11 letters, text.</summary>
    public required IReadOnlyList<(string Label, string Text)> Facts { get; init; }

    /// <summary>
    /// Files and directories that it reads or writes, each with what it is, so that no result takes its place; the first one,
    /// or its directory, is there from the preparation on, and lies on the volume whose device is watched.
    /// </summary>
    public required IReadOnlyList<(FilePath Path, string Purpose)> Uses { get; init; }

    /// <summary>Where it reads; null: where the first of <see cref="Uses"/> lies.</summary>
    public FilePath? ReadsFrom { get; init; }

    /// <summary>Directories whose files are read or made, each with what it is, so that no result and no journal lies in them.</summary>
    public IReadOnlyList<(FilePath Directory, string Purpose)> Reserved { get; init; } = [];

    /// <summary>
    /// What killed runs have left where it makes directories of its own: removed before the first run. Null: it makes none.
    /// </summary>
    internal TrialLeftovers? Leftovers { get; init; }

    /// <summary>Runs still to be made; set by the runner.</summary>
    public int RunsLeft { get; init; }

    /// <summary>Space that the volume must still have, bytes.</summary>
    public required long SpaceNeededBytes { get; init; }

    /// <summary>Bytes written before the first run.</summary>
    public required long PreparationBytes { get; init; }

    /// <summary>Bytes that the runs left read at most.</summary>
    public required long ReadBytes { get; init; }

    /// <summary>Bytes that the runs left write at most.</summary>
    public required long WriteBytes { get; init; }

    /// <summary>How long preparation and all rounds take on a device of 1 GB/s, about.</summary>
    public required TimeSpan EstimatedTime { get; init; }

    /// <summary>
    /// Length of a run for which the idle machine is watched before the first one; default 2 s, of which a fifth is watched:
    /// in 0.4 s one of the machine's ticks of 10 ms is 2.5 % of a processor. Null: single work, for which a person waits, does
    /// without.
    /// </summary>
    public TimeSpan? BaselineRunTime { get; init; } = TimeSpan.FromSeconds(2);
}
