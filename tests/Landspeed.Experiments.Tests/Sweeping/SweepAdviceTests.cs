using System.Globalization;
using Landspeed.Experiments.Sweeping;
using Landspeed.Results;
using static Landspeed.Experiments.Tests.Sweeping.SampleCells;

namespace Landspeed.Experiments.Tests.Sweeping;

public class SweepAdviceTests
{
    private const string DirectRead = "read-direct-q8";

    [Fact]
    public void A_quick_sweep_gets_a_sentence_on_each_subject()
    {
        string[] expected =
        [
            "read_request_size: Read with direct requests of 64 KiB, 8 in flight. That reaches 1,500 MB/s, 95 % of the plateau of "
                + "1,580 MB/s; with 1 in flight the best is 1,270 MB/s, with 4 MiB, so more than 8 may be faster.",
            "write_request_size: Write in place with direct requests of 256 KiB, 1 in flight. That reaches 1,000 MB/s until durable, "
                + "99 % of the plateau of 1,010 MB/s; with 8 in flight the plateau is 1,005 MB/s, from 64 KiB on.",
            "buffering_cost: Through the page cache, reading and writing in place are slower than direct. "
                + "Reading with FileStream has its plateau at 1,215 MB/s, 77 % of the 1,580 MB/s of direct requests "
                + "(8 in flight), and uses at least 0.300 ns of CPU time per byte, 14.8 times the 0.0202 ns there; writing in place with "
                + "FileStream has its plateau at 640 MB/s, 63 % of the 1,010 MB/s of direct requests (1 in flight), and uses at "
                + "least 0.300 ns of CPU time per byte, 14.8 times the 0.0202 ns there.",
            "small_requests: Avoid the smallest requests when reading. "
                + "FileStream with 1 B per call moves 180 MB/s at 4.30 ns of CPU time per byte, against "
                + "1,200 MB/s at 0.300 ns per byte with 16 KiB; direct requests of 4 KiB, 8 in flight, move 300 MB/s at 0.264 ns "
                + "of CPU time per byte, against 1,500 MB/s at 0.0353 ns per byte with 64 KiB.",
            "noise: Ignore differences within the noise. "
                + "The median of a typical cell is known to within ±2.0 % (read-filestream) to ±11 % (write-filestream), with "
                + "a confidence of 93.75 %.",
        ];

        Assert.Equal(expected, Advise(Quick()).Select(advice => $"{advice.Code}: {advice.Text}"));
    }

    [Fact]
    public void Nothing_measured_is_no_advice()
    {
        Assert.Empty(Advise([]));
        Assert.Empty(Advise([Cell(DirectRead, 4096, 100).With(Metrics.Throughput, null) with { State = CellState.Skipped }]));
    }

    [Fact]
    public void A_sweep_that_was_stopped_before_half_of_it_gives_no_advice()
    {
        CellRecord[] measured = [.. Curve(DirectRead, [100, 200, 300])];
        CellRecord[] Left(int count) =>
            [.. Enumerable.Range(0, count).Select(_ => measured[0] with { State = CellState.Pending, Runs = [] })];

        Assert.Empty(Advise([.. measured, .. Left(4)]));
        Assert.NotEmpty(Advise([.. measured, .. Left(3)]));
    }

    [Fact]
    public void A_single_point_is_named_as_the_best_seen_and_as_no_plateau()
    {
        IReadOnlyList<ConclusionRecord> advice = Advise(Curve(DirectRead, [1234.5]));

        Assert.Equal(["read_request_size", "noise"], advice.Select(one => one.Code));
        Assert.Equal(
            "Read with direct requests of 4 KiB, 8 in flight. That is the fastest measured, 1,234 MB/s; no plateau is reached: "
            + "one size, 4 KiB, is not a curve; measure more sizes.",
            advice[0].Text);
    }

