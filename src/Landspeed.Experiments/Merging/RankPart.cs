using Landspeed.Results;
using Landspeed.Results.Ranks;

namespace Landspeed.Experiments.Merging;

/// <summary>The result of one rank, and its position among the others.</summary>
/// <param name="Document">The result.</param>
/// <param name="Rank">The rank that made it.</param>
/// <param name="Host">Number of its host, among the hosts of the whole.</param>
internal sealed record RankPart(ResultDocument Document, RankRecord Rank, int Host)
{
    /// <summary>How messages name it, for example <c>rank 3 (hostB)</c>.</summary>
    internal string Name { get; init; } = FormattableString.Invariant($"rank {Rank.Number} ({Rank.Host})");

    /// <summary>Returns the run of a cell in a round, or null if it was not made.</summary>
    internal RunRecord? Run(string cell, int round) =>
        Document.Cells.FirstOrDefault(one => one.Name == cell)?.Runs.FirstOrDefault(run => run.Round == round);
}
