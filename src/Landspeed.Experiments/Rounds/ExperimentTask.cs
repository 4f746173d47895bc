using Landspeed.Experiments.Ranks;

namespace Landspeed.Experiments.Rounds;

/// <summary>An experiment to be run, and where its runs are kept until it is complete.</summary>
public sealed record ExperimentTask
{
    /// <summary>The experiment.</summary>
    public required IExperiment Experiment { get; init; }

    /// <summary>
    /// The journal: receives the result of each run as it ends, so that an interrupted experiment can be resumed. Null
    /// if none is written.
    /// </summary>
    public string? Journal { get; init; }

    /// <summary>
    /// The processes that run the experiment together, each with its own task, or null if this one is alone.
    /// </summary>
    public IRanks? Ranks { get; init; }

    /// <summary>Whether to resume the experiment that the journal records; needs a journal.</summary>
    public bool Resume { get; init; }

    /// <summary>Whether to keep the journal after a complete experiment; default no.</summary>
    public bool KeepJournal { get; init; }
}
