using Landspeed.Experiments.Layers;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Layers;

public sealed class LayerConclusionsTests
{
    // Processor time and elapsed time, ns a byte: each run is the base and a little more.
    private static readonly (string Name, double Cpu, double Time)[] s_costs =
    [
        (LayerLabels.NullEngine, 0.001, 0.001), (LayerLabels.MemoryCopy, 0.081, 0.082), (LayerLabels.PageCache, 0.131, 0.14),
        (LayerLabels.DeviceBuffered, 0.29, 0.5), (LayerLabels.DeviceDirect, 0.041, 0.4),
    ];

    [Fact]
    public void Each_layer_gets_its_share_and_direct_what_it_saves() => Assert.Equal(
        [
            "layers_cost: Of 0.290 ns (0.580 cycles) of CPU time per byte read from the device through the page cache, our loop takes 0.00100, "
                + "memory copy 0.0800, kernel and page cache 0.0500 and way to the device 0.159.",
            "layers_direct: Direct costs 0.0410 ns (0.0820 cycles) per byte, 0.0400 ns beyond our loop; it saves 0.249 of the 0.290 ns (0.580 cycles) "
                + "through the page cache, 86 %: the memory copy and the page cache.",
            "layers_time: Direct I/O is 1.25 times as fast as buffered: 2,500 MB/s direct, 2,000 MB/s through the page cache; the page cache alone "
                + "7,143 MB/s; memory alone 12,195 MB/s.",
        ],
        Conclude(Cells()));

    [Fact]
    public void A_write_is_called_one() => Assert.StartsWith(
        "layers_cost: Of 0.290 ns (0.580 cycles) of CPU time per byte written to the device through the page cache, our loop takes 0.00100, ",
        Conclude(Cells(), MeasuredOperation.Write)[0],
        StringComparison.Ordinal);

