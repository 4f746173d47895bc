using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

/// <summary>
/// Results, lists and messages that outgrow the limit of file sizes: to .NET that is a wrong argument, to a user a full
/// file.
/// </summary>
public sealed class FileSizeLimitTests : IDisposable
{
    private const string Older = "older\n";
    private readonly ScratchDirectory _scratch = new();

    public FileSizeLimitTests()
    {
        Command.Shell(
            $"cd '{_scratch.Path}' && mkdir s && for i in $(seq 100); do echo $i > s/a-file-with-a-long-name-$i; done");
        File.WriteAllText(_scratch.File("older"), Older);
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("copy s t --manifest older", "--manifest older")]
    [InlineData("copy s t --json older", "--json older")]
    [InlineData("copy s t --html older", "--html older")]
    [InlineData("verify first/sums --directory first --json older", "--json older")]
    [InlineData("doctor --json older", "--json older")]
    [InlineData("report stored --html older", "--html older")]
    [InlineData("report stored --json older", "--json older")]
    [InlineData("patterns . --records 10 --repeat 1 --json older", "older.cells.jsonl")]
    [InlineData("patterns . --records 10 --repeat 1 --journal j --json older", "write j")]
    public void An_older_result_stays_and_the_limit_is_named(string words, string named)
    {
        InScratch("\"$0\" copy s first --json stored --manifest sums --quiet; mv sums first");

        string quiet = words.Split(' ')[0] is "report" or "doctor" ? ">/dev/null" : "--quiet";
        Command failed = Limited($"{words} {quiet}");

        CheckMessage(failed, named);
        Assert.Equal(Older, File.ReadAllText(_scratch.File("older")));
        Assert.DoesNotContain(
            Directory.GetFileSystemEntries(_scratch.Path),
            name => name.Contains("landspeed-part", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--manifest m")]
    [InlineData("--events ev")]
    [InlineData("--events /dev/fd/5 5>>ev")]
    [InlineData("--json /dev/fd/5 5>>ev")]
    public void The_copy_is_done_all_the_same(string words)
    {
        Command failed = Limited($"copy s t --quiet {words}");

        CheckMessage(failed, string.Join(' ', words.Split(' ').Take(2)));
        Assert.Equal(100, Directory.GetFileSystemEntries(_scratch.File("t")).Length);
    }

    [Theory]
    [InlineData("copy s t --json -")]
    [InlineData("copy s t --events - --quiet")]
    [InlineData("copy s t --checksum sha256 --quiet")]
    [InlineData("copy s t --dry-run")]
    [InlineData("verify --help")]
    [InlineData("completion bash")]
    [InlineData("doctor")]
    [InlineData("records generate 1000 -")]
    public void So_does_standard_output(string words)
    {
        Command failed = Limited($"{words} >out");

        CheckMessage(failed, "standard output");
        Assert.InRange(new FileInfo(_scratch.File("out")).Length, 1, 1024);
    }

    [Theory]
    [InlineData("copy s t >out 2>&1")]
    [InlineData("copy s t --quiet --events older --json j >>full 2>&1")]
    [InlineData("copy s t --checksum md5 2>>full >&2")]
    [InlineData("iospeed -zz 2>>full")]
    [InlineData("copy missing t 2>>full")]
    public void Messages_that_nobody_can_get_end_nothing(string words)
    {
        File.WriteAllText(_scratch.File("full"), new string('x', 1024));

        Command ended = Limited(words);

        Assert.InRange(ended.ExitCode, 0, 6);
        Assert.Equal(string.Empty, ended.Error);
        Assert.Equal(words.StartsWith("copy s t", StringComparison.Ordinal), Directory.Exists(_scratch.File("t")));
    }

    [Theory]
    [InlineData("hints . --files 3 --size 16K --repeat 1 --quiet")]
    [InlineData("create out --files 2 --lines 1000 --characters 50 --quiet")]
    [InlineData("records generate 1000 r --quiet")]
    [InlineData("patterns --creation out --quiet")]
    public void What_is_made_to_be_measured_is_refused_in_words(string words)
    {
        Command failed = Limited(words);

        Assert.InRange(failed.ExitCode, 1, 6);
        Assert.DoesNotContain("internal error", failed.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("Parameter", failed.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_campaign_whose_journal_is_full_says_so()
    {
        File.WriteAllLines(_scratch.File("commands"), Enumerable.Range(0, 40).Select(number => $"true # {number}"));

        Command failed = Limited("campaign commands --settle 0s --quiet");

        CheckMessage(failed, "commands.campaign/journal");
    }

    [Fact]
    public void Manual_pages_that_become_too_large_are_named()
    {
        Directory.CreateDirectory(_scratch.File("pages"));

        CheckMessage(Limited("help --man-pages pages"), "--man-pages pages/landspeed");
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("pages")));
    }

    private static void CheckMessage(Command failed, string named)
    {
        Assert.Equal(1, failed.ExitCode);
        string line = Assert.Single(
            failed.Error.Split('\n'), line => line.Contains("EFBIG", StringComparison.Ordinal));
        Assert.StartsWith("landspeed: cannot write ", line, StringComparison.Ordinal);
        Assert.Contains(named, line, StringComparison.Ordinal);
        Assert.Contains("ulimit -f", line, StringComparison.Ordinal);
        Assert.DoesNotContain("internal error", failed.Error, StringComparison.Ordinal);
    }

    // bash counts in KiB, other shells in 512 bytes. The runtime's own shared memory is a file, too.
    private Command Limited(string words) => Command.Run(
        "bash",
        [
            "-c",
            $"cd \"$1\" || exit 99; export DOTNET_EnableWriteXorExecute=0; ulimit -f 1; \"$0\" {words}",
            LandspeedProcess.Executable,
            _scratch.Path,
        ]);

    private Command InScratch(string script) =>
        LandspeedProcess.Shell($"cd \"$1\" || exit 99; {script}", _scratch.Path);
}
