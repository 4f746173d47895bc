using Landspeed.Experiments.Ranks;

namespace Landspeed.Experiments.Rounds;

/// <summary>An experiment to be run, and where its runs are kept meanwhile.</summary>
public sealed record ExperimentTask
{
    /// <summary>The experiment.</summary>
    public required IExperiment Experiment { get; init; }

    /// <summary>
    /// The journal: receives the result of each run as it ends, so that an interrupted experiment can be carried on. Null:
    /// none is written.
    /// </summary>
    public string? Journal { get; init; }

    /// <summary>The processes that make the experiment together, each with a task of its own; null: this one is alone.</summary>
    public IRanks? Ranks { get; init; }

    /// <summary>Whether the experiment that the journal records is carried on; needs a journal.</summary>
    public bool Resume { get; init; }

    /// <summary>Whether the journal stays after a complete experiment; default no.</summary>
    public bool KeepJournal { get; init; }
}
