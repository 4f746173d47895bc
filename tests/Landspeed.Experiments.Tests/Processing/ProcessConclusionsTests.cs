using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Processing;

/// <summary>Made-up cells: a clear win, a tie, too few runs, cut and cached ones.</summary>
public class ProcessConclusionsTests
{
    private const int Rounds = 5;

    [Fact]
    public void Nothing_measured_concludes_nothing() =>
        Assert.Empty(Conclude(Cell("streaming", 1, 0) with { State = CellState.Pending }));

    [Fact]
    public void A_clear_win_comes_with_what_it_waited_for_and_the_best_of_each_strategy() => Assert.Equal(
        "At work 0 use streaming with 1 thread (2.000 s, device busy); all others are slower. "
            + "Of each strategy: streaming with 1 thread (2.000 s, device busy); buffering with 2 threads (3.000 s, neither busy throughout).",
        Sentence(
            "best_threads",
            Busy(Cell("streaming", 1, 0, About(2)), cpu: 20, device: 95), Busy(Cell("streaming", 2, 0, About(3)), cpu: 20, device: 95),
            Cell("buffering", 1, 0, About(4)), Cell("buffering", 2, 0, About(3))));

    [Fact]
    public void A_tie_names_all_that_are_as_fast() => Assert.Equal(
        "At work 7 use streaming with 1 thread (2.000 s, neither busy throughout); within 5 % of it: streaming with 2 threads and streaming with 4 threads.",
        Sentence("best_threads", Cell("streaming", 1, 7, About(2)), Cell("streaming", 2, 7, About(2.01)), Cell("streaming", 4, 7, About(2.02))));

    [Fact]
    public void The_levels_of_work_between_which_the_time_tips_to_the_CPU_are_named() => Assert.Equal(
        "The time tips from the device to the CPU between work 100 (CPU 41 %, device 80 %) and work 200 "
            + "(CPU 71 %, device 20 %), for pipelined with 2 threads, which has the best medians over all levels of work.",
        Sentence(
            "tips_to_cpu",
            Busy(Cell("pipelined", 2, 0, About(1)), cpu: 20, device: 95),
            Busy(Cell("pipelined", 2, 100, About(1)), cpu: 41, device: 80),
            Busy(Cell("pipelined", 2, 200, About(2)), cpu: 71, device: 20),
            Busy(Cell("pipelined", 2, 1000, About(9)), cpu: 97, device: 4),
            Busy(Cell("streaming", 1, 0, About(1)), cpu: 90, device: 9),
            Busy(Cell("streaming", 1, 100, About(2)), cpu: 90, device: 9),
            Busy(Cell("streaming", 1, 200, About(3)), cpu: 90, device: 9),
            Busy(Cell("streaming", 1, 1000, About(12)), cpu: 90, device: 9),
            Busy(Cell("buffering", 2, 0, About(0.1)), cpu: 90, device: 9)));

    [Theory]
    [InlineData(
        63, 20, 97, 4,
        "From work 0 on the CPU is busier than the device (CPU 63 %, device 20 %), for streaming with 1 thread.")]
    [InlineData(
        30, 40, 97, 4,
        "From work 100 on the CPU is busier than the device (CPU 97 %, device 4.0 %); at work 0 neither CPU nor device "
            + "is busy for half of the time (CPU 30 %, device 40 %), for streaming with 1 thread.")]
    [InlineData(
        80, 80, 97, 4,
        "From work 100 on the CPU is busier than the device (CPU 97 %, device 4.0 %); at work 0 CPU and device are "
            + "equally busy (CPU 80 %, device 80 %), for streaming with 1 thread.")]
    [InlineData(
        10, 90, 20, 80,
        "Up to work 100 the time does not tip to the CPU for good: there the device is busier than the CPU "
            + "(CPU 20 %, device 80 %), for streaming with 1 thread.")]
    public void Where_the_time_does_not_tip_the_busier_of_CPU_and_device_is_named(
        double cpu, double device, double cpuAfter, double deviceAfter, string expected) => Assert.Equal(
        expected,
        Sentence(
            "tips_to_cpu",
            Busy(Cell("streaming", 1, 0, About(1)), cpu, device),
            Busy(Cell("streaming", 1, 100, About(2)), cpuAfter, deviceAfter)));

