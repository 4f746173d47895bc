using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public class CopyViewTests
{
    [Fact]
    public void A_copy_that_is_not_durable_is_not_called_so()
    {
        ResultDocument copied = Samples.Of("copy-file-verified");
        CellRecord cell = copied.Cells[0];
        RunRecord run = cell.Runs[0];
        run = run with
        {
            Metrics = run.Metrics.Where(metric => metric.Key != Metrics.ElapsedToDurable.Name && metric.Key != Metrics.Throughput.Name)
                .ToDictionary(metric => metric.Key, metric => metric.Value, StringComparer.Ordinal),
        };

        string text = Samples.Table(copied with { Cells = [cell with { Runs = [run] }] });

        Assert.Contains("not durable", text, StringComparison.Ordinal);
        Assert.DoesNotContain("MB/s, durable", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_share_of_the_time_in_which_both_directions_were_busy_is_told()
    {
        string text = Samples.Table(With(Busy with { ReadingTargetNs = 2_000_000_000 }));

        Assert.Contains(
            "reading and writing at the same time for 25.0 % of the time in which either ran; 2.00 s reading what was written",
            OneLine(text),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Both_rates_and_the_page_cache_are_drawn_over_time()
    {
        string page = Samples.Text("html", With(Busy with
        {
            PageCacheBytesBefore = 500_000_000,
            Samples =
            [
                new CopySampleRecord(0, 100_000_000, 200_000_000, 100_000_000, 0, 510_000_000),
                new CopySampleRecord(100_000_000, 100_000_000, 100_000_000, 200_000_000, 0, 520_000_000),
                new CopySampleRecord(200_000_000, 10_000_000, 0, 0, 0, null),
            ],
        }));

        Assert.Contains("source read: 1,000 to 2,000 MB/s. target written: 1,000 to 2,000 MB/s.", page, StringComparison.Ordinal);
        Assert.DoesNotContain("target read:", page, StringComparison.Ordinal);
        Assert.Contains("A line over seconds, 500 to 520 MB.", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_copy_that_is_over_at_once_has_no_curve()
    {
        string page = Samples.Text("html", With(Busy with { Samples = [new CopySampleRecord(0, 10_000_000, 10, 10, 0, 1)] }));
        Assert.DoesNotContain("over time", page, StringComparison.Ordinal);
    }

    [Fact]
    public void What_stood_still_is_said_beside_the_rate_that_suffered()
    {
        ResultDocument copied = Samples.Of("copy-file-verified");
        CellRecord cell = copied.Cells[0];
        RunRecord stalled =
            cell.Runs[0] with { Findings = [new FindingRecord("stalled", "for 6.2 s no byte was completed")] };

        string text = Samples.Table(copied with { Cells = [cell with { Runs = [stalled] }] });

        Assert.Contains(
            "note: for 6.2 s no byte was completed (stalled)", OneLine(text), StringComparison.Ordinal);
    }

    [Fact]
    public void The_requests_of_both_devices_are_in_one_line()
    {
        string text = OneLine(Samples.Table(Samples.Of("copy-file-verified")));

        Assert.Contains(
            "device vda: read in 4,096 requests of 1 MiB on average; "
                + "vdb: written in 8,200 requests of 512 KiB on average, "
                + "read back in 4,096 requests of 1 MiB on average",
            text,
            StringComparison.Ordinal);
    }

    [Fact]
    public void One_device_reads_the_source_and_reads_back_the_target()
    {
        string text = OneLine(Samples.Table(With(run => run with
        {
            Copy = run.Copy! with { SourceDevice = run.Copy.TargetDevice },
        })));

        Assert.Contains(
            "device vdb: read, also to verify, in 4,096 requests of 1 MiB on average, written in 8,200 requests",
            text,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_that_others_share_are_not_claimed()
    {
        const string Why = "other processes read 696 MB on the device during the run (96.0 % of ours)";
        string text = OneLine(Samples.Table(With(run => run with
        {
            Facts = new Dictionary<string, string> { [CopyLabels.ReadsShared] = Why },
        })));

        Assert.Contains(
            $"device vda: read in an unknown number of requests, because {Why}; vdb: written in 8,200",
            text,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_of_a_device_that_moved_nothing_for_the_copy_are_left_out()
    {
        string text = OneLine(Samples.Table(With(run => run with
        {
            Reads = run.Reads! with { DeviceBytes = 0, Verdict = Verdict.Cache },
            Writes = run.Writes! with { DeviceBytes = null, ForeignDeviceBytes = null, Verdict = Verdict.Unknown },
        })));

        Assert.Contains("device vdb: read back in 4,096 requests", text, StringComparison.Ordinal);
        Assert.DoesNotContain("vda: read", text, StringComparison.Ordinal);
        Assert.DoesNotContain("written in", text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_limited_the_copy_is_one_line_above_the_overlap()
    {
        const string Sentence = "the target device: vdb was busy for 97 % of the time";
        string text = OneLine(Samples.Table(With(run => run with
        {
            Copy = run.Copy! with
            {
                Traffic = Busy,
                Limit = new CopyLimitRecord(CopyLimitKind.TargetDevice, 97, Sentence),
            },
        })));

        Assert.Contains($" limit {Sentence} overlap reading and writing", text, StringComparison.Ordinal);
        Assert.DoesNotContain(" limit ", OneLine(Samples.Table(With(Busy))), StringComparison.Ordinal);
    }

    private static CopyTrafficRecord Busy => new() { ReadingNs = 4_000_000_000, WritingNs = 6_000_000_000, BothNs = 2_000_000_000, ReadingTargetNs = 0 };

    private static ResultDocument With(CopyTrafficRecord traffic) =>
        With(run => run with { Copy = run.Copy! with { Traffic = traffic } });

    private static ResultDocument With(Func<RunRecord, RunRecord> change)
    {
        ResultDocument copied = Samples.Of("copy-file-verified");
        CellRecord cell = copied.Cells[0];
        return copied with { Cells = [cell with { Runs = [change(cell.Runs[0])] }] };
    }

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
