using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Classic;

public sealed class UbcopyTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public UbcopyTests()
    {
        File.WriteAllText(_scratch.File("a"), "content");
        Directory.CreateDirectory(_scratch.File("tree"));
    }

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Two_names_alone_copy_safely()
    {
        CopyTask task = TaskOf("-s", _scratch.File("a"), "-d", _scratch.File("b"));

        Assert.Equal((CopySubject.File, _scratch.FilePath("a"), _scratch.FilePath("b")), (task.Subject, task.Source, task.Target));
        Assert.Equal(
            new CopyOptions { Verify = true, ReplacePermission = "-o True", Digests = task.Options.Digests, Events = task.Options.Events, Traffic = task.Options.Traffic }, task.Options);
        Assert.Empty(task.Options.Digests);
    }

    [Fact]
    public void The_line_of_2010_means_what_it_meant()
    {
        var options = (TreeCopyOptions)TaskOf(
            "-s", _scratch.File("tree"), "-d", _scratch.File("b"), "-o", "True", "-m", "true", "-c", "TRUE", "-b", "8", "-t", "4",
            "-z", "1", "-r", "True").Options;

        Assert.Equal([DigestAlgorithm.Md5], options.Digests);
        Assert.Equal(
            new TreeCopyOptions
            {
                Overwrite = OverwriteRule.Always,
                ReplacePermission = "-o True",
                RemoveSource = true,
                Verify = true,
                Digests = options.Digests,
                RequestSize = 8 << 20,
                QueueDepth = 8,
                SmallFileThreads = 4,
                SmallFileLimit = 1 << 20,
                Events = options.Events,
                Traffic = options.Traffic,
            },
            options);
    }

    [Theory]
    [InlineData("-sSRC", "-dB")]
    [InlineData("-s:SRC", "-d:B")]
    [InlineData("-s=SRC", "-d=B")]
    [InlineData("--sourcefile=SRC", "--destinationfile=B")]
    [InlineData("--sourcefile:SRC", "--DestinationFile", "B")]
    [InlineData("-sourcefile", "SRC", "-destinationfile", "B")]
    [InlineData("–s", "SRC", "–d", "B")]
    [InlineData("–sourcefile", "SRC", "—destinationfile", "B")]
    public void Values_are_attached_or_separate_and_names_short_or_long(params string[] words)
    {
        CopyTask task = TaskOf([.. words.Select(Real)]);
        Assert.Equal((_scratch.FilePath("a"), _scratch.FilePath("b")), (task.Source, task.Target));
    }

    [Theory]
    [InlineData("1", 1, 8)]
    [InlineData("16", 16, 4)]
    [InlineData("32", 32, 2)]
    public void A_buffer_is_a_request_and_64_MiB_are_in_flight_at_most(string text, int megabytes, int depth)
    {
        CopyOptions options = Options("-b", text);
        Assert.Equal((megabytes << 20, depth), (options.RequestSize, options.QueueDepth));
    }

    [Theory]
    [InlineData("False", OverwriteRule.Never)]
    [InlineData("false", OverwriteRule.Never)]
    [InlineData("True", OverwriteRule.Always)]
    public void Overwriting_is_done_only_where_it_was_asked_for(string value, OverwriteRule rule) =>
        Assert.Equal(rule, Options("-o", value).Overwrite);

    [Fact]
    public void The_other_options_reach_the_copier()
    {
        CopyOptions options = Options("-f", "True", "-l", "1000000", "-x", "False", "-y", "True", "-c", "False");
        Assert.Equal(
            (ReflinkRule.Never, 1_000_000L, ResumeRule.StartAnew, OverwriteRule.Older, false),
            (options.Reflink, options.BytesPerSecond, options.Resume, options.Overwrite, options.Verify));
        Assert.Null(Options("-l", "0").BytesPerSecond);
    }

    [Theory]
    [InlineData("no source named (-s)", "-d", "B")]
    [InlineData("no destination named (-d)", "-s", "SRC")]
    [InlineData("-o 'yes' is unknown; allowed: True, False", "-s", "SRC", "-d", "B", "-o", "yes")]
    [InlineData("the option '-o' needs a value", "-s", "SRC", "-d", "B", "-o")]
    [InlineData("the option '-o:' needs a value", "-s", "SRC", "-d", "B", "-o:")]
    [InlineData("-b '33' is out of range; allowed: whole numbers from 1 to 32", "-s", "SRC", "-d", "B", "-b", "33")]
    [InlineData("-b '0' is out of range", "-s", "SRC", "-d", "B", "-b", "0")]
    [InlineData("-t '65' is out of range", "-s", "SRC", "-d", "B", "-t", "65")]
    [InlineData("-z '65' is out of range", "-s", "SRC", "-d", "B", "-z", "65")]
    [InlineData("-m True removes the source, but -c False would not check its copy", "-s", "SRC", "-d", "B", "-m", "True", "-c", "False")]
    [InlineData("the option '-s' is given twice", "-s", "SRC", "-s", "SRC")]
    [InlineData("unknown option '-q'", "-q")]
    [InlineData("unknown option '--sources=SRC'", "--sources=SRC")]
    [InlineData("a name without an option 'SRC'", "SRC")]
    [InlineData("ubcopy copies files and directories", "-s", "-", "-d", "B")]
    public void What_cannot_be_is_named_and_ends_with_2(string message, params string[] words)
    {
        var command = new CommandUnderTest();

        Command done = command.Run(["ubcopy", .. words.Select(Real)]);

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(Real(message), done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
        Assert.Null(command.Copier.Task);
    }

    [Fact]
    public void The_program_name_ubcopy_selects_the_grammar()
    {
        var command = new CommandUnderTest { ProgramName = "ubcopy" };
        Assert.Equal(
            new Command(0, "copy done\n", string.Empty), command.Run("-s", _scratch.File("a"), "-d", _scratch.File("b")));
    }

    [Fact]
    public void A_copy_that_differs_does_not_end_like_one_that_is_done()
    {
        var command = new CommandUnderTest
        {
            Copier = new FakeCopier { Copies = (_, _) => new CopyResult { Outcome = CopyOutcome.Mismatch } },
        };
        Assert.Equal(4, command.Run("ubcopy", "-s", _scratch.File("a"), "-d", _scratch.File("b")).ExitCode);
    }

    private CopyOptions Options(params string[] words) =>
        TaskOf(["-s", _scratch.File("a"), "-d", _scratch.File("b"), .. words]).Options;

    private string Real(string word) => word
        .Replace("SRC", _scratch.File("a"), StringComparison.Ordinal)
        .Replace("B", word is "B" or "-dB" or "-d:B" or "-d=B" or "--destinationfile=B" ? _scratch.File("b") : "B", StringComparison.Ordinal);

    private static CopyTask TaskOf(params string[] words)
    {
        var command = new CommandUnderTest();
        Command done = command.Run(["ubcopy", .. words]);

        // With an MD5 on standard output the summary goes to standard error.
        Assert.Equal((0, "copy done\n"), (done.ExitCode, done.Output + done.Error));
        return command.Copier.Task!;
    }
}
