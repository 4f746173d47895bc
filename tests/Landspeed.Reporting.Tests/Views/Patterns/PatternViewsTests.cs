using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Views;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views.Patterns;

public sealed class PatternViewsTests
{
    private static readonly FilePath s_here = FilePath.FromText(AppContext.BaseDirectory);

    [Fact]
    public void The_matrix_has_a_table_a_kind_and_marks_the_best_and_other_verdicts()
    {
        ResultDocument plan = new ApisExperiment(new ApiOptions
        {
            Directory = s_here, Seed = 1, Apis = ["filestream", "pipe", "mmap"], RecordSizes = [1, 4096],
        }).Plan(DateTimeOffset.UnixEpoch).Preview;
        ResultDocument document = plan with
        {
            Cells =
            [
                .. plan.Cells.Select(cell => cell.Name switch
                {
                    "filestream-4KiB-sequential-read-flush" => Done(cell, 1e9, Verdict.Device),
                    "mmap-4KiB-sequential-read-flush" => Done(cell, 2e9, Verdict.Cache),
                    "filestream-1B-sequential-read-flush" => cell with { State = CellState.Failed, Reason = "why" },
                    _ => cell,
                }),
            ],
        };

        ReportView view = KindViews.Of(document);

        Assert.Equal(8, view.Tables.Count);
        ReportTable table = view.Tables[0];
        Assert.Equal("MB/s, sequential read, dropped from the page cache before", table.Title);
        Assert.Equal(["API", "1 B", "4 KiB"], table.Columns.Select(column => column.Heading));
        Assert.Equal(["filestream", "failed", "1,000"], table.Rows[0].Select(cell => cell.Text));
        Assert.Equal(["mmap", string.Empty, "2,000c"], table.Rows[2].Select(cell => cell.Text + cell.Signs));
        Assert.Equal((Mark.Number, Mark.Plain), (table.Rows[0][2].Mark, table.Rows[2][2].Mark)); // the cache wins nothing
        Assert.Contains("1 of 2 cells", table.Note, StringComparison.Ordinal);
        Assert.DoesNotContain(view.Tables[4].Rows, row => row[0].Text == "pipe"); // random: cannot be, and is no row
    }