    [Fact]
    public void Runs_that_scatter_do_not_say_where_the_time_tips() => Assert.Equal(
        "Whether the time tips to the CPU is inconclusive: at work 100 the runs do not separate CPU and device "
            + "(CPU 60 %, device 50 %), for streaming with 1 thread.",
        Sentence(
            "tips_to_cpu",
            Busy(Cell("streaming", 1, 0, About(1)), cpu: 10, device: 90),
            Cell("streaming", 1, 100, About(2))
                .With(Metrics.CpuBusy, 40, 60, 80).With(Metrics.DeviceBusy, 30, 50, 70)));

    [Fact]
    public void One_level_of_work_or_an_unknown_device_says_nothing_of_tipping()
    {
        CellRecord[] levels =
        [
            Busy(Cell("streaming", 1, 0, About(1)), cpu: 10, device: 90),
            Busy(Cell("streaming", 1, 100, About(2)), cpu: 97, device: 4),
        ];

        Assert.DoesNotContain(ProcessConclusions.Of(levels[..1], Rounds), IsTipping);
        Assert.DoesNotContain(
            ProcessConclusions.Of([levels[0], levels[1].With(Metrics.DeviceBusy)], Rounds), IsTipping);

        static bool IsTipping(ConclusionRecord one) => one.Code == "tips_to_cpu";
    }