    [Fact]
    public void A_tie_is_no_amount()
    {
        string[] sentences = Conclude(Cells(
            Cell(LayerLabels.DeviceBuffered, [0.131, 0.132, 0.133, 0.131, 0.132], 0.4), Cell(LayerLabels.DeviceDirect, [0.131, 0.132, 0.133, 0.131, 0.132], 0.4)));

        Assert.EndsWith("and kernel and page cache 0.0500; less than 5 % more than without it: way to the device.", sentences[0], StringComparison.Ordinal);
        Assert.Contains("beyond our loop: within 5 % of the 0.132 ns (0.264 cycles) through the page cache.", sentences[1], StringComparison.Ordinal);
        Assert.StartsWith("layers_time: Direct I/O is as fast as buffered: ", sentences[2], StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_runs_say_how_many_would_tell()
    {
        string[] sentences = Conclude([.. s_costs.Select(one => Cell(one.Name, [one.Cpu], one.Time))]);

        Assert.Contains("kernel and page cache: inconclusive after 1 run; at least 5 would decide", sentences[0], StringComparison.Ordinal);
        Assert.Contains("whether it saves anything of the 0.290 ns (0.580 cycles) through the page cache is inconclusive after 1 run", sentences[1], StringComparison.Ordinal);
        Assert.StartsWith("layers_time: Whether direct or buffered I/O is faster is inconclusive after 1 run; at least 5 would decide: ", sentences[2], StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_that_spread_too_far_tell_no_amount()
    {
        string[] sentences = Conclude(Cells(Cell(LayerLabels.PageCache, [0.07, 0.08, 0.1, 0.12, 0.14], 0.14)));

        Assert.Contains("; kernel and page cache: inconclusive after 5 runs; about ", sentences[0], StringComparison.Ordinal);
        Assert.DoesNotContain("0.0190", sentences[0], StringComparison.Ordinal);
    }

    [Fact]
    public void A_layer_that_seems_to_cost_less_than_the_one_below_is_named_and_has_no_amount()
    {
        CellRecord[] cells = Cells(Cell(LayerLabels.PageCache, [0.05, 0.051, 0.052, 0.05, 0.051], 0.14));

        Assert.Contains(
            "; page-cache costs 0.0510 ns (0.102 cycles), less than the 0.0810 ns (0.162 cycles) of memory-copy: the two differ in more than kernel and page cache.",
            Conclude(cells)[0],
            StringComparison.Ordinal);
        Assert.Equal(LayerLabels.Less, Compared(cells, LayerLabels.PageCache).Labels[LayerLabels.CpuTold]);
    }

    [Fact]
    public void A_cold_read_that_came_from_the_cache_is_no_read_of_the_device()
    {
        CellRecord[] cells = Cells(With(LayerLabels.DeviceBuffered, cell => cell with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) }));
        string[] sentences = Conclude(cells);

        Assert.StartsWith("layers_cost: Of 0.131 ns (0.262 cycles) of CPU time per byte read from the page cache, ", sentences[0], StringComparison.Ordinal);
        Assert.Equal("layers_direct: Direct costs 0.0410 ns (0.0820 cycles) per byte, 0.0400 ns beyond our loop.", sentences[1]);
        Assert.Equal("layers_incomplete: Not all layers are known: device-buffered has the verdict cache, not device.", sentences[2]);
        Assert.Null(Compared(cells, LayerLabels.DeviceBuffered)[Metrics.AddedCpuPerByte]);
        Assert.False(Compared(cells, LayerLabels.DeviceBuffered).Labels.ContainsKey(LayerLabels.CpuTold));
    }

    [Fact]
    public void A_page_cache_that_did_not_keep_the_file_hides_what_lies_above_it()
    {
        string[] sentences = Conclude(Cells(With(LayerLabels.PageCache, cell => cell with { Verdicts = new VerdictsRecord(Read: Verdict.Mixed) })));

        Assert.StartsWith("layers_cost: Of 0.0810 ns (0.162 cycles) of CPU time per byte copied from memory, ", sentences[0], StringComparison.Ordinal);
        Assert.Contains("it saves 0.249 of the 0.290 ns", sentences[1], StringComparison.Ordinal);
        Assert.Equal(
            "layers_incomplete: Not all layers are known: page-cache has the verdict mixed, not cache; so what these add is unknown: device-buffered above page-cache. "
                + "With a --size that fits into memory, page-cache stays in the cache.",
            sentences[^1]);
    }

    [Fact]
    public void Direct_that_fell_back_is_not_direct()
    {
        CaseRecord requested = Case("direct");
        string[] sentences = Conclude(Cells(With(LayerLabels.DeviceDirect, cell => cell with
        {
            Runs =
            [
                new RunRecord
                {
                    Cell = cell.Name, Round = 0,
                    Case = new CaseSection
                    {
                        Requested = requested, Effective = requested with { Mode = "buffered" }, Fallbacks = ["mode buffered instead of direct: tmpfs"],
                    },
                },
            ],
        })));

        Assert.Equal(2, sentences.Length);
        Assert.Equal("layers_incomplete: Not all layers are known: device-direct was buffered: mode buffered instead of direct: tmpfs.", sentences[1]);
    }

    [Fact]
    public void A_pass_that_is_too_short_says_so() => Assert.Contains(
        "layers_short: A run of device-buffered lasts 23 ms: one pass is short, and the start of the run adds to its cost; give a larger --size or a longer --time.",
        Conclude(Cells(With(LayerLabels.DeviceBuffered, cell => With(cell, Metrics.Elapsed, [23e6, 23e6, 23e6, 23e6, 23e6])))));

    [Fact]
    public void Layers_that_failed_or_wait_are_named()
    {
        string[] sentences = Conclude(Cells(
            With(LayerLabels.DeviceBuffered, cell => cell with { State = CellState.Pending, Metrics = new Dictionary<string, IntervalRecord>() }),
            With(LayerLabels.DeviceDirect, cell => cell with { State = CellState.Failed, Reason = "EIO", Metrics = new Dictionary<string, IntervalRecord>() })));

        Assert.Equal("layers_incomplete: Not all layers are known: device-buffered was not measured; device-direct failed: EIO.", sentences[^1]);
    }

    [Fact]
    public void Without_a_run_there_is_no_conclusion() => Assert.Empty(Conclude(
        [.. s_costs.Select(one => new CellRecord { Name = one.Name, State = CellState.Pending })]));

    [Fact]
    public void What_is_added_sums_up_to_the_whole()
    {
        CellRecord[] cells = Cells();
        string[] chain = [LayerLabels.NullEngine, LayerLabels.MemoryCopy, LayerLabels.PageCache, LayerLabels.DeviceBuffered];

        Assert.Equal(cells[3][Metrics.CpuPerByte]!.Median, chain.Sum(name => Compared(cells, name)[Metrics.AddedCpuPerByte]!.Median), 12);
        Assert.Equal(0.04, Compared(cells, LayerLabels.DeviceDirect)[Metrics.AddedCpuPerByte]!.Median, 12);
        Assert.All(cells, cell => Assert.Equal(LayerLabels.More, Compared(cells, cell.Name).Labels[LayerLabels.TimeTold]));
    }

    private static string[] Conclude(CellRecord[] cells, MeasuredOperation operation = MeasuredOperation.Read) =>
        [.. LayerConclusions.Of(cells, operation).Select(one => $"{one.Code}: {one.Text}")];

    private static CellRecord Compared(CellRecord[] cells, string name) => LayerStep.Of(cells).First(step => step.Layer.Name == name).Compared();

    private static CellRecord[] Cells(params CellRecord[] others) =>
    [
        .. s_costs.Select(one => others.FirstOrDefault(other => other.Name == one.Name)
            ?? Cell(one.Name, [one.Cpu, one.Cpu * 0.999, one.Cpu * 1.001, one.Cpu * 0.998, one.Cpu * 1.002], one.Time)),
    ];

    private static CellRecord With(string name, Func<CellRecord, CellRecord> change) => change(Cells().First(cell => cell.Name == name));

    private static CellRecord With(CellRecord cell, Metric metric, double[] values) => cell with
    {
        Metrics = new Dictionary<string, IntervalRecord>(cell.Metrics) { [metric.Name] = MedianInterval.Of(values) },
    };

    private static CellRecord Cell(string name, double[] cpu, double time)
    {
        bool isOfFile = name is not (LayerLabels.NullEngine or LayerLabels.MemoryCopy);
        double[] times = [.. new[] { 1, 0.999, 1.001, 0.998, 1.002 }.Take(cpu.Length).Select(factor => time * factor)];
        var cell = new CellRecord
        {
            Name = name,
            State = CellState.Done,
            Verdicts = new VerdictsRecord(isOfFile ? name == LayerLabels.PageCache ? Verdict.Cache : Verdict.Device : null),
        };
        foreach ((Metric metric, double[] values) in new[]
        {
            (Metrics.CpuPerByte, cpu), (Metrics.CyclesPerByte, [.. cpu.Select(ns => 2 * ns)]), (Metrics.ElapsedPerByte, times),
            (Metrics.Throughput, [.. times.Select(ns => 1e9 / ns)]), (Metrics.Elapsed, [.. cpu.Select(_ => 1e9)]),
        })
        {
            cell = With(cell, metric, values);
        }

        return cell;
    }

    private static CaseRecord Case(string mode) => new()
    {
        Operation = "read", Mode = mode, Api = "engine", RequestSizeBytes = 1 << 20, QueueDepth = 8, Threads = 1, DistancePct = 0, Engine = "uring",
        TimeS = 1, Touch = false, Cold = true, Flush = "none", Seed = 1,
    };
}
