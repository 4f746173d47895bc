using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>Checks whether results were made by the ranks of one command.</summary>
internal static class RankAgreement
{
    /// <summary>Refuses results that do not belong together.</summary>
    /// <exception cref="ExperimentException">They do not belong together.</exception>
    internal static void Check(IReadOnlyList<ResultDocument> documents)
    {
        if (documents.FirstOrDefault(document => document.Rank is null) is { } alone)
        {
            throw Refused($"{Name(alone)} was made by a single process, or is already merged: merge takes the results of single ranks");
        }

        ResultDocument first = documents[0];
        (string What, Func<ResultDocument, string> Of)[] same =
        [
            ("version of Landspeed", document => document.Tool.Version),
            ("method", document => Invariant($"{document.MethodVersion}")),
            ("experiment", document => $"{document.Kind} {document.Variant}".TrimEnd()),
            ("seed", document => Invariant($"{document.Setup.Seed}")),
            ("number of runs", document => Invariant($"{document.Setup.Rounds}")),
            ("number of ranks", document => Invariant($"{document.Rank!.Size}")),
            ("options", document => string.Join(", ", document.Setup.Options.OrderBy(option => option.Key, StringComparer.Ordinal).Select(option => $"{option.Key} {option.Value}"))),
            ("cases", document => string.Join(", ", document.Cells.Select(cell => cell.Name))),
            ("command", document => document.Rank!.Job),
        ];
        foreach ((string what, Func<ResultDocument, string> of) in same)
        {
            if (documents.FirstOrDefault(document => of(document) != of(first)) is { } other)
            {
                throw Refused($"{Name(first)} and {Name(other)} do not belong together, their {what} {(what is "options" or "cases" ? "differ" : "differs")}: {Shortened(of(first))} and {Shortened(of(other))}");
            }
        }

        if (documents.GroupBy(document => document.Rank!.Number).FirstOrDefault(group => group.Count() > 1) is { } twice)
        {
            throw Refused(Invariant($"rank {twice.Key} is given twice: {string.Join(" and ", twice.Take(2).Select(Name))}; name each result once"));
        }

        if (documents.FirstOrDefault(document => document.Rank!.Number < 0 || document.Rank.Number >= document.Rank.Size) is { } wrong)
        {
            throw Refused(Invariant($"{Name(wrong)} claims to be rank {wrong.Rank!.Number} of {wrong.Rank.Size}, which does not exist"));
        }
    }

    private static string Name(ResultDocument document) => document.Label
        ?? (document.Rank is { } rank ? Invariant($"the result of rank {rank.Number} ({rank.Host})") : "a result");

    private static string Shortened(string text) => text.Length <= 120 ? text : $"{text[..120]}…";

    private static ExperimentException Refused(string message) => new(Outcome.Refused, message);
}
