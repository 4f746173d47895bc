using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.Ranks;

namespace Landspeed.Experiments.Merging;

/// <summary>The result of one rank, and where it stands among the others.</summary>
/// <param name="Document">The result.</param>
/// <param name="Rank">Which rank made it.</param>
/// <param name="Host">Number of its host, in the hosts of the whole.</param>
internal sealed record RankPart(ResultDocument Document, RankRecord Rank, int Host)
{
    /// <summary>How messages name it, for example <c>rank 3 (hostB)</c>.</summary>
    internal string Name => FormattableString.Invariant($"rank {Rank.Number} ({Rank.Host})");

    /// <summary>The run of a cell in a round; null: it was not made.</summary>
    internal RunRecord? Run(string cell, int round) =>
        Document.Cells.FirstOrDefault(one => one.Name == cell)?.Runs.FirstOrDefault(run => run.Round == round);
}