    [Fact]
    public void A_rising_curve_says_that_larger_requests_may_bring_more() => Assert.Equal(
        "Extend files with direct requests of 1 MiB, 4 in flight. That is the fastest measured, 968 MB/s until durable; no plateau is "
        + "reached: the rate still rises by 21 % from 256 KiB to 1 MiB; try larger requests.",
        Text("write_request_size", Curve("extend-direct-q4", [100, 200, 400, 800, 968])));

    [Fact]
    public void A_flat_curve_recommends_the_smallest_size_as_the_smallest_measured() => Assert.Equal(
        "Read with direct requests of 4 KiB, 8 in flight, the smallest measured. That reaches 1,000 MB/s, on the plateau of 1,000 MB/s.",
        Text("read_request_size", Curve(DirectRead, [1000, 1000, 1000])));

    [Fact]
    public void Of_two_depths_alike_the_smaller_is_enough() => Assert.Equal(
        "Read with direct requests of 64 KiB, 4 in flight. That reaches 960 MB/s, on the plateau of 960 MB/s; with 16 in flight "
        + "the plateau is 1,000 MB/s, from 16 KiB on, within the noise.",
        Text("read_request_size", [.. Curve("read-direct-q16", [100, 1000, 1000, 1000]), .. Curve("read-direct-q4", [100, 300, 960, 960])]));

    [Fact]
    public void A_depth_that_is_slower_beyond_the_noise_is_not_enough() => Assert.Contains(
        "Read with direct requests of 16 KiB, 16 in flight. That reaches 1,000 MB/s",
        Text("read_request_size", [.. Curve("read-direct-q4", [100, 300, 940, 940]), .. Curve("read-direct-q16", [100, 1000, 1000, 1000])]),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(8, 4)]
    [InlineData(6, 4)]
    [InlineData(3, 16)]
    public void A_depth_that_is_slower_within_the_noise_is_enough(double noisePct, int depth) => Assert.Contains(
        $" {depth} in flight. ",
        Text("read_request_size", [.. Curve("read-direct-q4", [100, 300, 930, 930], noisePct), .. Curve("read-direct-q16", [100, 1000, 1000, 1000], noisePct)]),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(20.0)]
    [InlineData(null)]
    public void What_the_noise_does_not_separate_is_chosen_by_the_fewest_bytes_in_flight(double? noisePct) =>
        Assert.Equal(
            "Read with direct requests of 256 KiB, 8 in flight. That reaches 2,100 MB/s, on the plateau of 2,100 MB/s; "
                + "with 1 in flight the best is 2,500 MB/s, with 4 MiB, too close to call.",
            Text(
                "read_request_size",
                [
                    .. Curve("read-direct-q1", [100, 300, 600, 800, 1300, 2500], noisePct),
                    .. Curve("read-direct-q8", [400, 900, 1500, 2100, 2100, 2100], noisePct),
                ]));

    [Fact]
    public void A_depth_without_a_plateau_does_not_stand_for_one_that_has_it() => Assert.Contains(
        "Read with direct requests of 16 KiB, 16 in flight. That reaches 1,000 MB/s",
        Text("read_request_size", [.. Curve("read-direct-q4", [100, 300, 600, 990]), .. Curve("read-direct-q16", [100, 1000, 1000, 1000])]),
        StringComparison.Ordinal);

    [Fact]
    public void Large_requests_that_fall_back_are_named() => Assert.Contains(
        "; 1 MiB falls back to 500 MB/s",
        Text("read_request_size", Curve(DirectRead, [300, 800, 1000, 980, 500])),
        StringComparison.Ordinal);

    [Fact]
    public void Direct_slower_than_buffered_is_a_gain_of_buffering()
    {
        CellRecord[] cells = [.. Curve(DirectRead, [400, 500, 500, 500]), .. Curve("read-buffered-q1", [900, 990, 1000, 1000])];

        Assert.StartsWith(
            "Through the page cache, reading is faster than direct. "
            + "Reading with buffered requests (1 in flight) has its plateau at 1,000 MB/s, 2.00 times the 500 MB/s of direct requests (8 ",
            Text("buffering_cost", cells), StringComparison.Ordinal);
        Assert.Contains("Read with buffered requests of 16 KiB, 1 in flight. That reaches 990 MB/s", Text("read_request_size", cells), StringComparison.Ordinal);
    }

