using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// What the report left open: what the framework's defaults cost today compared with direct requests in a deep queue.
/// </summary>
internal static class OpenQuestion
{
    /// <summary>Returns the answer, one paragraph per operation; none if no measurement gives it.</summary>
    internal static IReadOnlyList<ConclusionRecord> Answer(PaperEvidence evidence)
    {
        string[] answers = [.. PaperEvidence.Operations.Select(operation => Of(evidence, operation)).OfType<string>()];
        return answers.Length == 0 ? [] :
        [
            .. answers.Append("In 2004 a buffered byte took 10 cycles to read and 5 to write, an unbuffered one 0.2 to 0.3: 17 to 50 times less.").Select(ConclusionCodes.PaperOpenQuestion.Says),
        ];
    }

    private static string? Of(PaperEvidence evidence, string operation)
    {
        if (evidence.Defaults(operation).Best is not { } one || evidence.Deep(operation).Best is not { } deep)
        {
            return null;
        }

        RateShare share = RateShare.Of(one.Throughput!, deep.Throughput!);
        string rate = share.IsWithin ? share.Low > 1 ? "all of the rate and more" : "less than 10 % of the rate"
            : share.IsBelow ? $"{AmountText.Percent(100 * (1 - share.Share))} of the rate"
            : $"a share of the rate that is {share.Inconclusive}";
        string costs = PaperCurve.CostOf(one) is { } here && PaperCurve.CostOf(deep) is { } there
            ? $" CPU per byte is {here} instead of {there}: {AmountText.Times(one.CpuPerByte!.Median / deep.CpuPerByte!.Median)} times as much."
            : string.Empty;
        string verb = share is { IsWithin: true, Low: > 1 } ? "they have" : "they cost";
        return $"{PaperShare.Doing(operation)} {verb} {rate}: {PaperCurve.RateOf(one)} with {PaperCurve.MethodOf(one)} instead of {PaperCurve.RateOf(deep)} with {PaperCurve.MethodOf(deep)}.{costs}";
    }
}