    [Theory]
    [InlineData(CacheFlush.Drop, Verdict.Device, "MB/s, sequential read, dropped from the page cache before", "Verdict of all: device.")]
    [InlineData(CacheFlush.Drop, Verdict.Cache, "MB/s, sequential read, still cached after the drop", "rates of memory")]
    [InlineData(CacheFlush.Drop, Verdict.Mixed, "MB/s, sequential read, partly cached after the drop", "Verdict of all: mixed.")]
    [InlineData(CacheFlush.SecondFile, Verdict.Cache, "MB/s, sequential read, a second file read through first", "rates of memory")]
    [InlineData(CacheFlush.None, Verdict.Cache, "MB/s, sequential read, page cache left as it was", "rates of memory")]
    public void The_title_promises_no_more_than_was_done_and_seen(CacheFlush flush, Verdict verdict, string title, string note)
    {
        ResultDocument plan = new ApisExperiment(new ApiOptions
        {
            Directory = s_here, Seed = 1, Apis = ["filestream"], RecordSizes = [4096], Flushes = [ApiFlush.On], CacheFlush = flush,
        }).Plan(DateTimeOffset.UnixEpoch).Preview;

        ReportTable table = KindViews.Of(
            plan with { Cells = [.. plan.Cells.Select(cell => Done(cell, 1e9, verdict))] }).Tables[0];

        Assert.Equal(title, table.Title);
        Assert.Contains(note, table.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void What_the_time_limit_cut_is_marked_with_its_share_in_table_page_and_chart_and_is_never_the_best()
    {
        ResultDocument plan = new ApisExperiment(new ApiOptions
        {
            Directory = s_here, Seed = 1, Apis = ["filestream", "pipe", "mmap"], RecordSizes = [1, 4096], Orders = [ApiOrder.Sequential],
            Operations = [ApiOperation.Read], Flushes = [ApiFlush.On],
            Time = TimeSpan.FromSeconds(5), LargeTime = TimeSpan.FromSeconds(5),
        }).Plan(DateTimeOffset.UnixEpoch).Preview;
        ResultDocument document = plan with
        {
            Cells =
            [
                .. plan.Cells.Select(cell => cell.Name switch
                {
                    "filestream-1B-sequential-read-flush" => Done(cell, 1e6, Verdict.Device, donePct: 0.004),
                    "mmap-1B-sequential-read-flush" => Done(cell, 5e5, Verdict.Device, donePct: 100),
                    "filestream-4KiB-sequential-read-flush" => Done(cell, 2e9, Verdict.Device, donePct: 99.7),
                    "mmap-4KiB-sequential-read-flush" => Done(cell, 1e9, Verdict.Cache, donePct: 12.6),
                    _ => Done(cell, 4e8, Verdict.Device, donePct: 100),
                }),
            ],
        };

        ReportView view = KindViews.Of(document);
        ReportTable table = Assert.Single(view.Tables);

        Assert.Contains("3 of them cut by the limit of 5.00 s", view.Headline[0].Select(part => part.Text));
        Assert.Equal(["filestream", "(<1%) 1.00", "(99%) 2,000"], table.Rows[0].Select(cell => cell.Text + cell.Signs));
        Assert.Equal(["pipe", "400*", "400*"], table.Rows[1].Select(cell => cell.Text + cell.Signs));
        Assert.Equal(["mmap", "0.500", "(13%) 1,000c"], table.Rows[2].Select(cell => cell.Text + cell.Signs));
        Assert.Contains("3 of 6 cells cut by the time limit", table.Note, StringComparison.Ordinal);
        Assert.Equal(("1.00", "cut at < 0.1 %"), (table.Rows[0][1].PageText, table.Rows[0][1].Details![^1].Text));
        Assert.Equal("cut at 12.6 %", table.Rows[2][2].Details![^1].Text);
        Chart chart = Assert.IsType<Chart>(Assert.Single(view.Charts));
        Assert.Contains("Not drawn: 3 cells that the time limit cut", chart.Note, StringComparison.Ordinal);
        IEnumerable<ChartPoint> points = chart.Series.SelectMany(series => series.Points);
        Assert.Equal([1, 4096], points.Select(point => point.X).Distinct().Order());
    }

    [Fact]
    public void The_raw_rate_of_the_device_is_a_line_of_the_charts_and_in_the_notes()
    {
        ReportView view = KindViews.Of(Matrix(cell => cell.Name switch
        {
            "landspeed-direct-1MiB-sequential-read-flush" => Done(cell, 2e9, Verdict.Device),
            "landspeed-direct-64KiB-sequential-read-flush" => Done(cell, 1.9e9, Verdict.Device),
            "landspeed-direct-4KiB-sequential-read-flush" => Done(cell, 3e9, Verdict.Device), // not large
            "landspeed-direct-64KiB-sequential-write-flush" => Done(cell, 1.2e9, Verdict.Device),
            _ => Done(cell, 1e8, cell.Labels["flush"] == "on" ? Verdict.Device : Verdict.Cache),
        }));

        const string Read = "the raw rate of the device, 2,000 MB/s (landspeed-direct, sequential, records of 1 MiB)";
        const string Write = "the raw rate of the device, 1,200 MB/s (landspeed-direct, sequential, records of 64 KiB)";
        Chart[] charts = [.. view.Charts.Cast<Chart>()];
        Assert.Equal([2000, 1200, 2000, 1200], charts.Select(chart => Assert.Single(chart.References).High));
        Assert.All(charts.Where(chart => chart.Name.EndsWith("read", StringComparison.Ordinal)), chart =>
            Assert.Contains($" Dashed across: {Read}.", chart.Note, StringComparison.Ordinal));
        Assert.Equal("raw rate: 2,000 MB/s", charts[0].References[0].Name);
        Assert.Equal(
            [
                $"Verdict of all: device. To compare with: {Read}.", "Verdict of all: cache.",
                $"Verdict of all: device. To compare with: {Write}.", "Verdict of all: cache.",
            ],
            view.Tables.Take(4).Select(table => table.Note));
    }

    [Theory]
    [InlineData(Verdict.Cache, 100)]
    [InlineData(Verdict.Device, 40)]
    public void What_is_not_the_whole_file_from_the_device_is_no_raw_rate(Verdict verdict, double donePct)
    {
        ReportView view = KindViews.Of(Matrix(cell => cell.Name.StartsWith("landspeed-direct", StringComparison.Ordinal)
            ? Done(cell, 2e9, verdict, donePct) : Done(cell, 1e8, Verdict.Device)));

        Assert.All(view.Charts.Cast<Chart>(), chart => Assert.Empty(chart.References));
        Assert.All(view.Tables, table => Assert.DoesNotContain("raw rate", table.Note, StringComparison.Ordinal));
    }

    private static ResultDocument Matrix(Func<CellRecord, CellRecord> measured)
    {
        ResultDocument plan = new ApisExperiment(new ApiOptions
        {
            Directory = s_here,
            Seed = 1,
            Apis = ["filestream", "landspeed-direct"],
            RecordSizes = [4096, 65_536, 1 << 20],
        }).Plan(DateTimeOffset.UnixEpoch).Preview;
        return plan with { Cells = [.. plan.Cells.Select(measured)] };
    }

    [Fact]
    public void What_is_awaited_stands_above_its_twin_with_what_the_runtime_adds()
    {
        ResultDocument plan = new ApisExperiment(new ApiOptions
        {
            Directory = s_here, Seed = 1, Apis = ["filestream", "filestream-async", "pipe"], RecordSizes = [4096], Operations = [ApiOperation.Read],
        }).Plan(DateTimeOffset.UnixEpoch).Preview;
        ResultDocument document = plan with
        {
            Cells =
            [
                .. plan.Cells.Select(cell => cell.Name switch
                {
                    "filestream-async-4KiB-sequential-read" => Counted(Done(cell, 1e9, Verdict.Cache, donePct: 44), 2370, 1, 629, 3),
                    "filestream-4KiB-sequential-read" => Counted(Done(cell, 1e9, Verdict.Cache), 938, 0, null, 2),
                    _ => Counted(Done(cell, 1e9, Verdict.Device), 9999, 1, null, 2),
                }),
            ],
        };

        ReportTable table = Assert.Single(KindViews.Of(document).Tables, table => table.Title.StartsWith("Managed", StringComparison.Ordinal));

        Assert.Equal("Managed cost of awaiting, sequential read, already cached", table.Title);
        Assert.Equal(["calls", "cpu", "bytes", "items", "wait", "GCs", "GC pause", "threads", "new", "verdict"], table.Columns.Select(column => column.Heading));
        Assert.Equal(
            ["filestream-async 4 KiB (44%)|2.37 µs|160|1.00|629 ns|0|0 ns|3|1|cache", "filestream 4 KiB|938 ns|160|0||0|0 ns|2|0|cache"],
            table.Rows.Select(row => string.Join('|', row.Select(cell => cell.Text))));
        Assert.DoesNotContain("No wait", table.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_too_few_items_were_timed_the_note_says_what_to_give()
    {
        ResultDocument plan = new StylesExperiment(new StylesOptions { Directory = s_here, Seed = 1, Styles = ["pipe", "block"] }).Plan(DateTimeOffset.UnixEpoch).Preview;
        ResultDocument document = plan with { Cells = [.. plan.Cells.Select(cell => Counted(Done(cell, 1e9, Verdict.Device), 50, 0.0015, null, 2))] };

        ReportTable[] tables = [.. KindViews.Of(document).Tables.Where(table => table.Title.StartsWith("Managed", StringComparison.Ordinal))];

        Assert.Equal(["Managed cost of awaiting, creating", "Managed cost of awaiting, reading"], tables.Select(table => table.Title));
        Assert.All(tables, table => Assert.EndsWith("No wait where fewer than 100 items were timed: give more --records.", table.Note, StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_measured_has_no_verdict_and_no_chart()
    {
        ResultDocument plan = new ApisExperiment(new ApiOptions { Directory = s_here, Seed = 1, Apis = ["filestream"] }).Plan(DateTimeOffset.UnixEpoch).Preview;

        ReportView view = KindViews.Of(plan);

        Assert.All(view.Tables, table => Assert.Null(table.Note));
        Assert.Empty(view.Charts);
    }

    [Fact]
    public void A_document_from_before_record_bytes_has_the_same_charts()
    {
        ResultDocument now = Samples.Of("apis");
        ResultDocument before = now with
        {
            Cells =
            [
                .. now.Cells.Select(cell => cell with
                {
                    Metrics = cell.Metrics.Where(metric => metric.Key != Metrics.RecordBytes.Name).ToDictionary(),
                }),
            ],
        };

        Assert.Equal(4, KindViews.Of(now).Charts.Count);
        Assert.Equal(
            KindViews.Of(now).Charts.Select(chart => chart.Description),
            KindViews.Of(before).Charts.Select(chart => chart.Description));
    }

    [Fact]
    public void Reads_from_the_cache_are_not_called_cold()
    {
        ResultDocument styles = Samples.Of("styles");
        ResultDocument cached = styles with
        {
            Cells =
            [
                .. styles.Cells.Select(cell => cell with
                {
                    Verdicts = new VerdictsRecord(
                        cell.Verdicts.Read is null ? null : Verdict.Cache, cell.Verdicts.Write is null ? null : Verdict.Cache),
                }),
            ],
        };

        ReportView view = KindViews.Of(cached);

        Assert.Equal(
            ["Creating the file, until flushed", "Reading the file, still cached after the drop", "Styles"],
            view.Tables.Select(table => table.Title));
        Assert.Contains("rates of memory", view.Tables[1].Note, StringComparison.Ordinal);
    }

    [Fact]
    public void Hints_that_read_memory_are_not_said_to_be_cold_and_none_is_marked()
    {
        ResultDocument hints = Samples.Of("hints");
        ResultDocument cached = hints with
        {
            Cells = [.. hints.Cells.Select(cell => cell.State == CellState.Done ? cell with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) } : cell)],
        };

        ReportTable table = KindViews.Of(cached).Tables[0];

        Assert.Contains("but were read from memory anyway", table.Note, StringComparison.Ordinal);
        Assert.DoesNotContain(table.Rows.SelectMany(row => row), cell => cell.Mark == Mark.Number);
    }

    [Fact]
    public void Requests_are_shown_by_their_sizes_a_file_and_lost_ones_are_named()
    {
        ReportTable table = KindViews.Of(Samples.Of("hints")).Tables[1];

        Assert.Equal(["none", "2.03", "0.03 × 4 KiB + 1 × 8 KiB + 1 × 184 KiB"], table.Rows[0].Select(cell => cell.Text));
        Assert.Equal(3, table.Rows.Count); // neither the failed nor the skipped one
        Assert.EndsWith("The kernel kept the first ones only; not counted: direct 12.", table.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_single_requests_are_not_known_the_note_says_why()
    {
        ResultDocument hints = Samples.Of("hints");
        ResultDocument without = hints with
        {
            Setup = hints.Setup with { Effective = new Dictionary<string, string> { [HintLabels.RequestSizesOption] = "only root may" } },
            Cells = [.. hints.Cells.Select(cell => cell with { Runs = [.. cell.Runs.Select(run => run with { Facts = new Dictionary<string, string>() })] })],
        };

        ReportView view = KindViews.Of(without);

        Assert.Contains("mean of the device's read requests; the sizes of single ones are not known: only root may.", Assert.Single(view.Tables).Note, StringComparison.Ordinal);
        Assert.DoesNotContain(view.Charts, chart => chart.Name == "hints-request-sizes");
    }

    [Fact]
    public void A_persons_own_files_are_named()
    {
        ResultDocument hints = Samples.Of("hints");
        SetupRecord setup = hints.Setup.With((HintLabels.FilesOf, "/home/me/photos"), (HintLabels.TotalBytes, "5242880"));

        Assert.Contains("1,000 files of /home/me/photos, 5 MiB", Samples.Table(hints with { Setup = setup }), StringComparison.Ordinal);
    }

    [Fact]
    public void Styles_show_creating_and_reading_and_their_calls()
    {
        ResultDocument plan = new StylesExperiment(new StylesOptions { Directory = s_here, Seed = 1, Styles = ["line", "landspeed-line"] }).Plan(DateTimeOffset.UnixEpoch).Preview;
        ResultDocument document = plan with
        {
            Cells = [.. plan.Cells.Select(cell => cell.Name == "read-line" ? Done(cell, 5e8, Verdict.Device) : cell)],
        };

        ReportView view = KindViews.Of(document);

        Assert.Contains("500,000 records of 100 bytes", view.Headline[0].Select(part => part.Text));
        Assert.Equal(["line"], view.Tables[0].Rows.Select(row => row[0].Text));
        Assert.Equal(["line", "500", string.Empty], view.Tables[1].Rows[0].Take(3).Select(cell => cell.Text));
        Assert.Equal("pending", view.Tables[1].Rows[1][^1].Text);
        Assert.Equal(Mark.Number, view.Tables[1].Rows[0][1].Mark);
        Assert.Equal(2, view.Tables[2].Rows.Count);
    }

    [Fact]
    public void File_modes_show_what_was_seen_instead()
    {
        ResultDocument plan = new FileModesExperiment(s_here, seed: 1).Plan(DateTimeOffset.UnixEpoch).Preview;
        ResultDocument document = plan with
        {
            Cells =
            [
                plan.Cells[0] with { State = CellState.Done },
                plan.Cells[1] with { State = CellState.Failed, Reason = "opened" },
                plan.Cells[2],
            ],
        };

        Assert.Equal(
            [("the same", Mark.Good), ("opened", Mark.Warning), (string.Empty, Mark.Plain)],
            KindViews.Of(document).Tables[0].Rows.Select(row => (row[4].Text, row[4].Mark)));
    }

    [Theory]
    [InlineData("header", "1", "first byte of each file in 1 read")]
    [InlineData("header", "2", "first 2 bytes of each file in 1 read")]
    [InlineData("stride", "1", "1 byte of each file, spread, in 1 read")]
    public void One_byte_is_written_in_the_singular(string pattern, string bytes, string text)
    {
        ResultDocument hints = Samples.Of("hints");
        SetupRecord setup = hints.Setup.With((HintLabels.Pattern, pattern), (HintLabels.UsedBytes, bytes), (HintLabels.Reads, "1"));

        Assert.Contains(text, Samples.Table(hints with { Setup = setup }), StringComparison.Ordinal);
    }

    private static CellRecord Done(CellRecord cell, double rate, Verdict verdict, double? donePct = null) => cell with
    {
        State = CellState.Done,
        Verdicts = new VerdictsRecord(Read: verdict),
        Runs =
        [
            new RunRecord { Cell = cell.Name, Round = 0, Metrics = Metrics.Of((Metrics.BytesRead, 100), (Metrics.Throughput, rate)) },
        ],
        Metrics = new (Metric Metric, double? Value)[] { (Metrics.Throughput, rate), (Metrics.WorkDone, donePct) }
            .Where(one => one.Value is not null).ToDictionary(one => one.Metric.Name, one => Single(one.Value!.Value)),
    };

    private static CellRecord Counted(CellRecord cell, double cpuNs, double items, double? waitNs, double threads) => cell with
    {
        Metrics = cell.Metrics.Concat(Metrics.Of(
            (Metrics.CpuPerRequest, cpuNs), (Metrics.AllocatedPerRequest, 160), (Metrics.PoolItems, 1000 * items), (Metrics.PoolItemsPerRequest, items),
            (Metrics.PoolWait, waitNs), (Metrics.Collections, 0), (Metrics.CollectionPause, 0), (Metrics.PoolThreadsAtStart, 2),
            (Metrics.PoolThreadsMost, threads), (Metrics.PoolThreadsInjected, threads - 2))
            .Select(metric => KeyValuePair.Create(metric.Key, Single(metric.Value)))).ToDictionary(),
    };

    private static IntervalRecord Single(double value) => new()
    {
        Runs = 1, Median = value, Low = value, High = value, Min = value, Max = value, SpreadPct = 0, OutlierRuns = [],
    };
}
