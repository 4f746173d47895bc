using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

public class SweepVerbTests
{
    [Fact]
    public void No_word_at_all_means_the_quick_grid_in_the_current_directory() => Assert.Equal(
        new SweepOptions { Path = FilePath.FromText("."), Seed = 4711 }, Options());

    [Fact]
    public void Every_option_reaches_the_grid()
    {
        SweepOptions options = Options(
            "--full", "--request-size", "4K..16K,1M", "--queue-depth", "1,4", "--mode", "uncached,direct", "--operation",
            "extend,read", "--api", "engine", "--repeat", "7", "--time", "1h", "--bytes", "1G", "--size", "1.5GiB", "--seed",
            "18446744073709551615", "--overwrite", "--keep", "--journal", "j.jsonl", "a.dat");

        Assert.Equal([4096, 8192, 16384, 1 << 20], options.RequestSizes);
        Assert.Equal([1, 4], options.QueueDepths);
        Assert.Equal([IoMode.Direct, IoMode.Uncached], options.Modes?.Order());
        Assert.Equal([MeasuredOperation.Read, MeasuredOperation.Extend], options.Operations);
        Assert.Equal([FileApi.Engine], options.Apis);
        Assert.Equal(
            new SweepOptions
            {
                Path = FilePath.FromText("a.dat"),
                Grid = SweepGrid.Full,
                Repetitions = 7,
                Time = TimeSpan.FromHours(1),
                Bytes = 1L << 30,
                Size = 3L << 29,
                Seed = ulong.MaxValue,
                Overwrite = true,
                Keep = true,
            },
            options with { RequestSizes = null, QueueDepths = null, Modes = null, Operations = null, Apis = null });
    }

    [Fact]
    public void Block_size_is_another_word_for_request_size() =>
        Assert.Equal([8192], Options("--block-size=8K").RequestSizes);

