using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Collecting;

/// <summary>Made-up results of one thing, a day apart.</summary>
internal static class SampleHistory
{
    /// <summary>A result a rate.</summary>
    public static ResultDocument[] Of(IReadOnlyList<double> rates, Verdict verdict = Verdict.Device) => [.. rates.Select((rate, day) => SampleMeasurement.Make() with
    {
        Label = FormattableString.Invariant($"day{day}"),
        StartedAt = new DateTimeOffset(2026, 3, 4, 5, 6, 7, TimeSpan.Zero).AddDays(day),
        Partial = false,
        Cells = [SampleCell.Done("read").Of(verdict).With(Metrics.Throughput, rate)],
    })];
}
