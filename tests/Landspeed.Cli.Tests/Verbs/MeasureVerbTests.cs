using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

public class MeasureVerbTests
{
    private static readonly MeasurementOptions Defaults = new() { Path = FilePath.FromText("a") };

    [Fact]
    public void A_file_alone_means_the_defaults() => Assert.Equal(Defaults, Options("a"));

    [Fact]
    public void Every_option_reaches_the_case() => Assert.Equal(
        new MeasurementOptions
        {
            Path = FilePath.FromText("a"),
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Uncached,
            RequireMode = true,
            RequestSize = 4096,
            QueueDepth = 32,
            Threads = 3,
            DistancePct = 12.5,
            Time = TimeSpan.FromMilliseconds(500),
            Bytes = 1L << 30,
            Size = 1_500_000,
            Preparation = FilePreparation.Zero,
            Touch = true,
            Cold = true,
            Engine = EngineChoice.Threads,
            Flush = FlushPolicy.End,
            Repeat = 4,
            Overwrite = true,
            Keep = true,
            Seed = ulong.MaxValue,
        },
        Options(
            "--write", "--mode", "uncached", "--request-size", "4K", "--queue-depth", "32", "--threads", "3",
            "--distance", "12.5", "--time", "500ms", "--bytes", "1G", "--size", "1.5MB", "--preallocate", "zero",
            "--touch", "--cold", "--engine", "threads", "--flush", "end", "--repeat", "4", "--overwrite", "--keep",
            "--seed", "18446744073709551615", "a"));

    [Theory]
    [InlineData("direct", IoMode.Direct, true)]
    [InlineData("buffered", IoMode.Buffered, true)]
    [InlineData("prefer-direct", IoMode.Direct, false)]
    [InlineData("PREFER-UNCACHED", IoMode.Uncached, false)]
    public void A_mode_is_required_unless_it_is_preferred(string word, IoMode mode, bool isRequired) =>
        Assert.Equal(Defaults with { Mode = mode, RequireMode = isRequired }, Options("a", "--mode", word));

