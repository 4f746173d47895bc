using System.Globalization;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Sweeping;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Sweeping;

public class CurvePropertyTests
{
    private const int Seed = 20041236;
    private const int Trials = 2_000;

    [Fact]
    public void Sizes_do_not_depend_on_how_fast_the_device_is() => Check((random, cells) =>
    {
        double factor = Math.Pow(10, random.Next(-3, 4)) * (1 + random.NextDouble());
        CurveRecord curve = One(cells);
        CurveRecord scaled = One([.. cells.Select(cell => cell.With(Metrics.Throughput, Scaled(cell[Metrics.Throughput]!, factor)))]);

        Assert.Equal(
            (curve.KneeRequestSizeBytes, curve.HalfPowerRequestSizeBytes, curve.BestRequestSizeBytes),
            (scaled.KneeRequestSizeBytes, scaled.HalfPowerRequestSizeBytes, scaled.BestRequestSizeBytes));
        Assert.Equal(curve.NotReached is null, scaled.NotReached is null);
        Assert.Equal(curve.PlateauBytesPerS * factor ?? 0, scaled.PlateauBytesPerS ?? 0, curve.BestBytesPerS!.Value * factor * 1e-12);
    });

    [Fact]
    public void A_curve_has_either_a_plateau_with_its_points_or_a_reason() => Check((_, cells) =>
    {
        CurveRecord curve = One(cells);
        object?[] numbers = [curve.PlateauBytesPerS, curve.KneeRequestSizeBytes, curve.HalfPowerRequestSizeBytes];

        Assert.All(numbers, number => Assert.Equal(curve.NotReached is null, number is not null));
        Assert.Equal(cells.Max(cell => cell[Metrics.Throughput]!.Median), curve.BestBytesPerS);
    });

    [Fact]
    public void The_half_power_point_is_not_behind_the_knee_and_the_plateau_not_above_the_peak()
    {
        int plateaus = 0;
        Check((_, cells) =>
        {
            CurveRecord curve = One(cells);
            if (curve.PlateauBytesPerS is { } level)
            {
                plateaus++;
                Assert.True(curve.HalfPowerRequestSizeBytes <= curve.KneeRequestSizeBytes, "half-power behind the knee");
                Assert.InRange(level, curve.BestBytesPerS!.Value * 0.7, curve.BestBytesPerS.Value);
                Assert.True(Median(cells, curve.HalfPowerRequestSizeBytes) >= level / 2, "half is not reached");
                Assert.True(Median(cells, curve.KneeRequestSizeBytes) >= level * 0.8, "the knee does not reach the plateau");
            }
        });
        Assert.InRange(plateaus, Trials / 10, Trials * 9 / 10);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Noise_within_the_tolerance_moves_the_knee_by_one_step_at_most(double noisePct)
    {
        Random random = new(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            double[] model = Saturating(random, 14);
            double noise = noisePct / 100;
            double[] seen = [.. model.Select(rate => rate * (1 + (noise * ((2 * random.NextDouble()) - 1))))];
            CurveRecord calm = One(SampleCells.Curve("read-direct-q8", model, noisePct));
            CurveRecord noisy = One(SampleCells.Curve("read-direct-q8", seen, noisePct));

            Assert.True(StepsApart(calm, noisy) <= 1, Said(trial, seen, $"{noisy.KneeRequestSizeBytes}, {calm.KneeRequestSizeBytes} without noise"));
        }
    }

    /// <summary>Runs scatter as on a real device: normally, and one in twenty is a good deal slower.</summary>
    [Theory]
    [InlineData(1, 990)]
    [InlineData(3, 980)]
    [InlineData(8, 900)]
    public void Two_sweeps_of_the_same_device_have_the_same_knee_within_one_step(double deviationPct, int atLeastOf1000)
    {
        Random random = new(Seed);
        int alike = 0;
        for (int trial = 0; trial < Trials; trial++)
        {
            double[] model = Saturating(random, 16);
            alike += StepsApart(Sweep(random, model, deviationPct), Sweep(random, model, deviationPct)) <= 1 ? 1 : 0;
        }

        Assert.True(alike * 1000L >= Trials * (long)atLeastOf1000, $"seed {Seed}: {alike} of {Trials}");
    }

    // Requests that cost a constant time each and a constant time a byte; half the bandwidth is reached with 4 KiB to 16 or
    // 64 KiB, so that the curve is flat well before its largest size, 16 MiB.
    private static double[] Saturating(Random random, int latestHalfLog2)
    {
        double bandwidth = Math.Pow(10, random.NextDouble() * 4);
        double halfAt = Math.Pow(2, 12 + ((latestHalfLog2 - 12) * random.NextDouble()));
        return [.. Enumerable.Range(0, 7).Select(step => 4096L << (2 * step)).Select(size => bandwidth * size / (halfAt + size))];
    }

    private static CurveRecord Sweep(Random random, double[] model, double deviationPct)
    {
        CellRecord[] cells = SampleCells.Curve("read-direct-q8", model);
        return One([.. cells.Select(cell => cell.With(Metrics.Throughput, MedianInterval.Of(
            [.. Enumerable.Range(0, 5).Select(_ => cell[Metrics.Throughput]!.Median * Scatter(random, deviationPct / 100))])))]);
    }

    private static double Scatter(Random random, double deviation)
    {
        double normal = Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6;
        return (1 + (deviation * normal)) * (random.Next(20) == 0 ? 0.6 : 1);
    }

    /// <summary>Powers of four between two knees; more than any number when one curve has none.</summary>
    private static double StepsApart(CurveRecord one, CurveRecord other) =>
        (one.KneeRequestSizeBytes, other.KneeRequestSizeBytes) is ({ } a, { } b)
            ? Math.Abs(Math.Log2((double)a / b)) / 2
            : double.PositiveInfinity;

    // Curves of many shapes: of the model, flat, and wild ones, each with noise of its own.
    private static void Check(Action<Random, CellRecord[]> statement)
    {
        Random random = new(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            double[] rates = Rates(random);
            double? noisePct = random.Next(5) == 0 ? null : random.NextDouble() * random.NextDouble() * 50;
            CellRecord[] cells = SampleCells.Curve("read-direct-q8", rates, noisePct);
            try
            {
                statement(random, cells);
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException(Said(trial, rates, $"noise {noisePct}"), exception);
            }
        }
    }

    private static double[] Rates(Random random)
    {
        int shape = random.Next(3);
        double half = Math.Pow(4, random.Next(0, 10));
        double wobble = random.NextDouble() * random.NextDouble();
        return
        [
            .. Enumerable.Range(0, random.Next(1, 12)).Select(step => (1 - (wobble * random.NextDouble())) * shape switch
            {
                0 => 1000 / (1 + (half / Math.Pow(4, step))),
                1 => 1000,
                _ => 1 + (1000 * random.NextDouble()),
            }),
        ];
    }

    private static IntervalRecord Scaled(IntervalRecord rate, double factor) => rate with
    {
        Median = rate.Median * factor,
        Low = rate.Low * factor,
        High = rate.High * factor,
        Min = rate.Min * factor,
        Max = rate.Max * factor,
    };

    private static CurveRecord One(CellRecord[] cells) => Assert.Single(CurveAnalysis.Of(cells));

    private static double Median(CellRecord[] cells, long? size) =>
        cells.Single(cell => cell.SizeOf() == size)[Metrics.Throughput]!.Median;

    private static string Said(int trial, double[] rates, string what) => string.Create(
        CultureInfo.InvariantCulture, $"seed {Seed}, trial {trial}, rates {string.Join(' ', rates)}: {what}");
}
