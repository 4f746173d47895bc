using Landspeed.Cli.Classic;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Tests.Classic;

public class IospeedTests
{
    private static readonly MeasurementOptions Defaults = new()
    {
        Path = FilePath.FromText("a.dat"),
        Mode = IoMode.Buffered,
        ModeNecessity = Necessity.Required,
        RequestSize = 65536,
        QueueDepth = 1,
        Engine = EngineChoice.Synchronous,
        Time = TimeSpan.FromSeconds(30),
        Size = 1L << 30,
    };

    [Theory]
    [InlineData("-t30 -b64K -r1G -s0 a.dat")]
    [InlineData("a.dat")]
    [InlineData("-r a.dat")]
    [InlineData("a.dat -r")]
    [InlineData("-t 30 -b 64k a.dat -r 1G -s 0")]
    [InlineData("–t30 —b64K −r1G ‑s0 a.dat")]
    [InlineData("-b65536 -- a.dat")]
    public void These_lines_mean_the_defaults(string line) => Assert.Equal(Defaults, Parse(line).Options());

    [Fact]
    public void A_preallocated_extend_is_asked_for_with_p_and_a_size() => Assert.Equal(
        Defaults with
        {
            Time = TimeSpan.FromSeconds(60),
            Operation = MeasuredOperation.Extend,
            Size = 100L << 20,
            Preparation = FilePreparation.Reserve,
        },
        Parse("-t60 -p100M a.dat").Options());

    [Fact]
    public void A_write_test_on_reserved_blocks_is_asked_for_with_w_and_a_bare_p() => Assert.Equal(
        Defaults with
        {
            Operation = MeasuredOperation.Write, Size = 100L << 20, Preparation = FilePreparation.Reserve,
        },
        Parse("-t30 -w100M -p a.dat").Options());

    [Fact]
    public void Outstanding_requests_make_it_asynchronous() => Assert.Equal(
        Defaults with { QueueDepth = 2, Engine = EngineChoice.Automatic, RequestSize = 256 << 10 },
        Parse("-a2 -b256K a.dat").Options());

    [Fact]
    public void An_extend_without_preallocation_is_asked_for_with_x() => Assert.Equal(
        Defaults with { Operation = MeasuredOperation.Extend, Size = 1 << 20, Preparation = FilePreparation.None },
        Parse("a.dat -x1M").Options());

    [Fact]
    public void Direct_touch_and_distance_have_their_letters() => Assert.Equal(
        Defaults with { Mode = IoMode.Direct, Touch = true, DistancePct = 100, Overwrite = true, Keep = true },
        Parse("-d -c -s100 --overwrite --keep a.dat").Options());

    [Fact]
    public void Quiet_prints_values_and_no_progress()
    {
        ExperimentRequest request = Parse("-q a.dat");
        Assert.Equal((ResultFormat.QuietLine, false), (request.Outputs.StandardFormat, request.ShowProgress));
    }

    [Theory]
    [InlineData("-w -a4 a.dat", MeasuredOperation.Write, 1L << 30)]
    [InlineData("-w 2M a.dat", MeasuredOperation.Write, 2L << 20)]
    [InlineData("-p 2M -w a.dat", MeasuredOperation.Extend, 2L << 20)]
    [InlineData("-p a.dat", MeasuredOperation.Extend, 1L << 30)]
    [InlineData("-r3G 1G", MeasuredOperation.Read, 3L << 30)]
    public void A_size_may_be_attached_separate_or_absent(string line, MeasuredOperation operation, long size)
    {
        MeasurementOptions options = Parse(line).Options();
        Assert.Equal((operation, size), (options.Operation, options.Size));
    }

    [Theory]
    [InlineData("-t30", "no file named")]
    [InlineData("a b", "more than one file named: 'a', 'b'")]
    [InlineData("-r 12Q a", "more than one file named: '12Q', 'a'")]
    [InlineData("-r12Q a", "-r '12Q' is no possible size")]
    [InlineData("-b0 a", "-b '0' is no possible size; allowed: 1 to 2147479552 bytes")]
    [InlineData("-b99999999999G a", "-b '99999999999G' is no possible size")]
    [InlineData("-t0 a", "-t '0' is no possible time")]
    [InlineData("-t -5 a", "the option -t needs a value")]
    [InlineData("-t", "the option -t needs a value")]
    [InlineData("-a0 a", "-a '0' is out of range; allowed: whole numbers from 1 to 4096")]
    [InlineData("-a4097 a", "-a '4097' is out of range")]
    [InlineData("-s101 a", "-s '101' is out of range; allowed: 0 to 100")]
    [InlineData("-dc a", "the option '-dc' takes no value")]
    [InlineData("-k3 a", "unknown option '-k3'")]
    [InlineData("--frob a", "unknown option '--frob'")]
    [InlineData("-t1 -t2 a", "the option '-t2' is given twice")]
    [InlineData("-r -w a", "-r is a read test and -w is a write test")]
    [InlineData("-r1G -p1G a", "-r is a read test and -p extends the file")]
    [InlineData("-x1G -p1G a", "-x extends a file that was not preallocated and -p one that was")]
    [InlineData("-x1G -a2 a", "-x and -p extend by synchronous appends")]
    [InlineData("-w1G -p2G a", "-w1G and -p2G name different file sizes")]
    public void What_cannot_be_is_named(string line, string message)
    {
        var refused = Assert.Throws<ExperimentException>(() => Parse(line));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    private static ExperimentRequest Parse(string line) => Iospeed.Parse(line.Split(' '));
}

/// <summary>The case of a request.</summary>
internal static class RequestExtensions
{
    internal static MeasurementOptions Options(this ExperimentRequest request) => ((MeasureExperiment)request.Task.Experiment).Options;
}
