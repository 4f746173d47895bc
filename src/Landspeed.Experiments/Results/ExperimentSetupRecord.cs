namespace Landspeed.Experiments.Results;

/// <summary>What all cells of an experiment have in common.</summary>
public sealed record ExperimentSetupRecord
{
    /// <summary>Start of the pseudo-random order of the runs and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Runs of each cell; a round has one of each, in random order.</summary>
    public required int Repetitions { get; init; }

    /// <summary>Whether the authors' own sizes were asked for.</summary>
    public bool Full { get; init; }

    /// <summary>The axes of the grid, in order: the keys of each cell's labels.</summary>
    public required IReadOnlyList<string> Axes { get; init; }

    /// <summary>The other options, by name in snake_case: whatever the numbers depend on.</summary>
    public required IReadOnlyDictionary<string, string> Options { get; init; }
}
