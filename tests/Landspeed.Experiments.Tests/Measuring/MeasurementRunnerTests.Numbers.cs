using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>What a run counts, and what its options do.</summary>
public sealed partial class MeasurementRunnerTests
{
    [Fact]
    public void A_run_bounded_by_bytes_has_a_time_series_too()
    {
        RunRecord run = Measure(New() with { Bytes = 8 * Size, Time = TimeSpan.FromDays(7), RequestSize = 65536 });
        Assert.InRange(run.Samples.Count, 3, 1024);
        Assert.Equal(8 * Size, run.Samples.Sum(sample => sample.Bytes));
        Assert.Equal(run.Value(Metrics.Elapsed), run.Samples.Sum(sample => sample.DurationNs));
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void An_extend_makes_the_file_exactly_as_long_as_asked(IoMode mode)
    {
        RunRecord run = Measure(New() with
        {
            Operation = MeasuredOperation.Extend,
            Mode = mode,
            Size = Size + 777,
            Time = Ample,
        });
        Assert.Equal(Size + 777, run.Bytes());
        Assert.Equal(Size + 777, new FileInfo(_scratch.File("file")).Length);
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void A_file_of_odd_length_is_read_to_its_last_byte(IoMode mode)
    {
        const long Odd = (4L << 20) + 513;
        _scratch.CreateFile("odd", Odd);
        RunRecord run = Measure(New("odd") with { Size = null, Mode = mode, Bytes = Odd, Cold = true, Time = Ample });
        Assert.Equal(Odd, run.Bytes());
        Assert.Equal(5, run.Value(Metrics.Requests));
    }

    [Fact]
    public void Threads_share_the_file_and_the_limit()
    {
        RunRecord run = Measure(New() with { Threads = 3, Bytes = Size, Time = Ample });
        Assert.Equal(Size, run.Bytes());
        Assert.Equal(24, run.Value(Metrics.DepthRequested));
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
    }

    [Fact]
    public void The_steady_state_allocates_nothing_per_request()
    {
        GC.Collect(); // otherwise the garbage of earlier tests may be collected during this run

        RunRecord run = Measure(New() with { RequestSize = 4096, QueueDepth = 32, Time = TimeSpan.FromSeconds(1) });
        Assert.InRange(run.Value(Metrics.Allocated), 0, run.Value(Metrics.Requests) / 10);
        Assert.Equal(0, run.Value(Metrics.Collections));
    }

    [Fact]
    public void Repeats_are_runs_of_their_own_and_are_summed_up()
    {
        ResultDocument document = Run(New() with { Repeat = 3, Bytes = Size, Time = Ample });
        Assert.Equal([0, 1, 2], document.Cells[0].Runs.Select(job => job.Round));
        Assert.Equal(3, document.Cells[0][Metrics.Throughput]!.Runs);
        Assert.All(document.Cells[0].Runs, job => Assert.Equal(Size, job.Bytes()));
    }

    [Fact]
    public void A_file_that_landspeed_made_may_be_written_again_and_lengthened()
    {
        Measure(New() with { Operation = MeasuredOperation.Write });
        RunRecord run = Measure(New() with { Operation = MeasuredOperation.Write, Size = Size * 2 });
        Assert.Equal(Size * 2, new FileInfo(_scratch.File("file")).Length);
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
    }

    [Theory]
    [InlineData(FilePreparation.Length, Verdict.Hole)]
    [InlineData(FilePreparation.Reserve, Verdict.Hole)]
    [InlineData(FilePreparation.Zero, Verdict.Device)]
    [InlineData(FilePreparation.Data, Verdict.Device)]
    public void What_a_new_file_holds_decides_what_a_read_meets(FilePreparation preparation, Verdict verdict)
    {
        RunRecord run = Measure(New() with { Preparation = preparation });
        Assert.Equal(verdict, run.Truth().Verdict);
    }

    [Fact]
    public void A_name_that_is_not_UTF8_is_measured_like_any_other()
    {
        FilePath path = FilePath.FromBytes([.. System.Text.Encoding.UTF8.GetBytes(_scratch.Path), (byte)'/', 0xFF, 0xFE, (byte)'x']);
        ResultDocument document = Run(New() with { Path = path });
        Assert.Equal(Verdict.Device, document.Cells[0].Runs[0].Truth().Verdict);
        Assert.Equal(path.Bytes.ToArray(), Convert.FromBase64String(document.Places[0].PathBase64!));
        Command.Shell($"rm -f '{_scratch.Path}'/*x");
    }

    private string Replace(string name, out byte[] content)
    {
        string theirs = _scratch.CreateFile("theirs", Size);
        content = File.ReadAllBytes(theirs);
        File.Move(theirs, _scratch.File(name), overwrite: true);
        return _scratch.File(name);
    }
}
