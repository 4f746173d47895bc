using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using static System.FormattableString;

namespace Landspeed.Cli.Calls;

/// <summary>The page and the result of a paper when no file was named: in the current directory, under names that nothing has yet.</summary>
/// <param name="Html">The page.</param>
/// <param name="Json">The result.</param>
internal sealed record PaperPages(string Html, string Json)
{
    private const int MostPapers = 10_000;

    /// <summary>The files as results are written to them.</summary>
    internal IReadOnlyList<(string Option, string Name, ResultFormat Format)> Files => [("--html", Html, ResultFormat.Html), ("--json", Json, ResultFormat.Json)];

    /// <summary>Chooses the names.</summary>
    /// <param name="outputs">What was named.</param>
    /// <returns>Null where a file or a form was asked for.</returns>
    internal static PaperPages? For(ResultOutputs outputs)
    {
        if (outputs is not { Json: null, Csv: null, Html: null, Format: null })
        {
            return null;
        }

        return Enumerable.Range(1, MostPapers).Select(number => number == 1 ? "landspeed-paper" : Invariant($"landspeed-paper-{number}"))
            .Where(name => !Path.Exists($"{name}.html") && !Path.Exists($"{name}.json")).Select(name => new PaperPages($"{name}.html", $"{name}.json")).FirstOrDefault()
            ?? throw UsageError.Of("the current directory has 10,000 papers; name a file with --html");
    }
}
