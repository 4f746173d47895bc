using Landspeed.Experiments.Merging;
using Landspeed.Results;
using Landspeed.Results.Jobs;
using static Landspeed.Experiments.Tests.Merging.RankedResults;

namespace Landspeed.Experiments.Tests.Merging;

public class JobMergeTests
{
    [Fact]
    public void Each_job_has_a_cell_and_all_together_have_one()
    {
        ResultDocument merged = Merge(Document(0, 2, Run()), Document(1, 2, Run(bytes: 3_000_000)));

        Assert.Equal((ResultKinds.Measure, ResultKinds.Jobs), (merged.Kind, merged.Variant));
        Assert.Null(merged.Rank);
        Assert.Equal([JobLabels.Together, "job0", "job1"], merged.Cells.Select(cell => cell.Name));
        Assert.All(merged.Cells, cell => Assert.All(cell.Runs, run => Assert.Equal(cell.Name, run.Cell)));
        Assert.Equal([4e6, 1e6, 3e6], merged.Cells.Select(cell => cell[Metrics.Throughput]!.Median));
        Assert.Equal("landspeed measure 1", merged.Cells[2].Labels[JobLabels.Command]);
        Assert.Equal(["/data/file-0.dat", "/data/file-1.dat"], merged.Places.Select(place => place.Path));
    }

    [Fact]
    public void Together_they_have_no_case_and_the_cost_of_all_processes()
    {
        RunRecord together = Merge(Document(0, 2, Run()), Document(1, 2, Run())).Cells[0].Runs[0];

        Assert.Null(together.Case);
        Assert.Equal((6e6, 3.0), (together[Metrics.Cpu], together[Metrics.CpuPerByte]));
    }

    [Fact]
    public void Bytes_that_some_read_and_others_write_are_added_in_each_direction()
    {
        RunRecord reads = Run();
        RunRecord writes = Run(bytes: 3_000_000) with { Reads = null, Writes = Truth(Verdict.Cache, 3_000_000, 0) };
        writes = writes with
        {
            Metrics = writes.Metrics.Where(one => one.Key != Metrics.BytesRead.Name)
                .Append(KeyValuePair.Create(Metrics.BytesWritten.Name, 3e6)).ToDictionary(),
        };

        RunRecord together = Merge(Document(0, 2, reads), Document(1, 2, writes)).Cells[0].Runs[0];

        Assert.Equal((1e6, 3e6), (together[Metrics.BytesRead], together[Metrics.BytesWritten]));
        Assert.Equal((Verdict.Device, Verdict.Cache), (together.Reads!.Verdict, together.Writes!.Verdict));
    }

    [Fact]
    public void What_is_foreign_to_one_job_is_foreign_only_if_no_other_job_moved_it()
    {
        RunRecord Seen(long foreign) => Run() with { Reads = Truth(Verdict.Device, 1_000_000, 1_000_000, foreign) };

        ResultDocument merged = Merge(Document(0, 2, Seen(1_000_000)), Document(1, 2, Seen(1_200_000)));

        Assert.Equal(0, merged.Cells[0].Runs[0].Reads!.ForeignDeviceBytes);
        Assert.All(merged.Cells.Skip(1), cell => Assert.Null(cell.Runs[0].Reads!.ForeignDeviceBytes));
    }

    [Theory]
    [InlineData(10_000_000, true)]
    [InlineData(1_000, false)]
    public void What_others_write_during_reads_is_told(long written, bool isTold)
    {
        RunRecord run = Run() with
        {
            Device = new DeviceRecord
            {
                Name = "vda",
                ReadRequests = 1,
                ReadBytes = 2_000_000,
                WriteRequests = 1,
                WriteBytes = written,
                BusyPct = 1,
            },
        };

        RunRecord together = Merge(Document(0, 2, run), Document(1, 2, run)).Cells[0].Runs[0];

        Assert.Equal(isTold, together.Findings.Any(finding => finding.Code == "foreign_traffic"));
    }

    [Theory]
    [InlineData(1000, "2 jobs at the same time move 2.00 MB/s together.")]
    [InlineData(500, "2 jobs at the same time move 3.00 MB/s together. All of them ran for 0.5 s of 1.0 s: that is ")]
    public void The_conclusion_tells_the_rate_while_all_were_at_work(double endMs, string expected)
    {
        ResultDocument merged = Merge(Document(0, 2, Run(0, endMs)), Document(1, 2, Run(0, 1000)));

        Assert.StartsWith(expected, Assert.Single(merged.Conclusions).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Jobs_are_not_called_ranks()
    {
        ResultDocument merged = Merge(Document(0, 2, Run()), Document(1, 2, Run(startMs: 50)));

        RunRecord together = merged.Cells[0].Runs[0];
        Assert.Null(together.Invalid);
        string apart = together.Findings.Single(finding => finding.Code == "skew").Message;
        Assert.StartsWith("the jobs did not start together: job1 began 50.0 ms", apart, StringComparison.Ordinal);
        Assert.DoesNotContain("rank", apart, StringComparison.Ordinal);
        Assert.Equal(
            "the devices of all jobs moved 100.0 % of the 2.00 MB", merged.Cells[0].Runs[0].Reads!.Reason);
    }

    private static ResultDocument Merge(params ResultDocument[] results) => JobMerge.Of(
        [.. results.Select((result, index) => ($"job{index}", $"landspeed measure {index}", result))]);
}
