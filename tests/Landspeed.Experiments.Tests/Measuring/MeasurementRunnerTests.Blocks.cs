using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Orders;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Results.Blocks;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Blocks that prove themselves.</content>
public sealed partial class MeasurementRunnerTests
{
    private const long BlocksSize = 4 << 20;
    private const int BlockCount = (int)(BlocksSize / 4096);

    [Theory]
    [InlineData(IoMode.Direct, EngineChoice.Automatic, MeasuredOperation.Write, 1)]
    [InlineData(IoMode.Direct, EngineChoice.Threads, MeasuredOperation.Mix, 2)]
    [InlineData(IoMode.Buffered, EngineChoice.Automatic, MeasuredOperation.Mix, 3)]
    [InlineData(IoMode.Buffered, EngineChoice.Synchronous, MeasuredOperation.Write, 2)]
    public void What_was_written_is_there(IoMode mode, EngineChoice engine, MeasuredOperation operation, int threads)
    {
        MeasurementOptions options = NewBlocks() with
        {
            Operation = operation,
            Mode = mode,
            Engine = engine,
            QueueDepth = engine == EngineChoice.Synchronous ? 1 : 16,
            Threads = threads,
            DistancePct = 100,
            Repeat = 2,
        };

        RunRecord run = Run(options).Cells[0].Runs[1];
        BlocksRecord checkedLater = Measure(CheckOf(options)).Blocks!;

        Assert.Equal((2, 4096), (run.Blocks!.Generation, run.Blocks.BlockBytes));
        Assert.True(run.Blocks.Written > 0);
        Assert.Equal(operation == MeasuredOperation.Mix, run.Blocks.Checked + run.Blocks.NeverWritten > 0);
        Assert.Empty(run.Blocks.Wrong);
        Assert.Equal("verify", run.Case!.Effective.Blocks);
        Assert.Empty(checkedLater.Wrong);
        Assert.Null(checkedLater.Generation);
        Assert.Equal((BlockCount, 0), (checkedLater.Checked + checkedLater.NeverWritten, checkedLater.Unacknowledged));
    }

    [Fact]
    public void A_check_reads_each_block_once_and_has_no_warm_up()
    {
        MeasurementOptions options = NewBlocks();
        Measure(options with { RequestSize = 64 << 10, Bytes = BlocksSize, Time = Ample });

        RunRecord run = Measure(CheckOf(options));

        Assert.Equal((BlockCount, 0L), (run.Blocks!.Checked, run.Blocks.NeverWritten));
        Assert.Equal(BlocksSize, run[Metrics.BytesRead]);
        Assert.Equal(0, run[Metrics.WarmUp]);
        Assert.Equal("check", run.Case!.Effective.Blocks);
    }