    [Fact]
    public void Too_few_runs_say_what_they_do_not_tell_and_how_many_would()
    {
        Assert.Equal(
            "At work 0 streaming with 1 thread has the best median (2.00 s, neither busy throughout); streaming with 2 threads "
                + "may be as fast (inconclusive after 1 run; at least 5 would decide).",
            Sentence("best_threads", Cell("streaming", 1, 0, 2), Cell("streaming", 2, 0, 3)));
        Assert.EndsWith(
            "streaming with 2 threads may be as fast (inconclusive after 3 runs; about 15 would decide).",
            Sentence("best_threads", Cell("streaming", 1, 0, 9, 10, 11), Cell("streaming", 2, 0, 10.5, 11.5, 12.5)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Of_many_that_are_not_told_the_runs_for_the_first_and_for_all_are_stated() => Assert.EndsWith(
        "streaming with 2 threads and streaming with 3 threads may be as fast "
            + "(inconclusive after 3 runs; about 15 would decide the first, more than 1,000 all).",
        Sentence("best_threads", Cell("streaming", 1, 0, 9, 10, 11), Cell("streaming", 2, 0, 10.5, 11.5, 12.5), Cell("streaming", 3, 0, 8, 10.27, 30)),
        StringComparison.Ordinal);

    [Fact]
    public void A_strategy_whose_threads_are_not_told_is_said_so_once() => Assert.EndsWith(
        "Of each strategy: streaming with 1 thread (2.000 s, neither busy throughout); buffering inconclusive (after 1 run; at least 5 would decide).",
        Sentence("best_threads", Cell("streaming", 1, 0, About(2)), Cell("streaming", 2, 0, About(3)), Cell("buffering", 1, 0, 20), Cell("buffering", 2, 0, 30)),
        StringComparison.Ordinal);

    [Fact]
    public void A_difference_of_many_times_is_told_by_two_runs() => Assert.StartsWith(
        "At work 0 use streaming with 2 threads", Sentence("best_threads", Cell("streaming", 1, 0, 20, 21), Cell("streaming", 2, 0, 1, 1.1)), StringComparison.Ordinal);

    [Fact]
    public void Times_of_memory_are_not_ranked() => Assert.Equal(
        ["Do not choose by these times. The cells are not ranked: of 2 cells measured none has the verdict device."],
        Conclude(Cell("streaming", 1, 0, About(2)) with { Verdicts = s_cached }, Cell("streaming", 2, 0, About(3)) with { Verdicts = s_cached }));

    [Fact]
    public void Where_no_counters_are_known_cells_are_ranked_all_the_same() => Assert.StartsWith(
        "At work 0 use streaming with 1 thread",
        Sentence("best_threads", Cell("streaming", 1, 0, About(2)) with { Verdicts = new() }, Cell("streaming", 2, 0, About(3)) with { Verdicts = new() }),
        StringComparison.Ordinal);

    [Fact]
    public void What_is_failed_missing_cut_or_cached_is_counted_and_named() => Assert.Equal(
        "Incomplete: of 6 cells 1 failed (c-1-0); 1 not measured (d-1-0); 1 not judged, with another verdict (e-1-0); "
            + "2 cut before 5 runs (streaming-1-0 and streaming-2-0).",
        Sentence(
            "process_incomplete",
            Cell("streaming", 1, 0, 2, 2), Cell("streaming", 2, 0, 2), Cell("buffering", 1, 0, About(2)),
            Cell("c", 1, 0) with { State = CellState.Failed }, Cell("d", 1, 0) with { State = CellState.Pending },
            Cell("e", 1, 0, About(2)) with { Verdicts = s_cached }));

    [Fact]
    public void The_cache_wins_nothing() => Assert.StartsWith(
        "At work 0 use streaming with 2 threads",
        Sentence(
            "best_threads",
            Cell("buffering", 1, 0, About(0.1)) with { Verdicts = s_cached }, Cell("streaming", 1, 0, About(3)), Cell("streaming", 2, 0, About(2))),
        StringComparison.Ordinal);

    [Fact]
    public void The_strategy_that_needs_least_memory_is_named_first()
    {
        Assert.Equal(
            "Use streaming where memory is short. Peak for data, managed and native, garbage included: buffering 900 MiB, streaming 12.0 MiB.",
            Sentence("memory", WithMemory("buffering", 900, 900, 900, 900, 900), WithMemory("streaming", 12, 12, 12, 12, 12)));
        Assert.StartsWith(
            "Do not choose a strategy by its memory: ",
            Sentence("memory", WithMemory("buffering", 14), WithMemory("streaming", 12)),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(90, "Pipeline. ", "faster in 1, equal within 5 % in 0, slower in 0, inconclusive in 0.")]
    [InlineData(99, "Pipelining gains nothing. ", "faster in 0, equal within 5 % in 1, slower in 0, inconclusive in 0.")]
    [InlineData(110, "Do not pipeline. ", "faster in 0, equal within 5 % in 0, slower in 1 (1 thread and work 0: 1.10 × the time of buffering), inconclusive in 0.")]
    public void The_pipeline_is_compared_with_the_faster_of_the_others(double seconds, string start, string end)
    {
        string said = Sentence(
            "pipelined", Cell("streaming", 1, 0, About(120)), Cell("buffering", 1, 0, About(100)), Cell("pipelined", 1, 0, About(seconds)));

        Assert.StartsWith(start, said, StringComparison.Ordinal);
        Assert.EndsWith(end, said, StringComparison.Ordinal);
    }

    [Fact]
    public void A_pipeline_that_wins_here_and_loses_there_is_neither_recommended_nor_useless() => Assert.StartsWith(
        "Whether to pipeline depends on threads and work. Against the faster of the others, by threads and work, it is faster in 1, equal within 5 % in 0, slower in 1 "
            + "(2 threads and work 0: 2.00 × the time of streaming), inconclusive in 0.",
        Sentence(
            "pipelined", Cell("streaming", 1, 0, About(2)), Cell("pipelined", 1, 0, About(1)), Cell("streaming", 2, 0, About(1)), Cell("pipelined", 2, 0, About(2))),
        StringComparison.Ordinal);

    [Fact]
    public void Of_two_values_that_win_the_faster_is_given() => Assert.Equal(
        "Use buffers of 64 KiB for streaming. Against 4 KiB: 8 KiB takes 0.90 × the time (9.000 s); 64 KiB takes 0.30 × the time (3.000 s).",
        Sentence("buffer", Buffer("4 KiB", 1, About(10)), Buffer("8 KiB", 1, About(9)), Buffer("64 KiB", 1, About(3))));

    [Fact]
    public void A_value_that_wins_with_some_threads_and_loses_with_others_is_not_given() => Assert.Equal(
        "For streaming these runs do not decide the buffer size. Against 4 KiB: 8 KiB is faster in 2 (0.50 ×) and slower in 1 (2.00 ×) of 3.",
        Sentence(
            "buffer",
            Buffer("4 KiB", 1, About(2)), Buffer("8 KiB", 1, About(1)), Buffer("4 KiB", 2, About(2)), Buffer("8 KiB", 2, About(1)),
            Buffer("4 KiB", 4, About(1)), Buffer("8 KiB", 4, About(2))));

    [Fact]
    public void A_value_that_others_only_equal_or_lose_against_is_kept() => Assert.StartsWith(
        "Keep buffers of 4 KiB for streaming. ",
        Sentence("buffer", Buffer("4 KiB", 1, About(1)), Buffer("8 KiB", 1, About(1)), Buffer("64 KiB", 1, About(2))),
        StringComparison.Ordinal);

    [Fact]
    public void What_was_measured_with_other_threads_only_is_not_compared_and_not_all_the_same() => Assert.Equal(
        "For streaming these runs do not decide the buffer size. Against 4 KiB: 8 KiB takes the same time within 5 %; 64 KiB has no comparable cell.",
        Sentence("buffer", Buffer("4 KiB", 1, About(1)), Buffer("8 KiB", 1, About(1)), Buffer("64 KiB", 2, About(9))));

    [Theory]
    [InlineData(2, 1, "How to read lines depends on threads and work. ")]
    [InlineData(1, 1, "How lines are read makes no difference. ")]
    public void Readers_of_lines_that_tie_or_take_turns_are_not_ranked(double first, double second, string start) => Assert.StartsWith(
        start,
        Sentence(
            "line_reader", Cell("streaming", 1, 0, About(first)), Cell("streamreader", 1, 0, About(second)),
            Cell("streaming", 2, 0, About(second)), Cell("streamreader", 2, 0, About(first))),
        StringComparison.Ordinal);

    [Fact]
    public void Threads_of_a_strategy_that_are_as_fast_are_counted() => Assert.EndsWith(
        "Of each strategy: streaming with 1 thread (2.000 s, neither busy throughout); "
            + "buffering with 1 thread (5.000 s, neither busy throughout), 1 other within 5 % of it.",
        Sentence(
            "best_threads", Cell("streaming", 1, 0, About(2)), Cell("streaming", 2, 0, About(3)), Cell("buffering", 1, 0, About(5)), Cell("buffering", 2, 0, About(5.01))),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(900, 901, 899)]
    [InlineData(1, 20, 32)]
    public void Peaks_that_garbage_or_the_spread_explains_choose_no_strategy(
        double streaming, double buffering, double pipelined) =>
        Assert.StartsWith(
            "Do not choose a strategy by its memory: "
                + "the peaks differ by no more than garbage or the spread of the runs explains. Peak ",
            Sentence(
                "memory", WithMemory("streaming", About(streaming)), WithMemory("buffering", About(buffering)),
                WithMemory("pipelined", About(pipelined))),
            StringComparison.Ordinal);

    [Fact]
    public void Strategies_that_need_about_as_little_memory_are_named_together() => Assert.StartsWith(
        "Use streaming or pipelined where memory is short. ",
        Sentence(
            "memory", WithMemory("buffering", About(900)), WithMemory("pipelined", About(16)),
            WithMemory("streaming", About(1))),
        StringComparison.Ordinal);

    [Fact]
    public void The_cells_that_are_fastest_or_too_close_to_call_are_named()
    {
        CellRecord[] cells =
        [
            Cell("streaming", 1, 0, About(2)), Cell("streaming", 2, 0, About(2.01)), Cell("buffering", 1, 0, About(3)),
        ];

        Assert.Equal(["streaming-1-0", "streaming-2-0"], Best(cells));
        Assert.Empty(Best(cells[..2]));

        static IReadOnlyList<string> Best(CellRecord[] cells) =>
            Assert.Single(ProcessConclusions.Of(cells, Rounds), one => one.Code == ProcessingValues.Fastest).Cells;
    }

    [Fact]
    public void What_is_ranked_without_counters_says_that_it_may_come_from_memory() => Assert.Equal(
        "Incomplete: of 2 cells 2 ranked although they may have been read from memory (streaming-1-0 and streaming-2-0).",
        Sentence(
            "process_incomplete",
            Cell("streaming", 1, 0, About(2)) with { Verdicts = new(Verdict.Unknown) }, Cell("streaming", 2, 0, About(3)) with { Verdicts = new(Verdict.Unknown) }));

    [Fact]
    public void Too_few_runs_do_not_tell_whether_to_pipeline()
    {
        string said = Sentence("pipelined", Cell("streaming", 1, 0, 3), Cell("pipelined", 1, 0, 1));

        Assert.StartsWith("Whether to pipeline is inconclusive. ", said, StringComparison.Ordinal);
        Assert.EndsWith("inconclusive in 1 (after 1 run; at least 5 would decide).", said, StringComparison.Ordinal);
    }

    [Fact]
    public void A_buffer_size_that_wins_is_named_and_one_that_ties_too() => Assert.Equal(
        "Use buffers of 64 KiB for streaming. Against 4 KiB: 8 KiB takes the same time within 5 %; 64 KiB takes 0.67 × the time (2.000 s).",
        Sentence("buffer", Buffer("4 KiB", 1, About(3)), Buffer("8 KiB", 1, About(3.01)), Buffer("64 KiB", 1, About(2)), Cell("pipelined", 1, 0, About(1))));

    [Fact]
    public void A_buffer_size_that_loses_and_one_that_is_not_told() => Assert.Equal(
        "For streaming these runs do not decide the buffer size. Against 4 KiB: 8 KiB is inconclusive after 3 runs; about 34 would decide (1.11 ×); "
            + "64 KiB takes 2.00 × the time (20.0 s).",
        Sentence("buffer", Buffer("4 KiB", 1, 9, 10, 11), Buffer("8 KiB", 1, 10.1, 11.1, 12.5), Buffer("64 KiB", 1, 20, 20, 20)));

    [Fact]
    public void Several_comparisons_of_a_buffer_size_are_counted() => Assert.Equal(
        "Use buffers of 8 KiB for streaming. Against 4 KiB: 8 KiB is faster in 2 (0.50 to 0.67 ×) and inconclusive in 1 (after 1 run; at least 5 would decide) of 3.",
        Sentence(
            "buffer",
            Buffer("4 KiB", 1, About(2)), Buffer("8 KiB", 1, About(1)), Buffer("4 KiB", 2, About(3)), Buffer("8 KiB", 2, About(2)),
            Buffer("4 KiB", 3, 2), Buffer("8 KiB", 3, 1)));

    [Fact]
    public void Buffers_that_make_no_difference_are_said_to_make_none() => Assert.StartsWith(
        "For streaming it makes no difference: buffers of 4 KiB or others.",
        Sentence("buffer", Buffer("4 KiB", 1, About(2)), Buffer("8 KiB", 1, About(2))),
        StringComparison.Ordinal);

    [Fact]
    public void A_hint_and_a_distribution_get_conclusions_of_their_own()
    {
        CellRecord[] hints =
            [With(Cell("buffering", 1, 0, About(2)), "hint", "none"), With(Cell("buffering", 1, 0, About(1)), "hint", "sequential")];
        CellRecord[] lists =
            [With(Cell("buffering", 1, 0, About(1)), "distribution", "shared"), With(Cell("buffering", 1, 0, About(2)), "distribution", "fixed")];

        Assert.Equal("Use the hint sequential for buffering. Against none: sequential takes 0.50 × the time (1.000 s).", Sentence("hint", hints));
        Assert.Equal(
            "Keep files distributed as shared for buffering. Against shared: fixed takes 2.00 × the time (2.000 s).", Sentence("distribution", lists));
    }

    [Fact]
    public void Reading_lines_as_bytes_is_compared_with_StreamReader() => Assert.Equal(
        "Read lines as bytes. Streaming against the same through StreamReader and StreamWriter: by bytes takes 0.50 × the time (1.000 s).",
        Sentence("line_reader", Cell("streaming", 1, 0, About(1)), Cell("streamreader", 1, 0, About(2))));

    private static readonly VerdictsRecord s_cached = new(Verdict.Cache, Verdict.Device);

    private static string[] Conclude(params CellRecord[] cells) => [.. ProcessConclusions.Of(cells, Rounds).Select(one => one.Text)];

    private static string Sentence(string code, params CellRecord[] cells) =>
        Assert.Single(ProcessConclusions.Of(cells, Rounds), one => one.Code == code).Text;

    private static double[] About(double seconds) => SampleCell.Quiet(seconds);

    private static CellRecord Buffer(string size, int threads, params double[] seconds) => With(Cell("streaming", threads, 0, seconds), "buffer", size);

    private static CellRecord Busy(CellRecord cell, double cpu, double device) =>
        cell.With(Metrics.CpuBusy, About(cpu)).With(Metrics.DeviceBusy, About(device));

    private static CellRecord WithMemory(string strategy, params double[] mebibytes) =>
        Cell(strategy, 1, 0, About(1)).With(Metrics.PeakManaged, [.. mebibytes.Select(one => one * (1 << 20))]);

    private static CellRecord With(CellRecord cell, string axis, string value) => cell with
    {
        Name = $"{cell.Name}-{value}",
        Labels = new Dictionary<string, string>(cell.Labels) { [axis] = value },
    };

    private static CellRecord Cell(string strategy, int threads, int work, params double[] seconds) =>
        SampleCell.Done($"{strategy}-{threads}-{work}", ("strategy", strategy), ("threads", $"{threads}"), ("work", $"{work}"))
            .With(Metrics.ElapsedToDurable, [.. seconds.Select(one => one * 1e9)]);
}