    [Fact]
    public void Direct_and_buffered_alike_are_called_alike_and_the_cheaper_is_recommended()
    {
        CellRecord[] cells = [.. Curve("read-filestream", [1010, 1020, 1030, 1030]), .. Curve(DirectRead, [1000, 1000, 1000, 1000])];

        Assert.StartsWith("Through the page cache, reading is as fast as direct. ", Text("buffering_cost", cells), StringComparison.Ordinal);
        Assert.Contains("about the same as the 1,000 MB/s of direct requests", Text("buffering_cost", cells), StringComparison.Ordinal);
        Assert.StartsWith("Read with direct requests", Text("read_request_size", cells), StringComparison.Ordinal);
    }

    [Fact]
    public void Without_two_plateaus_buffering_is_compared_at_the_largest_common_size() => Assert.Equal(
        "Through the page cache, reading is faster than direct. "
        + "Reading 64 KiB at a time with FileStream reaches 900 MB/s, 2.25 times the 400 MB/s of direct requests (8 in flight), "
        + "and uses 0.300 ns of CPU time per byte, 8.51 times the 0.0353 ns there.",
        Text("buffering_cost", [.. Curve("read-filestream", [700, 800, 900]), .. Curve(DirectRead, [100, 200, 400, 800])]));

    [Fact]
    public void Where_a_clock_is_known_costs_have_their_cycles() => Assert.EndsWith(
        "and uses 0.300 ns (0.750 cycles) of CPU time per byte, 8.51 times the 0.0353 ns (0.0881 cycles) there.",
        Text("buffering_cost", [
            .. Curve("read-filestream", [700, 800, 900]).Concat(Curve(DirectRead, [100, 200, 400, 800])).Select(cell =>
                cell.With(Metrics.CyclesPerByte, Interval(cell[Metrics.CpuPerByte]!.Median * 2.5, null))),
        ]),
        StringComparison.Ordinal);

    [Fact]
    public void Without_a_common_size_nothing_is_said_of_buffering() => Assert.Empty(
        Text("buffering_cost", [Cell("read-filestream", 1, 100), Cell("read-filestream", 4, 400), .. Curve(DirectRead, [100, 200])]));

    [Fact]
    public void Costs_that_are_unknown_are_left_out() => Assert.Equal(
        "Avoid the smallest requests when reading. Direct requests of 4 KiB, 8 in flight, move 100.0 MB/s, against 1,000 MB/s with 16 KiB.",
        Text("small_requests", [.. Curve(DirectRead, [100, 1000, 1000]).Select(cell => cell.With(Metrics.CpuPerByte, null))]));

    [Fact]
    public void Everything_from_the_cache_is_said_with_each_number()
    {
        CellRecord[] cells =
        [
            .. Curve(DirectRead, [400, 500, 500]), .. Curve("read-filestream", [900, 1000, 1000]),
        ];
        cells = [.. cells.Select(cell => cell.With(Verdict.Cache))];

        Assert.EndsWith(" (verdict cache instead of device).", Text("read_request_size", cells), StringComparison.Ordinal);
        Assert.StartsWith("Through the page cache, reading is not comparable with direct. ", Text("buffering_cost", cells), StringComparison.Ordinal);
        Assert.Equal(2, Text("buffering_cost", cells).Split("(verdict cache instead of device)").Length - 1);
        Assert.Equal(
            "No rate is the device's. "
            + "6 of 6 cells have another verdict: 6 cache, with requests of 4 KiB to 64 KiB, from 400 MB/s to 1,000 MB/s; "
            + "the advice on read-direct-q8 and read-filestream is based on such cells.",
            Text("not_from_device", cells));
    }