    [Theory]
    [InlineData("10ms", 10)]
    [InlineData("11ms", 11)]
    [InlineData("3599s", 3_599_000)]
    [InlineData("60m", 3_600_000)]
    public void A_run_takes_10_ms_to_an_hour(string text, int milliseconds) =>
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), Options("--time", text).Time);

    [Theory]
    [InlineData("1", 1)]
    [InlineData("99", 99)]
    [InlineData("100", 100)]
    public void A_case_has_1_to_100_runs(string text, int runs) =>
        Assert.Equal(runs, Options("--repeat", text).Repetitions);

    [Fact]
    public void FileStream_alone_may_be_told_what_it_does_anyway() =>
        Assert.Equal([FileApi.FileStream], Options("--api", "filestream", "--mode", "direct,buffered", "--queue-depth", "1,4").Apis);

    [Fact]
    public void After_two_dashes_a_place_may_begin_with_one() =>
        Assert.Equal("--full", Options("--size", "1M", "--", "--full").Path.Text);

    [Theory]
    [InlineData("more than one place named: 'a', 'b'; sweep takes one at a time", "a", "b")]
    [InlineData("names no file", "")]
    [InlineData("unknown option '--frob'; see landspeed sweep --help", "--frob")]
    [InlineData("unknown option '--strict=device'", "--strict")]
    [InlineData("--request-size '4M..4K' runs backwards", "--request-size", "4M..4K")]
    [InlineData("invalid --request-size '0'", "--block-size", "0")]
    [InlineData("invalid --request-size '2G': use 1 to 2147479552 bytes", "--request-size", "1,2G")]
    [InlineData("--request-size '' has an empty item", "--request-size", "")]
    [InlineData("--queue-depth '4097' is out of range; allowed: whole numbers from 1 to 4096", "--queue-depth", "1,4097")]
    [InlineData("--mode 'prefer-direct' is unknown; allowed: direct, buffered, uncached", "--mode", "prefer-direct")]
    [InlineData("--operation 'copy' is unknown; allowed: read, write, extend", "--operation", "read,copy")]
    [InlineData("--api 'mmap' is unknown; allowed: engine, filestream", "--api", "mmap")]
    [InlineData("--repeat '0' is out of range; allowed: whole numbers from 1 to 100", "--repeat", "0")]
    [InlineData("--repeat '101' is", "--repeat", "101")]
    [InlineData("invalid --time '9ms': use 10ms to 1h", "--time", "9ms")]
    [InlineData("invalid --time '3601'", "--time", "3601")]
    [InlineData("invalid --bytes '0'", "--bytes", "0")]
    [InlineData("invalid --size '12Q'", "--size", "12Q")]
    [InlineData("--seed '-1' is out of range", "--seed", "-1")]
    [InlineData("--format 'html' is unknown; allowed: table, markdown, json, csv, fio", "--format", "html")]
    [InlineData("--api filestream is buffered, but --mode asks for 'direct,uncached': no case is left", "--api", "filestream", "--mode", "direct,uncached")]
    [InlineData("--api filestream has one request in flight, but --queue-depth asks for '4,8'", "--api", "filestream", "--queue-depth", "4,8")]
    [InlineData("--dry-run and --show-fio both need standard output", "--dry-run", "--show-fio")]
    [InlineData("--json - and --html - both need standard output", "--json", "-", "--html", "-")]
    [InlineData("--json - and --csv - and --format fio all need standard output", "--json", "-", "--csv", "-", "--format", "fio")]
    [InlineData("--csv and --html both name x", "--json", "y", "--csv", "x", "--html", "./x")]
    [InlineData("--json measured.dat is the file to be measured", "--json", "measured.dat")]
    [InlineData("--html extended.svg is the file to be measured", "--html", "extended.svg")]
    [InlineData("--svg: d/throughput.svg is the journal of the sweep", "--svg", "d", "--journal", "d/throughput.svg")]
    [InlineData("--html d/cpu.svg is a chart of --svg", "--svg", "d", "--html", "d/cpu.svg")]
    [InlineData("--svg names no directory", "--svg", "")]
    [InlineData("--svg /dev/null is not a directory", "--svg", "/dev/null")]
    [InlineData("--journal: measured.dat is the file to be measured", "--journal", "measured.dat")]
    [InlineData("--csv x is the journal of the sweep", "--csv", "x", "--journal", "./x")]
    [InlineData("--journal needs a file that can be read again", "--journal", "-")]
    [InlineData("--journal names no file", "--journal", "")]
    [InlineData("--journal /dev/null is not a regular file", "--journal", "/dev/null")]
    [InlineData("--resume finds no interrupted sweep: there is no /no/such/landspeed-sweep", "--resume", "--journal", "/no/such/landspeed-sweep")]
    [InlineData("--repeat", "--repeat", "1", "--repeat", "2")]
    public void What_cannot_be_is_named_and_ends_with_2(string message, params string[] words)
    {
        var command = new CommandUnderTest();

        Command done = command.Run(["sweep", .. words]);

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
        Assert.False(command.SweepRunner.Ran);
    }

    // Attributes cannot carry text that is not Unicode.
    [Fact]
    public void A_journal_has_a_name_in_UTF8()
    {
        Command named = new CommandUnderTest().Run("sweep", "--journal", "x\uDCFF");
        Command resumed = new CommandUnderTest().Run("sweep", "--resume", "x\uDCFF");

        Assert.Equal((2, 2), (named.ExitCode, resumed.ExitCode));
        Assert.Contains("--journal x\\xFF: its name must be UTF-8", named.Error, StringComparison.Ordinal);
        Assert.Contains(
            "--resume: no journal can exist beside x\\xFF", resumed.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_chart_never_takes_the_place_of_the_measured_file()
    {
        var command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Plans = (options, resume) => Sweeps.PlanOf(options, resume) with
                {
                    Uses = [(FilePath.FromText("./cpu.svg"), "the file to be measured")],
                },
            },
        };

        Command done = command.Run("sweep", "--svg", ".");

        Assert.Equal((2, false), (done.ExitCode, command.SweepRunner.Ran));
        Assert.Contains("--svg: ./cpu.svg is the file to be measured", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void The_journal_lies_beside_the_place_unless_it_is_named_and_then_it_stays()
    {
        (ExperimentTask usual, ExperimentTask named) = (Task(), Task("--journal", "j.jsonl"));

        Assert.Equal(("landspeed-sweep.jsonl", false, false), (usual.Journal, usual.Resume, usual.KeepJournal));
        Assert.Equal(("j.jsonl", false, true), (named.Journal, named.Resume, named.KeepJournal));
    }

    private static ExperimentTask Task(params string[] words)
    {
        var command = new CommandUnderTest();
        command.Run(["sweep", "--quiet", .. words]);
        return command.SweepRunner.Task!;
    }

    private static SweepOptions Options(params string[] words)
    {
        var command = new CommandUnderTest();
        Command done = command.Run(["sweep", "--quiet", .. words]);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        return command.SweepRunner.Planned!;
    }
}
