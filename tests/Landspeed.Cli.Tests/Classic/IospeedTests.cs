using Landspeed.Cli.Calls;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Cli.Tests.Classic;

public class IospeedTests
{
    private static readonly MeasurementOptions Defaults = new()
    {
        Path = FilePath.FromText("a.dat"),
        Mode = IoMode.Buffered,
        RequireMode = true,
        RequestSize = 65536,
        QueueDepth = 1,
        Engine = EngineChoice.Synchronous,
        Time = TimeSpan.FromSeconds(30),
        Size = 1L << 30,
        ReadsShorterFile = true,
    };

    private static readonly MeasurementOptions Writing = Defaults with { Flush = FlushPolicy.End, ReadsShorterFile = false };

    [Theory]
    [InlineData("-t30 -b64K -r1G -s0 a.dat")]
    [InlineData("a.dat")]
    [InlineData("-r a.dat")]
    [InlineData("a.dat -r")]
    [InlineData("-t 30 -b 64k a.dat -r 1G -s 0")]
    [InlineData("–t30 —b64K −r1G ‑s0 a.dat")]
    [InlineData("-b65536 -- a.dat")]
    [InlineData("-b64KB -r1gb a.dat")]
    public void These_lines_mean_the_defaults(string line) => Assert.Equal(Defaults, Parse(line).Options());

    [Theory]
    [InlineData("a.dat", true)]
    [InlineData("-a2 a.dat", true)]
    [InlineData("-q a.dat", false)]
    [InlineData("--mode buffered a.dat", false)]
    [InlineData("--cold a.dat", false)]
    [InlineData("--strict=cache a.dat", false)]
    public void Who_did_not_ask_for_the_cache_is_told_how_to_read_from_the_device(string line, bool isTold) =>
        Assert.Equal(isTold, Parse(line).CacheAdvice is not null);

    [Theory]
    [InlineData("-t60 -p100M a.dat")]
    [InlineData("-t60 -p -r100M a.dat")]
    [InlineData("-t60 -r100M -p100M a.dat")]
    public void A_preallocated_file_is_made_anew_and_read(string line) => Assert.Equal(
        Defaults with { Time = TimeSpan.FromSeconds(60), Size = 100L << 20, Anew = true }, Parse(line).Options());

    [Theory]
    [InlineData("-t30 -w100M -p a.dat")]
    [InlineData("-w -p100M a.dat")]
    public void With_w_it_is_made_anew_of_reserved_blocks_and_written_within(string line) => Assert.Equal(
        Writing with
        {
            Operation = MeasuredOperation.Write,
            Size = 100L << 20,
            Preparation = FilePreparation.Reserve,
            Anew = true,
        },
        Parse(line).Options());

    [Theory]
    [InlineData("-x100M -p a.dat")]
    [InlineData("-x -w -p100M a.dat")]
    public void With_x_the_appends_go_into_reserved_blocks(string line) => Assert.Equal(
        Writing with { Operation = MeasuredOperation.Extend, Size = 100L << 20, Preparation = FilePreparation.Reserve },
        Parse(line).Options());

    [Fact]
    public void Outstanding_requests_make_it_asynchronous() => Assert.Equal(
        Defaults with { QueueDepth = 2, Engine = EngineChoice.Automatic, RequestSize = 256 << 10 },
        Parse("-a2 -b256K a.dat").Options());

    [Fact]
    public void An_extend_without_preallocation_is_asked_for_with_x() => Assert.Equal(
        Writing with { Operation = MeasuredOperation.Extend, Size = 1 << 20, Preparation = FilePreparation.None },
        Parse("a.dat -x1M").Options());

    [Fact]
    public void The_long_options_of_measure_are_taken_beside_the_letters()
    {
        ExperimentRequest request = Parse(
            "-w1G --flush each --repeat 5 --threads 2 --bytes=4M --seed 9 --mode uncached --engine threads --overwrite --keep " +
            "--json r.json --csv r.csv --html r.html --format markdown --cost cycles --strict --dry-run --quiet a.dat");

        Assert.Equal(
            Writing with
            {
                Operation = MeasuredOperation.Write,
                Flush = FlushPolicy.Each,
                Repeat = 5,
                Threads = 2,
                Bytes = 4 << 20,
                Seed = 9,
                Mode = IoMode.Uncached,
                Engine = EngineChoice.Threads,
                Overwrite = true,
                Keep = true,
            },
            request.Options());
        Assert.Equal(
            new ResultOutputs { Json = "r.json", Csv = "r.csv", Html = "r.html", Format = ResultFormat.Markdown, Cost = CostUnit.Cycles },
            request.Outputs);
        Assert.Equal((Verdict.Device, true, false), (request.ExpectedVerdict, request.ShowPlan, request.ShowProgress));
    }

