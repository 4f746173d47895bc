using Landspeed.Experiments.Patterns;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Patterns;

public sealed class AwaitingAdviceTests
{
    private static readonly double[] s_awaited = [5100, 5200, 5300, 5200, 5200];
    private static readonly double[] s_plain = [2100, 2000, 2200, 2100, 2100];
    private static readonly string[] s_orders = ["random", "sequential"];
    private static readonly string[] s_operations = ["write", "read"];
    private static readonly string[] s_flushes = ["on", "off"];
    private static readonly string[] s_sizes = ["1 B", "64 B", "64 KiB"];
    private static readonly string[] s_apis = ["filestream", "filestream-async", "bufferedstream", "pipe"];

    [Fact]
    public void A_clear_cost_is_told_with_what_was_counted_beside_it() => Assert.Equal(
        "Do not await records of 4 KiB where CPU time matters. In sequential reads from the page cache filestream-async takes 5.20 µs of "
        + "CPU time per record and filestream 2.10 µs, 3.10 µs less. Each record is 1.00 work items of the thread pool, each of which waits "
        + "2.20 µs for a thread; 128 bytes allocated per record (filestream: less than a byte); the pool got up to 1 new thread in a run.",
        Single([Async(s_awaited), Plain(s_plain)]));

    [Fact]
    public void A_single_run_says_how_the_pool_grew() => Assert.EndsWith(
        "; the pool grew from 2 to 3 threads.", Single([Async([52_000]), Plain([2100])]), StringComparison.Ordinal);

    [Fact]
    public void What_costs_less_is_not_said_to_cost() => Assert.StartsWith(
        "Awaiting records of 4 KiB costs no CPU time. In sequential reads from the page cache filestream-async takes 2.10 µs of CPU time per "
        + "record and filestream 5.20 µs, 3.10 µs more. ", Single([Async(s_plain), Plain(s_awaited)]), StringComparison.Ordinal);

    [Fact]
    public void A_tie_chooses_nothing() => Assert.StartsWith(
        "CPU time does not decide whether to await records of 4 KiB. In sequential reads from the page cache filestream-async takes 2.10 µs of CPU "
        + "time per record and filestream 2.10 µs, the same within 5 %. Each record",
        Single([Async([2100, 2100, 2100, 2100, 2100]), Plain([2100, 2100, 2100, 2100, 2100])]), StringComparison.Ordinal);

