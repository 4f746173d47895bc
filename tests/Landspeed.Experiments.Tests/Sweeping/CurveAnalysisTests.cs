using Landspeed.Experiments.Sweeping;
using Landspeed.Results;
using static Landspeed.Experiments.Tests.Sweeping.SampleCells;

namespace Landspeed.Experiments.Tests.Sweeping;

public class CurveAnalysisTests
{
    [Fact]
    public void A_flat_curve_has_its_knee_at_the_smallest_size()
    {
        CurveRecord curve = Analyse([1000, 1010, 990, 1005, 1000]);

        Assert.Equal(1000e6, curve.PlateauBytesPerS);
        Assert.Equal((4 * KiB, 4 * KiB), (curve.HalfPowerRequestSizeBytes, curve.KneeRequestSizeBytes));
        Assert.Equal((16 * KiB, 1010e6), (curve.BestRequestSizeBytes, curve.BestBytesPerS));
        Assert.Equal((5, 2.0), (curve.Points, Math.Round(curve.NoisePct!.Value, 9)));
        Assert.Null(curve.NotReached);
    }

    [Fact]
    public void A_curve_that_rises_and_then_stays_has_half_power_point_and_knee()
    {
        CurveRecord curve = Analyse([100, 400, 600, 980, 1000, 1010]);

        Assert.Equal(1000e6, curve.PlateauBytesPerS);
        Assert.Equal((64 * KiB, 256 * KiB), (curve.HalfPowerRequestSizeBytes, curve.KneeRequestSizeBytes));
    }

    [Theory]
    [InlineData(499.9, 64)]
    [InlineData(500, 16)]
    [InlineData(500.1, 16)]
    public void Half_power_is_reached_at_exactly_half(double rate, int halfKiB) =>
        Assert.Equal(halfKiB * KiB, Analyse([100, rate, 800, 1000, 1000, 1000], null).HalfPowerRequestSizeBytes);

    [Theory]
    [InlineData(949.9, null, 256)]
    [InlineData(950, null, 64)]
    [InlineData(922.0, 3.0, 256)] // its interval ends at 949.7
    [InlineData(922.5, 3.0, 64)]
    [InlineData(799.9, 25.0, 256)]
    [InlineData(800.1, 25.0, 64)]
    public void The_knee_is_where_the_interval_reaches_95_percent_and_the_median_80(double rate, double? noisePct, int kneeKiB) =>
        Assert.Equal(kneeKiB * KiB, Analyse([100, 500, rate, 1000, 1000, 1000], noisePct).KneeRequestSizeBytes);

    [Fact]
    public void A_lucky_size_before_a_dip_is_not_the_knee() =>
        Assert.Equal(256 * KiB, Analyse([100, 990, 600, 1000, 1000, 1000]).KneeRequestSizeBytes);

    [Fact]
    public void A_single_size_makes_no_plateau()
    {
        CurveRecord curve = Analyse([1000]);

        AssertNone(curve, "one size, 4 KiB, is not a curve; measure more sizes");
        Assert.Equal((1, 4 * KiB, 1000e6), (curve.Points, curve.BestRequestSizeBytes, curve.BestBytesPerS));
    }

    [Fact]
    public void A_rising_curve_says_by_how_much_it_still_grows() =>
        AssertNone(Analyse([100, 200, 400, 800, 968]), "the rate still rises by 21 % from 256 KiB to 1 MiB; try larger requests");

    [Fact]
    public void A_growth_within_the_tolerance_but_beyond_both_intervals_is_no_plateau()
    {
        AssertNone(Analyse([100, 400, 800, 935, 1000], 3), "the rate still rises by 7.0 % from 256 KiB to 1 MiB; try larger requests");
        Assert.NotNull(Analyse([100, 400, 800, 935, 1000], 4).PlateauBytesPerS);
    }

    [Fact]
    public void A_saw_tooth_has_no_plateau() => AssertNone(
        Analyse([500, 900, 510, 1000, 520, 950]),
        "the highest rate, 1,000 MB/s at 256 KiB, is not reached next to it: 510 MB/s at 64 KiB and 520 MB/s at 1 MiB; "
        + "a typical median is known to ±2.0 %");

