using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Changes;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Where the rate of a run went from one level to another, and what else changed then.</summary>
internal static class ChangeWords
{
    private const int MostFacts = 8;
    private const int MostLevels = 5;

    /// <summary>
    /// For example <c>at 27.0 s from 5,998 MB/s to 3,565 MB/s</c>, and what else changed; one for each change.
    /// </summary>
    internal static IEnumerable<ReportFact> Of(RunRecord run)
    {
        int more = run.Changes.Count - MostFacts;
        return
        [
            .. run.Changes.Take(MostFacts).Select(change => new ReportFact("change", Words(change))),
            .. more > 0 ? [new ReportFact("changes", $"{Format.Count(more)} more in the result")]
                : Array.Empty<ReportFact>(),
        ];
    }

    /// <summary>The levels, for a chart over time; none if there are too many to tell apart.</summary>
    internal static IEnumerable<ChartReference> Levels(RunRecord run)
    {
        ChangeRecord[] changes = [.. run.Changes];
        if (changes.Length is 0 or >= MostLevels)
        {
            yield break;
        }

        yield return Level(changes[0].BeforeBytesPerS, 0, changes[0].AtNs);
        foreach ((int index, ChangeRecord change) in changes.Index())
        {
            yield return Level(
                change.AfterBytesPerS, change.AtNs, index + 1 < changes.Length ? changes[index + 1].AtNs : null);
        }
    }

    private static ChartReference Level(double bytesPerS, long fromNs, long? toNs)
    {
        double rate = bytesPerS / 1e6;
        string from = fromNs == 0 ? "at first" : $"from {Format.Duration(fromNs)}";
        return ChartReference.At($"{from}: {Format.Number(rate)} MB/s", rate, fromNs / 1e9, toNs / 1e9);
    }

    private static string Words(ChangeRecord change) =>
        $"at {Format.Duration(change.AtNs)} from {Format.Throughput(change.BeforeBytesPerS)} to "
        + $"{Format.Throughput(change.AfterBytesPerS)}: "
        + (change.Causes.Count == 0 ? "nothing that was observed changed enough to explain it"
            : $"at the same time {string.Join("; ", change.Causes.Select(cause => cause.Text))}");
}