    [Theory]
    [InlineData("stale", false)]
    [InlineData("zeroed", false)]
    [InlineData("misplaced", false)]
    [InlineData("corrupt", true)]
    [InlineData("foreign", true)]
    public void What_is_wrong_has_its_name_its_place_and_the_write_that_must_be_there(string kind, bool isMix)
    {
        MeasurementOptions options = NewBlocks() with { Bytes = BlocksSize, Time = Ample };
        Measure(options);
        byte[] first = File.ReadAllBytes(options.Path.Text);
        Measure(options);
        byte[] now = File.ReadAllBytes(options.Path.Text);
        byte[] block = kind switch
        {
            "stale" => first[8192..12288],
            "zeroed" => new byte[4096],
            "misplaced" => now[4096..8192],
            "corrupt" => [.. now[8192..8292], (byte)(now[8292] ^ 0x10), .. now[8293..12288]],
            _ => [.. Enumerable.Repeat((byte)'x', 4096)],
        };
        using (FileStream file = File.OpenWrite(options.Path.Text))
        {
            file.Position = 8192;
            file.Write(block);
        }

        RunRecord run = Measure(isMix
            ? options with { Operation = MeasuredOperation.Read, Bytes = BlocksSize, Time = Ample }
            : CheckOf(options));

        BlockFaultRecord fault = Assert.Single(run.Blocks!.Faults);
        Assert.Equal((kind, 8192, 4096), (fault.Kind, fault.Offset, fault.Length));
        Assert.Equal(2, fault.Expected!.Generation);
        Assert.Equal(kind == "stale" ? 1 : kind == "misplaced" ? 2 : null, fault.Found?.Generation);
        Assert.Equal(kind == "misplaced" ? 4096 : null, fault.Found?.Offset);
        FindingRecord finding = Assert.Single(run.Findings, finding => finding.Code == "blocks_wrong");
        Assert.Contains($" {kind}", finding.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_for_one_place_wait_for_each_other_and_the_depth_is_not_blamed_on_the_CPU()
    {
        RunRecord run = Measure(NewBlocks() with
        {
            Operation = MeasuredOperation.Mix,
            QueueDepth = 32,
            DistancePct = 100,
            Distribution = AccessDistribution.Zipf(2),
        });

        Assert.True(run.Blocks!.Waited > 0);
        Assert.Empty(run.Blocks.Wrong);
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "shallow_queue");
    }

    [Fact]
    public void Requests_at_a_rate_are_checked_too()
    {
        RunRecord run = Measure(NewBlocks() with
        {
            Operation = MeasuredOperation.Mix,
            QueueDepth = 64,
            DistancePct = 100,
            Distribution = AccessDistribution.Hot(1, 99),
            Load = new LoadOptions { Rate = new LoadRate(20_000, IsOfBytes: false) },
        });

        Assert.True(run.Blocks!.Written > 0 && run.Blocks.Checked > 0);
        Assert.Empty(run.Blocks.Wrong);
    }

    [Theory]
    [InlineData(500 << 10)]
    [InlineData(2000)]
    [InlineData(0)]
    public void What_is_behind_the_end_of_a_file_that_was_cut_is_missing(int length)
    {
        MeasurementOptions options = NewBlocks() with { Bytes = BlocksSize, Time = Ample };
        Measure(options);
        using (FileStream file = File.OpenWrite(options.Path.Text))
        {
            file.SetLength(length);
        }

        if (length == 0)
        {
            var failure = Assert.Throws<ExperimentException>(() => Measure(CheckOf(options)));
            Assert.Equal(Outcome.Mismatch, failure.Outcome);
            return;
        }

        int missing = BlockCount - (length / 4096);
        Assert.Equal([new BlockFaultCount("missing", missing)], Measure(CheckOf(options)).Blocks!.Wrong);
    }

    [Fact]
    public void A_run_that_is_stopped_records_what_it_wrote()
    {
        MeasurementOptions options = NewBlocks() with { Time = Ample, DistancePct = 100 };
        Assert.NotNull(Stop(options, WorkPhase.Measuring));
        Assert.True(File.Exists(options.Path.Text)); // what it wrote is evidence, although the run made the file

        BlocksRecord found = Measure(CheckOf(options)).Blocks!;
        Assert.Empty(found.Wrong);
        Assert.Equal(0, found.Unacknowledged);
        Assert.True(found.Checked > 0);
    }

    [Fact]
    public void The_journal_of_a_missing_file_is_evidence_and_another_size_must_fit_the_blocks()
    {
        MeasurementOptions options = NewBlocks();
        Measure(options);
        File.Delete(options.Path.Text);
        Assert.Equal(Outcome.Refused, Assert.Throws<ExperimentException>(() => Measure(options)).Outcome);
        Assert.Equal(Outcome.Mismatch, Assert.Throws<ExperimentException>(() => Measure(CheckOf(options))).Outcome);
        File.Delete(options.Path.Text + ".blocks");

        RunRecord anew = Measure(options with { RequestSize = 512, Bytes = 64 << 10, Time = Ample });
        Assert.Equal((1, 512), (anew.Blocks!.Generation, anew.Blocks.BlockBytes));
        BlocksRecord found = Measure(CheckOf(options)).Blocks!;
        Assert.Empty(found.Wrong);

        FilePath elsewhere = _scratch.FilePath("elsewhere");
        Measure(options with { BlockJournal = elsewhere });
        Assert.True(File.Exists(elsewhere.Text));
        var failure = Assert.Throws<ExperimentException>(
            () => Measure(options with { BlockJournal = elsewhere, RequestSize = 512 }));
        Assert.Contains("use --request-size 4096", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_journal_of_another_file_is_named_as_the_likely_cause()
    {
        MeasurementOptions one = NewBlocks() with { Bytes = BlocksSize, Time = Ample };
        MeasurementOptions other = one with { Path = _scratch.FilePath("other") };
        Measure(one);
        Measure(other);

        RunRecord run = Measure(CheckOf(one) with { BlockJournal = _scratch.FilePath("other.blocks") });

        Assert.Equal([new BlockFaultCount("foreign", BlockCount)], run.Blocks!.Wrong);
        Assert.Single(run.Blocks.Faults);
        Assert.EndsWith(
            "; none is of the file of this journal, which may be that of another one",
            Assert.Single(run.Findings, finding => finding.Code == "blocks_wrong").Message,
            StringComparison.Ordinal);
    }

    private MeasurementOptions NewBlocks() => New() with
    {
        Size = BlocksSize,
        Operation = MeasuredOperation.Write,
        RequestSize = 4096,
        Blocks = BlockUse.Verify,
    };

    private static MeasurementOptions CheckOf(MeasurementOptions options) => new()
    {
        Path = options.Path,
        Blocks = BlockUse.Check,
        Time = Ample,
    };
}
