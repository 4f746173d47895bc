using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Experiments.Sweeping;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Sweeping;

public partial class SweepAdvicePropertyTests
{
    private const int Seed = 20041236;
    private const int Trials = 2_000;

    private static readonly string[] s_names =
    [
        "read-filestream", "read-direct-q1", "read-direct-q8", "read-direct-q32", "read-buffered-q1", "read-uncached-q8",
        "write-filestream", "write-direct-q1", "write-direct-q8", "write-buffered-q8", "extend-filestream", "extend-direct-q8",
    ];

    [Fact]
    public void Whatever_was_measured_gets_two_to_six_sentences_with_a_code_each() => Check((_, advice) =>
    {
        Assert.InRange(advice.Count, 2, 6);
        Assert.Equal(advice.Count, advice.Select(one => one.Code).Distinct(StringComparer.Ordinal).Count());
        Assert.All(advice, one => Assert.Matches(@"^[A-Z0-9][^\n]*[^.;:,\s]\.$", one.Text));
        Assert.All(advice, one => Assert.DoesNotMatch(@"  |\.\.|NaN|∞|n/a| ,|;;", one.Text));
    });

    [Fact]
    public void Every_sentence_has_a_number() =>
        Check((_, advice) => Assert.All(advice, one => Assert.Matches(@"\d", one.Text)));

    [Fact]
    public void Every_rate_is_one_that_was_measured_or_a_plateau() => Check((cells, advice) =>
    {
        IEnumerable<(double Rate, double HalfWidth)> rates = cells.Select(cell => cell[Metrics.Throughput]!)
            .Select(rate => (rate.Median, rate.Runs > 1 ? Math.Max(rate.High - rate.Median, rate.Median - rate.Low) : 0))
            .Concat(CurveAnalysis.Of(cells).SelectMany(curve => new[] { curve.PlateauBytesPerS, curve.BestBytesPerS }.OfType<double>()
                .Select(level => (level, level * (curve.NoisePct ?? 0) / 100))));
        string[] known =
        [
            .. rates.SelectMany(one => new[] { one.HalfWidth, 0 }.Select(half => DisplayNumber.Of(one.Rate / 1e6, half / 1e6))),
        ];
        Assert.All(
            advice.SelectMany(one => Rates().Matches(one.Text)),
            match => Assert.Contains(match.Groups["number"].Value, known));
    });

    [Fact]
    public void Every_cost_is_one_that_was_measured() => Check((cells, advice) =>
        AssertKnown(advice, Costs(), [.. cells.Select(cell => cell[Metrics.CpuPerByte]?.Median).OfType<double>()]));

    [Fact]
    public void Every_size_is_one_that_was_measured() => Check((cells, advice) => Assert.All(
        advice.SelectMany(one => Sizes().Matches(one.Text)),
        size => Assert.Contains(ByteCount.Parse(size.Value).Bytes, cells.Select(cell => cell.SizeOf()))));

    [Fact]
    public void What_rests_on_other_cells_than_the_device_s_is_never_recommended_without_saying_so() => Check((cells, advice) =>
    {
        if (cells.All(cell => SweepPoint.Of(cell).Verdict != Verdict.Device))
        {
            Assert.Contains("instead of device", advice[0].Text, StringComparison.Ordinal);
        }

        Assert.Equal(cells.Any(cell => SweepPoint.Of(cell).Verdict != Verdict.Device), advice.Any(one => one.Code == "not_from_device"));
    });

    private static void AssertKnown(IReadOnlyList<ConclusionRecord> advice, Regex pattern, double[] known)
    {
        foreach (Match match in advice.SelectMany(one => pattern.Matches(one.Text)))
        {
            double printed = double.Parse(match.Groups["number"].Value, NumberStyles.Number, CultureInfo.InvariantCulture);

            // Three digits or more are printed: what is meant lies within half of the third.
            Assert.True(known.Any(value => Math.Abs(value - printed) <= value * 0.0051), $"{match.Value} is no number of the input");
        }
    }

    private static void Check(Action<CellRecord[], IReadOnlyList<ConclusionRecord>> statement)
    {
        Random random = new(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            CellRecord[] cells = Sweep(random);
            IReadOnlyList<ConclusionRecord> advice = SweepAdvice.From(cells, CurveAnalysis.Of(cells));
            try
            {
                statement(cells, advice);
            }
            catch (Exception exception)
            {
                string said = string.Join('\n', advice.Select(one => $"{one.Code}: {one.Text}"));
                throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"seed {Seed}, trial {trial}\n{said}"), exception);
            }
        }
    }

    // Any subset of curves, of cells, of costs; every verdict; quiet, noisy, or single runs.
    private static CellRecord[] Sweep(Random random)
    {
        string[] names = [.. s_names.Where(_ => random.Next(3) == 0)];
        bool device = random.Next(2) == 0;
        return [.. (names.Length == 0 ? [s_names[random.Next(s_names.Length)]] : names).SelectMany(name => OneCurve(random, name, device))];
    }

    private static IEnumerable<CellRecord> OneCurve(Random random, string name, bool device)
    {
        double? noisePct = random.Next(4) == 0 ? null : random.NextDouble() * random.NextDouble() * 60;
        double bandwidth = Math.Pow(10, random.Next(-2, 5)) * (1 + (9 * random.NextDouble()));
        double half = Math.Pow(4, random.Next(0, 12));
        int first = random.Next(0, 10);
        for (int step = first; step <= first + random.Next(0, 6); step++)
        {
            double rate = bandwidth / (1 + (half / Math.Pow(4, step))) * (1 + (0.2 * random.NextDouble()));
            CellRecord cell = SampleCells.Cell(name, 1L << (2 * step), rate, noisePct);
            Verdict? verdict = device || random.Next(3) > 0 ? Verdict.Device : random.Next(5) == 0 ? null : (Verdict)random.Next(5);
            yield return cell.With(verdict).With(Metrics.CpuPerByte, random.Next(10) == 0 ? null : cell[Metrics.CpuPerByte]);
        }
    }

    [GeneratedRegex(@"(?<number>[\d,]*\d(\.\d+)?) MB/s")]
    private static partial Regex Rates();

    [GeneratedRegex(@"(?<number>[\d,]*\d(\.\d+)?) ns\b")]
    private static partial Regex Costs();

    [GeneratedRegex(@"\b\d+(\.\d+)? ([KMG]i)?B\b(?!/)")]
    private static partial Regex Sizes();
}