    [Fact]
    public void A_saw_tooth_that_ends_high_is_not_called_rising() => AssertNone(
        Analyse([900, 500, 910, 500, 1000], null),
        "the highest rate, 1,000 MB/s at 1 MiB, is not reached next to it: 500 MB/s at 256 KiB");

    [Theory]
    [InlineData(50.1)]
    [InlineData(60)]
    public void A_noisy_curve_has_no_plateau(double noisePct) => AssertNone(
        Analyse([1000, 1000, 1000, 1000], noisePct),
        $"a typical median is only known to ±{Math.Round(noisePct)} %, and above ±50 % no plateau can be found; "
        + "measure longer, or repeat more");

    [Fact]
    public void A_curve_as_noisy_as_may_be_still_has_one() => Assert.NotNull(Analyse([1000, 1000, 1000], 49.9).PlateauBytesPerS);

    [Fact]
    public void One_noisy_size_does_not_make_the_curve_noisy()
    {
        CellRecord[] cells = Curve("read-direct-q8", [100, 500, 990, 1000, 1000]);
        cells[3] = Cell("read-direct-q8", cells[3].SizeOf(), 1000, 80);

        CurveRecord curve = Assert.Single(CurveAnalysis.Of(cells));

        Assert.Equal(2, curve.NoisePct!.Value, 1e-9);
        Assert.Equal(64 * KiB, curve.KneeRequestSizeBytes);
    }

    [Fact]
    public void A_curve_that_declines_after_two_good_sizes_has_a_plateau()
    {
        CurveRecord curve = Analyse([300, 800, 1000, 980, 700, 500]);

        Assert.Equal(990e6, curve.PlateauBytesPerS);
        Assert.Equal((16 * KiB, 64 * KiB), (curve.HalfPowerRequestSizeBytes, curve.KneeRequestSizeBytes));
    }

    [Fact]
    public void A_curve_that_declines_from_its_first_size_has_none() => AssertNone(
        Analyse([1000, 800, 600], null), "the highest rate, 1,000 MB/s at 4 KiB, is not reached next to it: 800 MB/s at 16 KiB");

    [Fact]
    public void The_noise_of_single_runs_is_unknown_and_nothing_is_granted_for_it()
    {
        Assert.Null(Analyse([1000, 1000], null).NoisePct);
        Assert.Equal(4 * KiB, Analyse([950, 1000, 1000], null).KneeRequestSizeBytes);
        Assert.Equal(16 * KiB, Analyse([949, 1000, 1000], null).KneeRequestSizeBytes);
    }

    [Fact]
    public void A_dip_is_no_end_of_the_plateau_when_larger_requests_bring_it_back()
    {
        CurveRecord curve = Analyse([50, 200, 1130, 2800, 2040, 2430], 3);

        Assert.Equal((2430e6, 256 * KiB), (curve.PlateauBytesPerS, curve.KneeRequestSizeBytes));
    }

    [Theory]
    [InlineData(699)] // a dip too deep
    [InlineData(701)] // and not brought back
    public void What_falls_off_the_peak_and_stays_down_is_no_plateau(double then) =>
        Assert.NotNull(Analyse([100, 1000, then, 750], 3).NotReached);

    [Fact]
    public void The_floor_is_the_lowest_cost_and_the_smallest_size_within_a_tenth_of_it()
    {
        CurveRecord curve = Analyse([100, 400, 600, 980, 1000, 1010]);

        // 0.02 ns and 1,000 ns a request: 0.0238 at 256 KiB, 0.0210 at 1 MiB, 0.0202 at 4 MiB.
        Assert.Equal(0.02 + (1000.0 / (4096 * KiB)), curve.CpuFloorNsPerByte);
        Assert.Equal(1024 * KiB, curve.CpuFloorRequestSizeBytes);
    }