    [Fact]
    public void A_faster_curve_of_the_cache_is_not_recommended_before_the_device()
    {
        CellRecord[] cells =
        [
            .. Curve(DirectRead, [400, 500, 500]),
            .. Curve("read-filestream", [9000, 9900, 9900]).Select(cell => cell.With(Verdict.Cache)),
        ];

        Assert.StartsWith("Read with direct requests of 16 KiB", Text("read_request_size", cells), StringComparison.Ordinal);
    }

    [Fact]
    public void A_few_cells_that_are_not_the_device_s_are_named_and_spoil_no_plateau_that_rests_on_others()
    {
        CellRecord[] cells = Curve(DirectRead, [100, 400, 1000, 1000]);
        cells[0] = cells[0].With(Verdict.Mixed);
        cells[1] = cells[1].With((Verdict?)null);

        Assert.Equal(
            "Not every rate is the device's. "
            + "2 of 4 cells have another verdict: read-direct-q8-4096 (mixed) and read-direct-q8-16384 (unknown).",
            Text("not_from_device", cells));
        Assert.DoesNotContain("verdict", Text("read_request_size", cells), StringComparison.Ordinal);
    }

    [Fact]
    public void A_plateau_of_mixed_verdicts_says_so()
    {
        CellRecord[] cells = Curve(DirectRead, [100, 400, 1000, 1000, 1000]);
        cells[3] = cells[3].With(Verdict.Hole);
        cells[4] = cells[4].With(Verdict.Mixed);

        Assert.EndsWith("(verdict hole or mixed instead of device).", Text("read_request_size", cells), StringComparison.Ordinal);
    }

    [Fact]
    public void Single_runs_leave_the_noise_unknown() => Assert.Equal(
        "Repeat before you believe a difference. How far runs differ is unknown: 3 cells with one run each.",
        Text("noise", Curve(DirectRead, [100, 1000, 1000], null)));

    [Fact]
    public void Noisy_cells_are_named() => Assert.Equal(
        "Ignore differences within the noise. The median of a typical cell is known to within ±4.0 % (read-direct-q8), with a confidence of "
        + "93.75 %; the runs of read-direct-q8-1 differ by more than 25 %.",
        Text("noise", [.. Curve(DirectRead, [100, 1000, 1000], 4), Cell(DirectRead, 1, 10, 12.6)]));

    [Fact]
    public void Noise_without_end_is_a_reason_for_no_plateau() => Assert.Contains(
        "no plateau is reached: a typical median is only known to ±55 %",
        Text("read_request_size", Curve(DirectRead, [100, 1000, 1000], 55)),
        StringComparison.Ordinal);

    [Fact]
    public void One_cell_is_in_the_singular() => Assert.Equal(
        "Repeat before you believe a difference. How far runs differ is unknown: 1 cell with one run.", Text("noise", Curve(DirectRead, [100], null)));

    [Fact]
    public void What_the_cache_delivered_is_not_compared_with_the_device() => Assert.StartsWith(
        "Through the page cache, reading is not comparable with direct. Reading with FileStream (verdict cache instead of device) has its plateau at 9,900 MB/s, ",
        Text(
            "buffering_cost",
            [.. Curve(DirectRead, [400, 500, 500]), .. Curve("read-filestream", [9000, 9900, 9900]).Select(cell => cell.With(Verdict.Cache))]),
        StringComparison.Ordinal);

    [Fact]
    public void Of_points_that_compare_the_verdicts_count_and_are_stated()
    {
        CellRecord[] streams = Curve("read-filestream", [700, 800, 900]);
        streams[1] = streams[1].With(Verdict.Cache);

        Assert.StartsWith(
            "Through the page cache, reading is not comparable with direct. Reading 16 KiB at a time with FileStream (verdict cache) reaches 800 MB/s, ",
            Text("buffering_cost", [.. streams, .. Curve(DirectRead, [100, 200])]),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, 600, "perhaps as fast as")] // single runs do not show 20 %
    [InlineData(null, 6000, "faster than")] // but ten times
    [InlineData(30.0, 600, "perhaps as fast as")]
    [InlineData(30.0, 1500, "faster than")]
    [InlineData(8.0, 600, "faster than")]
    public void The_page_cache_wins_beyond_the_noise_only(double? noisePct, double rate, string outcome) => Assert.StartsWith(
        $"Through the page cache, reading is {outcome} direct. ",
        Text("buffering_cost", [.. Curve("read-filestream", [rate, rate, rate], noisePct), .. Curve(DirectRead, [500, 500, 500], noisePct)]),
        StringComparison.Ordinal);

