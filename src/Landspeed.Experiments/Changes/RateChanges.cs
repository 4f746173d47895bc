using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Changes;

namespace Landspeed.Experiments.Changes;

/// <summary>Finds where the rate of a run changed, and what else changed then.</summary>
/// <remarks>
/// A rate that only wanders or swings does not count: <see cref="ChangePoints"/>. What else changed is what may have
/// caused it; nothing here proves that.
/// </remarks>
internal static class RateChanges
{
    /// <summary>A run of fewer samples shows no change, 12.</summary>
    internal const int FewestSamples = ChangePoints.EnoughValues;

    // Rates within 10 % are one level: the rule by which a device counts as steady (SNIA).
    private const double LevelPct = 10;

    // More samples would be no surer, as they depend on each other, and cost the square of their number.
    private const int MostValues = 120;

    // Conditions are not known for shorter times.
    private const long ShortestNs = 250_000_000;

    /// <summary>Finds the changes.</summary>
    /// <param name="samples">The course of the run.</param>
    /// <param name="conditions">What the machine did beside it.</param>
    /// <param name="device">Name of its device, or null.</param>
    internal static IReadOnlyList<ChangeRecord> Of(
        IReadOnlyList<SampleRecord> samples, IEnumerable<ConditionSpan> conditions, string? device)
    {
        (double[] rates, long lengthNs) = Rates(samples);
        if (rates.Length < FewestSamples)
        {
            return [];
        }

        ConditionSpan[] spans = [.. conditions];
        int[] starts = [0, .. ChangePoints.Of(rates, series: 1, LevelPct).Select(change => change.Index), rates.Length];
        return
        [
            .. Enumerable.Range(1, starts.Length - 2).Select(at =>
            {
                double before = Median.Of(rates[starts[at - 1]..starts[at]]);
                double after = Median.Of(rates[starts[at]..starts[at + 1]]);
                (TimeSpan from, TimeSpan change, TimeSpan to) =
                    (Time(starts[at - 1]), Time(starts[at]), Time(starts[at + 1]));
                return new ChangeRecord
                {
                    AtNs = starts[at] * lengthNs,
                    BeforeBytesPerS = before,
                    AfterBytesPerS = after,
                    Causes =
                    [
                        .. ConditionRule.All.Select(rule => rule.Explain(
                                Values(rule.Condition, from, change), Values(rule.Condition, change, to),
                                after - before, device ?? "the device"))
                            .OfType<ConditionRecord>(),
                    ],
                };
            }),
        ];

        TimeSpan Time(int sample) => TimeSpan.FromMicroseconds(sample * lengthNs / 1000);

        double[] Values(Condition condition, TimeSpan from, TimeSpan to) =>
        [
            .. spans.Where(span => (span.Start + span.End) / 2 is var middle && middle >= from && middle < to)
                .Where(span => span.Values.ContainsKey(condition))
                .Select(span => span.Values[condition]),
        ];
    }

    // Groups of whole samples. The last one is of another length.
    private static (double[] Rates, long LengthNs) Rates(IReadOnlyList<SampleRecord> samples)
    {
        if (samples.Count < FewestSamples)
        {
            return ([], 0);
        }

        long sampleNs = Math.Max(1, samples[0].DurationNs);
        int each = (int)Math.Max((samples.Count + MostValues - 1) / MostValues, (ShortestNs + sampleNs - 1) / sampleNs);
        long lengthNs = each * sampleNs;
        return
        (
            [
                .. samples.SkipLast(1).Chunk(each).Where(group => group.Length == each)
                    .Select(group => group.Sum(sample => sample.Bytes) * 1e9 / lengthNs),
            ],
            lengthNs);
    }
}