    [Theory]
    [InlineData("30", 30_000)]
    [InlineData("30s", 30_000)]
    [InlineData("1.5s", 1_500)]
    [InlineData("2m", 120_000)]
    [InlineData("168h", 604_800_000)]
    [InlineData("1ms", 1)]
    public void Times_carry_units(string text, int milliseconds) =>
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), Options("a", "--time", text).Time);

    [Fact]
    public void Random_is_short_for_a_distance_of_100() =>
        Assert.Equal(100, Options("a", "--order", "random", "--distance", "100").DistancePct);

    [Fact]
    public void Block_size_is_another_word_for_request_size() =>
        Assert.Equal(8192, Options("--block-size=8K", "a").RequestSize);

    [Fact]
    public void A_synchronous_engine_has_a_depth_of_one() =>
        Assert.Equal(1, Options("a", "--engine", "synchronous").QueueDepth);

    [Fact]
    public void FileStream_is_buffered_and_has_one_request() => Assert.Equal(
        Defaults with
        {
            Api = FileApi.FileStream,
            Mode = IoMode.Buffered,
            RequireMode = true,
            QueueDepth = 1,
        },
        Options("a", "--api", "filestream"));

    [Theory]
    [InlineData("--mode", "buffered")]
    [InlineData("--queue-depth", "1")]
    [InlineData("--threads", "1")]
    [InlineData("--distance", "0")]
    public void FileStream_may_be_told_what_it_does_anyway(params string[] words) =>
        Assert.Equal(Options("a", "--api", "filestream"), Options(["a", "--api", "FileStream", .. words]));

    [Fact]
    public void An_engine_is_what_carries_requests_out_unless_told_otherwise() =>
        Assert.Equal(Defaults, Options("a", "--api", "engine"));

    [Theory]
    [InlineData("--extend")]
    [InlineData("--bytes=1G")]
    public void What_bytes_bound_has_no_limit_of_time(string option) =>
        Assert.Equal(TimeSpan.FromDays(7), Options("a", option).Time);

    [Theory]
    [InlineData("20000", 20_000, false)]
    [InlineData("20000/s", 20_000, false)]
    [InlineData("20k/s", 20_000, false)]
    [InlineData("2.5k", 2_500, false)]
    [InlineData("1M/s", 1_000_000, false)]
    [InlineData("0.5/s", 0.5, false)]
    [InlineData("100MB/s", 100_000_000, true)]
    [InlineData("1MiB", 1 << 20, true)]
    public void A_rate_is_of_requests_or_of_bytes(string text, double perS, bool isOfBytes)
    {
        MeasurementOptions options = Options("a", "--rate", text, "--request-size", "64K");

        Assert.Equal(new LoadRate(perS, isOfBytes), options.Load!.Rate);
        Assert.Equal(isOfBytes ? perS / 65536 : perS, options.Load.Rate.RequestsPerS(65536));
        Assert.Equal((ArrivalPattern.Even, FullPolicy.Queue, false),
            (options.Arrivals, options.Load.WhenFull, options.IsPrecise));
    }

    [Theory]
    [InlineData("10ms", 10_000, 1)]
    [InlineData("1.5ms", 1_500, 1)]
    [InlineData("1us", 1, 1)]
    [InlineData("1s/4", 1_000_000, 4)]
    [InlineData("2/1000000", 2_000_000, 1_000_000)]
    public void A_pause_may_follow_several_requests(string text, int microseconds, int requests)
    {
        MeasurementOptions options = Options("a", "--think", text, "--precise", "--arrivals", "poisson");

        Assert.Equal(Defaults with
        {
            Think = new ThinkTime(TimeSpan.FromMicroseconds(microseconds), requests),
            Arrivals = ArrivalPattern.Poisson,
            IsPrecise = true,
        }, options);
    }

    [Fact]
    public void What_is_before_an_offset_is_left_out() =>
        Assert.Equal(Defaults with { Offset = 1 << 20 }, Options("a", "--offset", "1M"));

    [Fact]
    public void Everything_about_a_rate_reaches_the_case() => Assert.Equal(
        Defaults with
        {
            QueueDepth = 7,
            Load = new LoadOptions
            {
                Rate = new LoadRate(50, false),
                WhenFull = FullPolicy.Skip,
            },
            Arrivals = ArrivalPattern.Poisson,
            IsPrecise = true,
        },
        Options(
            "a", "--rate", "50/s", "--arrivals", "poisson", "--in-flight", "7", "--when-full", "skip", "--precise"));

    [Theory]
    [InlineData("4K", "1", 1024)]
    [InlineData("4K", "4", 256)]
    [InlineData("1M", "1", 256)]
    [InlineData("1M", "8", 32)]
    [InlineData("1G", "1", 1)]
    public void At_a_rate_as_many_may_be_in_flight_as_fit(string size, string threads, int most) => Assert.Equal(
        most, Options("a", "--rate", "1/s", "--request-size", size, "--threads", threads, "--size", "16G").QueueDepth);

    [Fact]
    public void Sizes_are_read_in_any_order_and_fill_buffers_of_the_largest()
    {
        MeasurementOptions options = Options("a", "--rate", "1/s", "--sizes", "1M:1,4k:98,8KiB:1");

        Assert.Equal(
            SizeShares.Of([new SizeShare(4096, 98), new SizeShare(8192, 1), new SizeShare(1 << 20, 1)]), options.Sizes);
        Assert.Equal((1 << 20, 256), (options.RequestSize, options.QueueDepth));
    }

    [Fact]
    public void A_mix_has_buffers_for_both_directions_in_the_same_memory() => Assert.Equal(
        128, Options("a", "--rate", "1/s", "--request-size", "1M", "--mix", "50:50").QueueDepth);

    [Fact]
    public void Two_rates_are_of_reads_and_of_writes()
    {
        MeasurementOptions options = Options("a", "--rate", "7k/s:2MB/s", "--when-full", "skip");

        Assert.Equal((MeasuredOperation.Mix, 128), (options.Operation, options.QueueDepth));
        Assert.Equal(
            new LoadOptions
            {
                Rate = new LoadRate(7000, IsOfBytes: false),
                WriteRate = new LoadRate(2_000_000, IsOfBytes: true),
                WhenFull = FullPolicy.Skip,
            },
            options.Load);
    }

    [Theory]
    [InlineData("@a")]
    [InlineData("größe")]
    [InlineData("x\uDCFF")]
    public void Any_name_is_a_file(string name) => Assert.Equal(FilePath.FromText(name), Options(name).Path);

    [Fact]
    public void After_two_dashes_a_file_may_begin_with_one() =>
        Assert.Equal("--cold", Options("--", "--cold").Path.Text);

    [Theory]
    [InlineData("no file named")]
    [InlineData("more than one file named: 'a', 'b'", "a", "b")]
    [InlineData("names no file", "")]
    [InlineData("unknown option '--frob'", "--frob")]
    [InlineData("unknown option '-x\\x1B[31m'", "-x\u001b[31m")]
    [InlineData("invalid --size '12Q': use 1 or more bytes", "a", "--size", "12Q")]
    [InlineData("invalid --size '0'", "a", "--size", "0")]
    [InlineData("invalid --size '-5'", "a", "--size", "-5")]
    [InlineData("invalid --size '99999999999T'", "a", "--size", "99999999999T")]
    [InlineData("invalid --request-size '2G': use 1 to 2147479552 bytes", "a", "--request-size", "2G")]
    [InlineData("--queue-depth '0' is out of range; allowed: whole numbers from 1 to 4096", "a", "--queue-depth", "0")]
    [InlineData("--queue-depth '4097' is", "a", "--queue-depth", "4097")]
    [InlineData("--threads '257' is out of range; allowed: whole numbers from 1 to 256", "a", "--threads", "257")]
    [InlineData("--repeat '1001' is", "a", "--repeat", "1001")]
    [InlineData("--distance '100.1' is", "a", "--distance", "100.1")]
    [InlineData("invalid --time '0': use 1ms to 168h", "a", "--time", "0")]
    [InlineData("invalid --time '3d'", "a", "--time", "3d")]
    [InlineData("--seed '-1' is", "a", "--seed", "-1")]
    [InlineData("--mode 'fast' is unknown; allowed: direct, buffered, uncached, prefer-direct, prefer-uncached", "a", "--mode", "fast")]
    [InlineData("--read and --write cannot be combined", "a", "--read", "--write")]
    [InlineData("--engine synchronous has one", "a", "--engine", "synchronous", "--queue-depth", "2")]
    [InlineData("--api 'mmap' is unknown; allowed: engine, filestream", "a", "--api", "mmap")]
    [InlineData("--api filestream is buffered, but --mode asks for prefer-direct", "a", "--api", "filestream", "--mode", "prefer-direct")]
    [InlineData("--api filestream has one request in flight, but --queue-depth asks for 2", "a", "--api", "filestream", "--queue-depth", "2")]
    [InlineData("--api filestream has one cursor, but --threads asks for 2", "a", "--api", "filestream", "--threads", "2")]
    [InlineData("--api filestream goes through the file in order, but --order random", "a", "--api", "filestream", "--order", "random")]
    [InlineData("--api filestream goes through the file in order, but --distance", "a", "--api", "filestream", "--distance", "3")]
    [InlineData("--api filestream only moves the bytes, but --touch", "a", "--api", "filestream", "--touch")]
    [InlineData("--api filestream uses no engine, but --engine", "a", "--api", "filestream", "--engine", "auto")]
    [InlineData("--api filestream collects small writes, but --flush each", "a", "--write", "--api", "filestream", "--flush", "each")]
    [InlineData("--flush makes writes durable", "a", "--flush", "end")]
    [InlineData("--preallocate none creates an empty file", "a", "--preallocate", "none")]
    [InlineData("--order random and --distance 0 contradict", "a", "--order", "random", "--distance", "0")]
    [InlineData("--request-size 1 MiB is larger than the file, --size 64 KiB", "a", "--size", "64K")]
    [InlineData("--json - and --csv - both need standard output", "a", "--json", "-", "--csv", "-")]
    [InlineData("--json - and --format csv both need standard output", "a", "--json", "-", "--format", "csv")]
    [InlineData("--json x is the file to be measured", "x", "--json", "x")]
    [InlineData("--json and --csv both name x", "a", "--json", "x", "--csv", "./x")]
    [InlineData("invalid --rate '0': use 0.001 to 10000000 requests, or bytes with a B", "a", "--rate", "0")]
    [InlineData("invalid --rate '-5'", "a", "--rate", "-5")]
    [InlineData("invalid --rate '20M/s'", "a", "--rate", "20M/s")]
    [InlineData("invalid --rate '1e9'", "a", "--rate", "1e9")]
    [InlineData("invalid --rate 'fast'", "a", "--rate", "fast")]
    [InlineData("invalid --rate '0B/s'", "a", "--rate", "0B/s")]
    [InlineData("invalid --rate '/s'", "a", "--rate", "/s")]
    [InlineData("invalid --rate ''", "a", "--rate", "1:")]
    [InlineData("invalid --rate '1:2:3'", "a", "--rate", "1:2:3")]
    [InlineData("invalid --rate '0'", "a", "--rate", "1k:0")]
    [InlineData("reads and writes, each at its rate; leave out --mix", "a", "--rate", "1:2", "--mix", "50:50")]
    [InlineData("reads and writes, each at its rate; leave out --read", "a", "--rate", "1:2", "--read")]
    [InlineData("--rate 1:2 needs a request in flight that reads and one", "a", "--rate", "1:2", "--in-flight", "1")]
    [InlineData("and another engine than synchronous", "a", "--rate", "1:2", "--engine", "synchronous")]
    [InlineData("--arrivals 'often' is unknown; allowed: even, poisson", "a", "--rate", "1", "--arrivals", "often")]
    [InlineData("--in-flight '0' is out of range", "a", "--rate", "1", "--in-flight", "0")]
    [InlineData("--in-flight is about requests at a rate; give --rate, too", "a", "--in-flight", "3")]
    [InlineData("--queue-depth keeps a queue full", "a", "--rate", "1", "--queue-depth", "3")]
    [InlineData("--api filestream waits for each request", "a", "--rate", "1", "--api", "filestream")]
    [InlineData("--in-flight 3 needs more than one", "a", "--rate", "1", "--in-flight", "3", "--engine", "synchronous")]
    [InlineData("--zones: --rate starts requests at a rate", "a", "--rate", "1", "--zones", "4")]
    [InlineData("--layers: --rate starts requests at a rate", "a", "--rate", "1", "--layers")]
    [InlineData("invalid --write-at-most '0x': use 0.1x to 100x the file", "a", "--write-at-most", "0x")]
    [InlineData("invalid --write-at-most '101x'", "a", "--write-at-most", "101x")]
    [InlineData("invalid --write-at-most 'x'", "a", "--write-at-most", "x")]
    [InlineData("invalid --write-at-most '-1x'", "a", "--write-at-most", "-1x")]
    [InlineData("give --precondition, too", "a", "--write-at-most", "2x")]
    [InlineData("--zones: --precondition writes over", "a", "--precondition", "fill", "--zones", "4")]
    [InlineData("in order, and as fast as it can; leave --precondition out", "a", "--check", "--precondition", "fill")]
    [InlineData("invalid --until 'fast': use steady, or steady= with 0.1 to 100 percent", "a", "--until", "fast")]
    [InlineData("invalid --until 'steady='", "a", "--until", "steady=")]
    [InlineData("invalid --until 'steady=0%'", "a", "--until", "steady=0%")]
    [InlineData("invalid --until 'steady=101%'", "a", "--until", "steady=101%")]
    [InlineData("invalid --until 'steady=-5%'", "a", "--until", "steady=-5%")]
    [InlineData("invalid --until 'steady=5%/1m/2m'", "a", "--until", "steady=5%/1m/2m")]
    [InlineData("invalid --until 'steady=5%/4s': use a time of 5s to 10h", "a", "--until", "steady=5%/4s")]
    [InlineData("invalid --until 'steady=5%/': use a time of 5s to 10h", "a", "--until", "steady=5%/")]
    [InlineData("invalid --until 'steady=5%%/5s'", "a", "--until", "steady=5%%/5s")]
    [InlineData("--rates: --until waits until the rate of one case", "a", "--until", "steady", "--rates", "10%..50%")]
    [InlineData("--check reads the whole file once, in order", "a", "--check", "--write")]
    [InlineData("leave --repeat out", "a", "--check", "--repeat", "2")]
    [InlineData("give --verify-blocks or --check, too", "a", "--block-journal", "j")]
    [InlineData("--zones: --verify-blocks looks at the blocks of one case", "a", "--zones", "4", "--verify-blocks")]
    [InlineData("--layers: --check looks at the whole file once", "a", "--layers", "--check")]
    [InlineData("--zones: --until waits until the rate of one case", "a", "--until", "steady", "--zones", "4")]
    [InlineData("--layers: --until waits until the rate of one case", "a", "--until", "steady", "--layers")]
    [InlineData("--zones: a log of HdrHistogram needs whole distributions", "a", "--hdr", "b", "--zones", "4")]
    [InlineData("--rates: a log of HdrHistogram needs", "a", "--format", "hdr", "--rates", "10%..50%")]
    [InlineData("--json and --hdr both name x", "a", "--json", "x", "--hdr", "./x")]
    [InlineData("invalid --places 'zipf': use zipf: with an exponent of 0.1 to 5", "a", "--places", "zipf")]
    [InlineData("invalid --places 'zipf:0'", "a", "--places", "zipf:0")]
    [InlineData("invalid --places 'zipf:-1'", "a", "--places", "zipf:-1")]
    [InlineData("invalid --places 'zipf:5.1'", "a", "--places", "zipf:5.1")]
    [InlineData("invalid --places 'zipf:1:2'", "a", "--places", "zipf:1:2")]
    [InlineData("invalid --places 'hot:20'", "a", "--places", "hot:20")]
    [InlineData("invalid --places 'hot:0:80'", "a", "--places", "hot:0:80")]
    [InlineData("invalid --places 'hot:20:100'", "a", "--places", "hot:20:100")]
    [InlineData("invalid --places 'hot:20.5:80'", "a", "--places", "hot:20.5:80")]
    [InlineData("invalid --places 'normal:1'", "a", "--places", "normal:1")]
    [InlineData("but --order sequential asks for another", "a", "--places", "zipf:1", "--order", "sequential")]
    [InlineData("but --distance 10 asks for another order", "a", "--places", "zipf:1", "--distance", "10")]
    [InlineData("but --places asks for another order", "a", "--places", "zipf:1", "--api", "filestream")]
    [InlineData("--layers: --places uses some places", "a", "--places", "zipf:1", "--layers")]
    [InlineData("--zones: --places uses some places", "a", "--places", "zipf:1", "--zones", "4")]
    [InlineData("--layers: --stride leaves gaps", "a", "--stride", "16M", "--layers")]
    [InlineData("--zones: --stride leaves gaps", "a", "--stride", "16M", "--zones", "4")]
    [InlineData("--layers: --order reverse is about one case", "a", "--order", "reverse", "--layers")]
    [InlineData("--order reverse and --distance 5 contradict", "a", "--order", "reverse", "--distance", "5")]
    [InlineData("--places is about requests anywhere", "a", "--order", "reverse", "--places", "zipf:1")]
    [InlineData("leave --stride out", "a", "--stride", "16M", "--check")]
    [InlineData("leave --sizes out", "a", "--sizes", "4K:60,64K:40", "--check")]
    [InlineData("invalid --think '0': use 1us to 168h", "a", "--think", "0")]
    [InlineData("invalid --think '1ms/': a pause is made after 1 to 1000000 requests", "a", "--think", "1ms/")]
    [InlineData("invalid --think '1ms/0': a pause", "a", "--think", "1ms/0")]
    [InlineData("invalid --think '1ms/2/3': a pause", "a", "--think", "1ms/2/3")]
    [InlineData("with --rate they start when they are due", "a", "--think", "1ms", "--rate", "10")]
    [InlineData("with --rates they start when they are due", "a", "--think", "1ms", "--rates", "10%..100%")]
    [InlineData("--precise is about when requests start; give --rate or --think", "a", "--precise")]
    [InlineData("--arrivals is about when requests start; give --rate or --think", "a", "--arrivals", "even")]
    [InlineData("--in-flight is about requests at a rate", "a", "--think", "1ms", "--in-flight", "4")]
    [InlineData("but --think asks for pauses", "a", "--think", "1ms", "--api", "filestream")]
    [InlineData("leave --think out", "a", "--think", "1ms", "--check")]
    [InlineData("--layers: --think makes pauses", "a", "--think", "1ms", "--layers")]
    [InlineData("--zones: --think makes pauses", "a", "--think", "1ms", "--zones", "4")]
    [InlineData("leave --offset out", "a", "--offset", "1M", "--check")]
    [InlineData("--layers: --offset leaves out", "a", "--offset", "1M", "--layers")]
    [InlineData("--zones: --offset leaves out", "a", "--offset", "1M", "--zones", "4")]
    [InlineData("invalid --sizes '4K': use 2 to 16 different sizes", "a", "--sizes", "4K")]
    [InlineData("invalid --sizes '4K:100'", "a", "--sizes", "4K:100")]
    [InlineData("invalid --sizes '4K:60,64K:41'", "a", "--sizes", "4K:60,64K:41")]
    [InlineData("invalid --sizes '4K:50,4096:50'", "a", "--sizes", "4K:50,4096:50")]
    [InlineData("invalid --sizes '4K:50,x:50'", "a", "--sizes", "4K:50,x:50")]
    [InlineData("invalid --sizes '4K:50,64K:50,'", "a", "--sizes", "4K:50,64K:50,")]
    [InlineData("invalid --sizes '4K:59.5,64K:40.5'", "a", "--sizes", "4K:59.5,64K:40.5")]
    [InlineData("invalid --sizes '4K:50:8K:50'", "a", "--sizes", "4K:50:8K:50")]
    [InlineData("--request-size and --sizes cannot be", "a", "--sizes", "4K:60,64K:40", "--request-size", "4K")]
    [InlineData("--layers: --sizes gives", "a", "--sizes", "4K:60,64K:40", "--layers")]
    [InlineData("--zones: --sizes gives", "a", "--sizes", "4K:60,64K:40", "--zones", "4")]
    [InlineData("--api filestream has requests of one size", "a", "--sizes", "4K:60,64K:40", "--api", "filestream")]
    [InlineData("of --sizes 64 KiB is larger", "a", "--sizes", "4K:60,64K:40", "--size", "32K")]
    [InlineData("invalid --mix '70': use two whole numbers of percent", "a", "--mix", "70")]
    [InlineData("invalid --mix '70:40'", "a", "--mix", "70:40")]
    [InlineData("invalid --mix '100:0'", "a", "--mix", "100:0")]
    [InlineData("invalid --mix '0:100'", "a", "--mix", "0:100")]
    [InlineData("invalid --mix '-5:105'", "a", "--mix", "-5:105")]
    [InlineData("invalid --mix '99.5:0.5'", "a", "--mix", "99.5:0.5")]
    [InlineData("invalid --mix '4294967366:30'", "a", "--mix", "4294967366:30")]
    [InlineData("invalid --mix '50:25:25'", "a", "--mix", "50:25:25")]
    [InlineData("--read and --mix cannot be combined", "a", "--mix", "70:30", "--read")]
    [InlineData("--extend and --mix cannot be combined", "a", "--mix", "70:30", "--extend")]
    [InlineData("--layers: --mix reads and writes at once", "a", "--mix", "70:30", "--layers")]
    [InlineData("--zones: --mix reads and writes at once", "a", "--mix", "70:30", "--zones", "4")]
    [InlineData("--api filestream reads or writes", "a", "--mix", "70:30", "--api", "filestream")]
    [InlineData("--preallocate none creates an empty file", "a", "--mix", "70:30", "--preallocate", "none")]
    [InlineData("--strict=", "a", "--strict=sometimes")]
    [InlineData("--size", "a", "--size")]
    [InlineData("--size", "a", "--size", "1", "--size", "2")]
    public void What_cannot_be_is_named_and_ends_with_2(string message, params string[] words)
    {
        var command = new CommandUnderTest();

        Command done = command.Run(["measure", .. words]);

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message.TrimEnd('='), done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
        Assert.False(command.Runner.Ran);
    }

    private static MeasurementOptions Options(params string[] words)
    {
        var command = new CommandUnderTest();
        Command done = command.Run(["measure", .. words]);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        return command.Runner.Planned!;
    }
}