    [Fact]
    public void Small_requests_that_are_slower_within_the_noise_only_are_not_warned_of() => Assert.Empty(
        Text("small_requests", Costless(Curve(DirectRead, [100, 101, 102], 55))));

    [Fact]
    public void Small_requests_of_single_runs_are_warned_of_where_they_are_many_times_slower()
    {
        Assert.Empty(Text("small_requests", Costless(Curve(DirectRead, [700, 1000, 1000], null))));
        Assert.StartsWith("Avoid the smallest requests", Text("small_requests", Costless(Curve(DirectRead, [70, 1000, 1000], null))), StringComparison.Ordinal);
    }

    [Fact]
    public void Small_requests_of_the_cache_say_nothing_of_large_ones_of_the_device()
    {
        CellRecord[] cells = Curve(DirectRead, [100, 1000, 1000]);
        cells[0] = cells[0].With(Verdict.Cache);

        Assert.Empty(Text("small_requests", cells));
    }

    [Fact]
    public void Writing_in_place_and_extending_share_a_sentence() => Assert.Equal(
        "Write in place with direct requests of 16 KiB, 8 in flight. That reaches 1,000 MB/s until durable, on the plateau of "
        + "1,000 MB/s; to extend a file, direct requests of 16 KiB, 1 in flight, reach 700 MB/s until durable, and the plateau "
        + "is 700 MB/s.",
        Text("write_request_size", [.. Curve("write-direct-q8", [100, 1000, 1000]), .. Curve("extend-direct-q1", [100, 700, 700])]));

    [Fact]
    public void Sentences_are_the_same_in_every_culture()
    {
        string[] expected = [.. Advise(Quick()).Select(advice => advice.Text)];
        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo other = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        (other.NumberFormat.NumberDecimalSeparator, other.NumberFormat.NumberGroupSeparator, other.NumberFormat.NegativeSign) = (",", "'", "~");
        CultureInfo.CurrentCulture = other;
        try
        {
            Assert.Equal(expected, Advise(Quick()).Select(advice => advice.Text));
            Assert.Equal(
                "the rate still rises by 1,900 % from 4 KiB to 16 KiB; try larger requests",
                CurveAnalysis.Of(Curve(DirectRead, [0.5, 10]))[0].NotReached);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static CellRecord[] Quick() =>
    [
        Cell("read-filestream", 1, 180), Cell("read-filestream", 4, 600),
        .. Curve("read-filestream", [900, 1200, 1240, 1230, 1200, 1100]),
        .. Curve("read-direct-q1", [100, 400, 700, 900, 1100, 1270]),
        .. Curve("read-direct-q8", [300, 1100, 1500, 1580, 1590, 1585]),
        .. Curve("write-filestream", [500, 600, 640, 640, 630, 640], 11),
        .. Curve("write-direct-q1", [100, 300, 700, 1000, 1010, 1010]),
        .. Curve("write-direct-q8", [200, 700, 1000, 1020, 1010, 1000]),
    ];

    private static CellRecord[] Costless(CellRecord[] cells) => [.. cells.Select(cell => cell.With(Metrics.CpuPerByte, null))];

    private static IReadOnlyList<ConclusionRecord> Advise(IReadOnlyList<CellRecord> cells) =>
        SweepAdvice.From(cells, CurveAnalysis.Of(cells));

    private static string Text(string code, IReadOnlyList<CellRecord> cells) =>
        Advise(cells).SingleOrDefault(advice => advice.Code == code)?.Text ?? string.Empty;
}