    [Fact]
    public void Too_few_runs_tell_no_cost_but_what_was_counted()
    {
        string text = Single([Async([5200]), Plain([2100])]);

        Assert.StartsWith("The cost of awaiting records of 4 KiB is inconclusive after 1 run; at least 5 would decide. ", text, StringComparison.Ordinal);
        Assert.Contains("filestream 2.10 µs. Each record is 1.00 work items", text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_the_time_limit_cut_is_named() => Assert.Contains(
        "3.10 µs less; the time limit cut filestream-async after 44 % of the work. Each record",
        Single([With(Async(s_awaited), Metrics.WorkDone, 44), Plain(s_plain)]), StringComparison.Ordinal);

    [Theory]
    [InlineData(Verdict.Device, Verdict.Cache, "filestream-async has the verdict device and filestream cache.")]
    [InlineData(Verdict.Mixed, Verdict.Mixed, "filestream-async has the verdict mixed and filestream mixed.")]
    [InlineData(Verdict.Unknown, Verdict.Unknown, "filestream-async has the verdict unknown and filestream unknown.")]
    public void Cells_that_came_from_elsewhere_are_not_compared(Verdict awaited, Verdict plain, string why)
    {
        ConclusionRecord sentence = Assert.Single(AwaitingAdvice.Of([Async(s_awaited, awaited), Plain(s_plain, plain)]));

        Assert.Equal("awaiting_not_judged", sentence.Code);
        Assert.Equal($"The cost of awaiting records of 4 KiB is not judged. {why}", sentence.Text);
    }

    [Fact]
    public void Reads_of_the_device_are_told_as_such() => Assert.Contains(
        "In sequential reads from the device ", Single([Async(s_awaited, Verdict.Device), Plain(s_plain, Verdict.Device)]), StringComparison.Ordinal);

    [Fact]
    public void Without_the_twin_nothing_is_said()
    {
        Assert.Empty(AwaitingAdvice.Of([Async(s_awaited)]));
        Assert.Empty(AwaitingAdvice.Of([Plain(s_plain)]));
        Assert.Empty(AwaitingAdvice.Of([Async(s_awaited), Plain(s_plain) with { State = CellState.Failed }]));
        Assert.Empty(AwaitingAdvice.Of([Async(s_awaited), Cell("filestream", s_plain, "64 KiB")]));
        Assert.Empty(AwaitingAdvice.Of([Async(s_awaited), Cell("filestream", s_plain, order: "random")]));
        Assert.Empty(AwaitingAdvice.Of([Async(s_awaited), Cell("bufferedstream", s_plain)]));
    }

    [Fact]
    public void A_document_that_counted_no_work_items_says_nothing() => Assert.Empty(AwaitingAdvice.Of(
        [With(Async(s_awaited), Metrics.PoolItems, null), With(Plain(s_plain), Metrics.PoolItems, null)]));

    [Fact]
    public void Of_many_cells_the_reads_that_were_cached_in_order_and_the_size_nearest_to_4_KiB_are_told()
    {
        CellRecord[] cells =
        [
            .. from order in s_orders
               from operation in s_operations
               from flush in s_flushes
               from size in s_sizes
               from api in s_apis
               select Cell(api, s_plain, size, order, operation, flush: flush),
        ];

        string[] texts = [.. AwaitingAdvice.Of(cells).Select(sentence => sentence.Text)];

        Assert.Equal(2, texts.Length);
        Assert.Contains("would decide. In sequential reads from the page cache filestream-async takes", texts[0], StringComparison.Ordinal);
        Assert.Contains("would decide. In sequential reads from the page cache pipe takes", texts[1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_wait_that_is_not_known_is_not_left_out() => Assert.Contains(
        "There is a work item of the thread pool for every 4,096 records, whose wait is unknown (22 timed, 100 are needed); ",
        Single([With(With(With(Async(s_awaited), Metrics.PoolWait, null), Metrics.PoolItemsTimed, 22), Metrics.PoolItemsPerRequest, 1 / 4096.0), Plain(s_plain)]),
        StringComparison.Ordinal);

    [Fact]
    public void What_needs_no_thread_of_the_pool_is_said_to() => Assert.Contains(
        ". No record is a work item of the thread pool; ",
        Single([With(Async(s_awaited), Metrics.PoolItemsPerRequest, 0), Plain(s_plain)]), StringComparison.Ordinal);

    [Fact]
    public void Of_styles_the_reads_are_told()
    {
        CellRecord[] cells =
        [
            Style("pipe", StyleLabels.Create, s_plain), Style("block", StyleLabels.Create, s_plain),
            Style("pipe", StyleLabels.Read, s_awaited), Style("block", StyleLabels.Read, s_plain),
        ];

        Assert.StartsWith(
            "Do not await blocks of 64 KiB where CPU time matters. In reads from the device pipe takes 5.20 µs of CPU time per record and block 2.10 µs, 3.10 µs less.",
            Single(cells), StringComparison.Ordinal);
    }

    [Fact]
    public void Each_awaited_API_and_style_has_a_twin_that_is_none_and_nothing_else_has()
    {
        Assert.All(MatrixApis.All, api => Assert.Equal(api.IsAwaited, ApiLabels.TwinOf(api.Name) is { } twin
            && MatrixApis.All.Any(other => other.Name == twin && !other.IsAwaited)));
        Assert.All(RecordStyles.All, style => Assert.Equal(style.IsAwaited, StyleLabels.TwinOf(style.Name) is { } twin
            && RecordStyles.All.Any(other => other.Name == twin && !other.IsAwaited)));
    }

    private static string Single(IReadOnlyList<CellRecord> cells)
    {
        ConclusionRecord sentence = Assert.Single(AwaitingAdvice.Of(cells));
        Assert.Equal("awaiting_cost", sentence.Code);
        return sentence.Text;
    }

    private static CellRecord Async(double[] cpuNs, Verdict verdict = Verdict.Cache) => With(Cell("filestream-async", cpuNs, verdict: verdict), Metrics.AllocatedPerRequest, 128);

    private static CellRecord Plain(double[] cpuNs, Verdict verdict = Verdict.Cache) => Cell("filestream", cpuNs, verdict: verdict);

    private static CellRecord Cell(
        string api, double[] cpuNs, string size = "4 KiB", string order = "sequential", string operation = "read", Verdict verdict = Verdict.Cache, string flush = "off") => Measured(
        ResultPreview.Cell(
            $"{api}-{size}-{order}-{operation}-{flush}",
            [("api", api), ("record_size", size), ("order", order), ("operation", operation), ("flush", flush)]),
        cpuNs,
        operation == "read" ? new VerdictsRecord(Read: verdict) : new VerdictsRecord(Write: verdict),
        size switch { "1 B" => 1, "64 B" => 64, "4 KiB" => 4096, _ => 65_536 });

    private static CellRecord Style(string style, string operation, double[] cpuNs) => Measured(
        ResultPreview.Cell($"{operation}-{style}", [(StyleLabels.OperationAxis, operation), (StyleLabels.StyleAxis, style), (StyleLabels.Calls, style)]),
        cpuNs,
        operation == StyleLabels.Read ? new VerdictsRecord(Read: Verdict.Device) : new VerdictsRecord(Write: Verdict.Device),
        recordBytes: null);

    private static CellRecord Measured(CellRecord cell, double[] cpuNs, VerdictsRecord verdicts, double? recordBytes)
    {
        double[] ones = [.. cpuNs.Select(_ => 1.0)];
        var metrics = new Dictionary<string, IntervalRecord>
        {
            [Metrics.CpuPerRequest.Name] = MedianInterval.Of(cpuNs),
            [Metrics.AllocatedPerRequest.Name] = MedianInterval.Of([.. ones.Select(one => 0.1 * one)]),
            [Metrics.PoolItems.Name] = MedianInterval.Of([.. ones.Select(one => 1000 * one)]),
            [Metrics.PoolItemsPerRequest.Name] = MedianInterval.Of(ones),
            [Metrics.PoolItemsTimed.Name] = MedianInterval.Of([.. ones.Select(one => 100 * one)]),
            [Metrics.PoolWait.Name] = MedianInterval.Of([.. ones.Select(one => 2200 * one)]),
            [Metrics.PoolThreadsAtStart.Name] = MedianInterval.Of([.. ones.Select(one => 2 * one)]),
            [Metrics.PoolThreadsMost.Name] = MedianInterval.Of([.. ones.Select(one => 3 * one)]),
            [Metrics.PoolThreadsInjected.Name] = MedianInterval.Of(ones),
        };
        if (recordBytes is { } bytes)
        {
            metrics[Metrics.RecordBytes.Name] = MedianInterval.Of([bytes]);
        }

        return cell with { State = CellState.Done, Verdicts = verdicts, Metrics = metrics };
    }

    private static CellRecord With(CellRecord cell, Metric metric, double? value)
    {
        var metrics = new Dictionary<string, IntervalRecord>(cell.Metrics);
        metrics.Remove(metric.Name);
        if (value is { } known)
        {
            metrics[metric.Name] = MedianInterval.Of([.. cell[Metrics.CpuPerRequest] is { Runs: var runs } ? Enumerable.Repeat(known, runs) : []]);
        }

        return cell with { Metrics = metrics };
    }
}