    [Fact]
    public void A_verdict_is_attached_and_the_word_after_a_bare_strict_is_the_file()
    {
        Assert.Equal(Verdict.Cache, Parse("--strict=cache a.dat").ExpectedVerdict);
        Assert.Equal(Verdict.Device, Parse("--strict a.dat").ExpectedVerdict);
    }

    [Fact]
    public void FileStream_needs_no_engine() => Assert.Equal(
        Defaults with { Api = FileApi.FileStream, Engine = EngineChoice.Automatic, Cold = true },
        Parse("--api filestream --cold a.dat").Options());

    [Theory]
    [InlineData("-w1M a.dat", FlushPolicy.End)]
    [InlineData("-x1M a.dat", FlushPolicy.End)]
    [InlineData("-x1M --flush none a.dat", FlushPolicy.None)]
    [InlineData("-r1M a.dat", FlushPolicy.None)]
    public void Writes_reach_the_device_unless_it_is_not_asked_for(string line, FlushPolicy flush) =>
        Assert.Equal(flush, Parse(line).Options().Flush);

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
    [InlineData("-p 2M -w a.dat", MeasuredOperation.Write, 2L << 20)]
    [InlineData("-p a.dat", MeasuredOperation.Read, 1L << 30)]
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
    [InlineData("-r12Q a", "invalid -r '12Q'")]
    [InlineData("-b0 a", "invalid -b '0': use 1 to 2147479552 bytes")]
    [InlineData("-b99999999999G a", "invalid -b '99999999999G'")]
    [InlineData("-t0 a", "invalid -t '0'")]
    [InlineData("-t -5 a", "the option -t needs a value")]
    [InlineData("-t", "the option -t needs a value")]
    [InlineData("-a0 a", "-a '0' is out of range; allowed: whole numbers from 1 to 4096")]
    [InlineData("-a4097 a", "-a '4097' is out of range")]
    [InlineData("-s101 a", "-s '101' is out of range; allowed: 0 to 100")]
    [InlineData("-dc a", "the option '-dc' takes no value")]
    [InlineData("-k3 a", "unknown option '-k3'")]
    [InlineData("--header a", "--header names the values of -q; add -q")]
    [InlineData("--frob a", "unknown option '--frob'")]
    [InlineData("-t1 -t2 a", "the option '-t2' is given twice")]
    [InlineData("-r -w a", "-r is a read test and -w is a write test")]
    [InlineData("-r1G -x1G a", "-r is a read test and -x times creating the file; run one after the other: iospeed -x1G FILE, then iospeed -r1G FILE")]
    [InlineData("-x1G -a2 a", "-a is asynchronous and -x extends by synchronous appends")]
    [InlineData("-d --mode direct a", "-d is direct I/O and --mode names a mode as well")]
    [InlineData("-q --format csv a", "-q prints one line and --format asks for another format")]
    [InlineData("--flush end a", "--flush makes writes durable, but this is a read; use it with -w or -x")]
    [InlineData("-a4 --engine synchronous a", "-a4 keeps more than one request in flight, but --engine synchronous has one")]
    [InlineData("--api filestream -a4 a", "--api filestream is buffered, one request at a time, in order, but -a asks for something else")]
    [InlineData("--dry-run --show-fio a", "--dry-run and --show-fio both need standard output")]
    [InlineData("--request-size 4K a", "unknown option '--request-size'; use -b here; see iospeed --help")]
    [InlineData("--read a", "unknown option '--read'; use -r here; see")]
    [InlineData("--repeat", "the option --repeat needs a value, --repeat=VALUE or as the next word")]
    [InlineData("--repeat 0 a", "--repeat '0' is out of range; allowed: whole numbers from 1 to 1000")]
    [InlineData("--overwrite=yes a", "the option '--overwrite=yes' takes no value")]
    [InlineData("--cost euros a", "--cost 'euros' is unknown; allowed: cycles, ns, both")]
    [InlineData("-w1G -p2G a", "-w1G and -p2G name different file sizes")]
    public void What_cannot_be_is_named(string line, string message)
    {
        var refused = Assert.Throws<ExperimentException>(() => Parse(line));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_line_and_a_file_cannot_both_go_to_standard_output() => Assert.Contains(
        "--json - and -q both need standard output",
        Assert.Throws<ExperimentException>(() => Parse("-q --json - a").Outputs.Check()).Message,
        StringComparison.Ordinal);

    private static ExperimentRequest Parse(string line) => Iospeed.Parse(line.Split(' '));
}

/// <summary>The case of a request.</summary>
internal static class RequestExtensions
{
    internal static MeasurementOptions Options(this ExperimentRequest request) => ((MeasureExperiment)request.Task.Experiment).Options;
}