    [Fact]
    public void The_floor_has_its_cycles_where_a_clock_is_known()
    {
        CellRecord cheap = Cell("read-direct-q8", 4 * KiB, 1000).With(Metrics.CpuPerByte, Interval(0.02, 0));
        CellRecord dear = Cell("read-direct-q8", 16 * KiB, 1000).With(Metrics.CpuPerByte, Interval(0.04, 0));
        CellRecord free = Cell("read-direct-q8", 64 * KiB, 1000).With(Metrics.CpuPerByte, Interval(0, 0)).With(Metrics.CyclesPerByte, Interval(0, 0));

        CurveRecord known = CurveAnalysis.Of(
            [cheap.With(Metrics.CyclesPerByte, Interval(0.05, 0)), dear.With(Metrics.CyclesPerByte, Interval(0.1, 0)), free])[0];
        CurveRecord unknown = CurveAnalysis.Of([cheap, dear])[0];

        Assert.Equal((0.02, 0.05), (known.CpuFloorNsPerByte, known.CpuFloorCyclesPerByte));
        Assert.Equal((0.02, null), (unknown.CpuFloorNsPerByte, unknown.CpuFloorCyclesPerByte));
    }

    [Fact]
    public void A_cost_of_zero_or_none_is_no_floor()
    {
        CellRecord[] cells =
        [
            Cell("read-direct-q8", 4 * KiB, 1000).With(Metrics.CpuPerByte, null),
            Cell("read-direct-q8", 16 * KiB, 1000).With(Metrics.CpuPerByte, Interval(0, 0)),
        ];

        CurveRecord curve = Assert.Single(CurveAnalysis.Of(cells));

        Assert.Null(curve.CpuFloorNsPerByte);
        Assert.Null(curve.CpuFloorRequestSizeBytes);
        Assert.Equal(0.3, CurveAnalysis.Of([.. cells, cells[0].With(Metrics.CpuPerByte, Interval(0.3, 0))])[0].CpuFloorNsPerByte);
    }

    [Fact]
    public void Curves_keep_the_order_of_the_cells_and_their_parameters()
    {
        IReadOnlyList<CurveRecord> curves = CurveAnalysis.Of(
            [.. Curve("write-filestream", [1, 2]), .. Curve("read-direct-q8", [1, 2]), .. Curve("read-buffered-q1", [1, 2])]);

        Assert.Equal(["write-filestream", "read-direct-q8", "read-buffered-q1"], curves.Select(curve => curve.Name));
        Assert.Equal(
            [("filestream", "buffered", "write", 1), ("engine", "direct", "read", 8), ("engine", "buffered", "read", 1)],
            curves.Select(curve => (curve.Api, curve.Mode, curve.Operation, curve.QueueDepth)));
    }

    [Fact]
    public void Cells_out_of_order_make_the_same_curve() => Assert.Equal(
        Analyse([100, 400, 600, 980, 1000, 1010]),
        CurveAnalysis.Of([.. Curve("read-direct-q8", [100, 400, 600, 980, 1000, 1010]).Reverse()])[0]);

    [Fact]
    public void Cells_without_a_throughput_are_passed_over()
    {
        CellRecord[] cells = Curve("read-direct-q8", [100, 1000, 1000, 1000]);
        cells[0] = cells[0].With(Metrics.Throughput, null) with { State = CellState.Skipped };
        cells[1] = Cell("read-direct-q8", cells[1].SizeOf(), 0);

        Assert.Equal(2, Assert.Single(CurveAnalysis.Of(cells)).Points);
        Assert.Empty(CurveAnalysis.Of(cells[..2]));
        Assert.Empty(CurveAnalysis.Of([]));
    }

    private static CurveRecord Analyse(double[] ratesMBPerS, double? noisePct = 2) =>
        Assert.Single(CurveAnalysis.Of(Curve("read-direct-q8", ratesMBPerS, noisePct)));

    private static void AssertNone(CurveRecord curve, string why)
    {
        Assert.Equal(why, curve.NotReached);
        Assert.Null(curve.PlateauBytesPerS);
        Assert.Null(curve.HalfPowerRequestSizeBytes);
        Assert.Null(curve.KneeRequestSizeBytes);
    }
}
