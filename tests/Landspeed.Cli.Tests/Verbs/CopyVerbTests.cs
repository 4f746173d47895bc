using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Quantities;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

public sealed class CopyVerbTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public CopyVerbTests()
    {
        File.WriteAllText(_scratch.File("a"), "content");
        Directory.CreateDirectory(_scratch.File("tree"));
        Directory.CreateDirectory(_scratch.File("dir"));
    }

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Two_names_alone_mean_the_defaults()
    {
        CopyTask task = TaskOf(_scratch.File("a"), _scratch.File("b"));

        Assert.Equal(
            (CopySubject.File, _scratch.FilePath("a"), _scratch.FilePath("b")), (task.Subject, task.Source, task.Target));
        Assert.Equal(new CopyOptions { ReplacePermission = "--replace always" } with { Digests = task.Options.Digests, Events = task.Options.Events, Traffic = task.Options.Traffic }, task.Options);
        Assert.Empty(task.Options.Digests);
    }

    [Fact]
    public void Every_option_of_a_file_reaches_the_copier()
    {
        CopyOptions options = TaskOf(
            "--verify", "--checksum", "sha256,md5", "--replace", "always", "--reflink", "never", "--strategy", "uncached", "--holes",
            "fill", "--limit", "50MB", "--request-size", "4M", "--queue-depth", "256", "--engine", "threads", "--paranoid",
            "--remove-source", "--retry", "7", _scratch.File("a"), _scratch.File("b")).Options;

        Assert.Equal([DigestAlgorithm.Md5, DigestAlgorithm.Sha256], options.Digests);
        Assert.Equal(
            new CopyOptions
            {
                Verify = true,
                Digests = options.Digests,
                Overwrite = OverwriteRule.Always,
                ReplacePermission = "--replace always",
                Reflink = ReflinkRule.Never,
                Strategy = CopyStrategy.Uncached,
                FillHoles = true,
                BytesPerSecond = 50_000_000,
                RequestSize = 4 << 20,
                QueueDepth = 256,
                Engine = EngineKind.Threads,
                Resume = ResumeRule.Paranoid,
                RemoveSource = true,
                MaxRetries = 7,
                Events = options.Events,
                Traffic = options.Traffic,
            },
            options);
    }

    [Fact]
    public void Every_option_of_a_tree_reaches_the_copier()
    {
        var options = (TreeCopyOptions)TaskOf(
            "--update", "--delete", "--yes", "--cross-mounts", "--special", "--threads", "64", "--small-file", "0", "--no-resume",
            "--verify", _scratch.File("tree"), _scratch.File("b")).Options;

        Assert.Equal(
            new TreeCopyOptions
            {
                Overwrite = OverwriteRule.Older,
                ReplacePermission = "--replace always, or older",
                DeleteExtraneous = true,
                CrossMounts = true,
                Special = true,
                SmallFileThreads = 64,
                SmallFileLimit = ByteCount.Zero.Bytes,
                Resume = ResumeRule.StartAnew,
                Verify = true,
                Digests = options.Digests,
                Events = options.Events,
                Traffic = options.Traffic,
            },
            options);
    }

    [Fact]
    public void A_slash_at_the_end_puts_the_copy_into_the_directory()
    {
        Assert.Equal($"{_scratch.File("dir")}/a", TaskOf(_scratch.File("a"), _scratch.File("dir") + "/").Target!.Text);
        Assert.Equal($"{_scratch.File("dir")}/tree", TaskOf(_scratch.File("tree") + "/", _scratch.File("dir") + "/").Target!.Text);
    }

    [Fact]
    public void Without_the_slash_a_directory_is_the_name_of_a_tree_and_refused_for_a_file()
    {
        Assert.Equal(_scratch.FilePath("dir"), TaskOf(_scratch.File("tree"), _scratch.File("dir")).Target);

        var command = new CommandUnderTest();
        Command done = command.Run("copy", _scratch.File("a"), _scratch.File("dir"));

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains($"write {_scratch.File("dir")}/ to copy into it,", done.Error, StringComparison.Ordinal);
        Assert.Null(command.Copier.Task);
    }

    [Fact]
    public void A_dash_is_standard_input_or_output()
    {
        CopyTask input = TaskOf("-", _scratch.File("b"));
        CopyTask output = TaskOf(_scratch.File("a"), "-");

        Assert.Equal((CopySubject.Stream, null), (input.Subject, input.Source));
        Assert.Equal((CopySubject.Stream, null), (output.Subject, output.Target));
    }

    [Fact]
    public void After_two_dashes_a_name_may_begin_with_one() =>
        Assert.Equal("--verify", TaskOf(_scratch.File("a"), "--", "--verify").Target!.Text);

    [Theory]
    [InlineData("x.tmp", FileKind.Regular, false, "--exclude", "*.tmp")]
    [InlineData("d/x.tmp", FileKind.Regular, false, "--exclude", "*.tmp")]
    [InlineData("d/x.TMP", FileKind.Regular, true, "--exclude", "*.tmp")]
    [InlineData("d/build", FileKind.Directory, false, "--exclude", "build")]
    [InlineData("d/build", FileKind.Directory, true, "--exclude", "/build")]
    [InlineData("build", FileKind.Directory, false, "--exclude", "/build/")]
    [InlineData("a/b/c.log", FileKind.Regular, false, "--exclude", "a/**/*.log")]
    [InlineData("b/c.log", FileKind.Regular, true, "--exclude", "a/**/*.log")]
    [InlineData("d/x.dat", FileKind.Regular, true, "--include", "*.dat")]
    [InlineData("d/x.txt", FileKind.Regular, false, "--include", "*.dat")]
    [InlineData("d", FileKind.Directory, true, "--include", "*.dat")]
    [InlineData("src/a/b.c", FileKind.Regular, true, "--include", "src")]
    [InlineData("x.dat", FileKind.Regular, false, "--include", "*.dat", "--exclude", "x*")]
    [InlineData("y.dat", FileKind.Regular, true, "--include", "*.dat", "--include", "*.log", "--exclude", "x*")]
    [InlineData("l", FileKind.SymbolicLink, false, "--exclude", "l")]
    public void Globs_choose_names_at_any_depth_and_paths_from_the_source(
        string path, FileKind kind, bool chosen, params string[] words)
    {
        var options = (TreeCopyOptions)TaskOf([.. words, _scratch.File("tree"), _scratch.File("b")]).Options;
        Assert.Equal(chosen, options.Filter!(FilePath.FromText(path), kind));
    }

    [Fact]
    public void Globs_see_names_that_are_not_UTF8()
    {
        var options = (TreeCopyOptions)TaskOf("--exclude", "x*.tmp", _scratch.File("tree"), _scratch.File("b")).Options;
        Assert.False(options.Filter!(FilePath.FromBytes([(byte)'d', (byte)'/', (byte)'x', 0xFF, .. ".tmp"u8]), FileKind.Regular));
    }

    [Theory]
    [InlineData("--verify", false)]
    [InlineData("--verify=once", false)]
    [InlineData("--verify=twice", true)]
    public void A_word_after_the_equals_sign_says_how_often_the_source_is_read(string word, bool twice)
    {
        CopyOptions options = TaskOf(word, _scratch.File("a"), _scratch.File("b")).Options;

        Assert.Equal((true, twice), (options.Verify, options.VerifySource));
    }

    [Theory]
    [InlineData("--verify 'often' is unknown; allowed: once, twice", "--verify=often", "SRC", "b")]
    [InlineData("with an equals sign it belongs to the option: --verify=twice", "--verify", "twice", "SRC", "b")]
    [InlineData("which a stream does not allow; use --verify", "--verify=twice", "-", "b")]
    [InlineData("--reflink always shares the source's blocks", "--verify=twice", "--reflink", "always", "SRC", "b")]
    [InlineData("--retry '-1' is out of range; allowed: whole numbers from 0 to 100", "--retry", "-1", "SRC", "b")]
    [InlineData("no source and no target named")]
    [InlineData("no target named for 'SRC'", "SRC")]
    [InlineData("more than one source and one target named", "SRC", "b", "c")]
    [InlineData("unknown option '--frob'; see landspeed copy --help", "--frob", "SRC", "b")]
    [InlineData("TARGET names no file", "SRC", "")]
    [InlineData("--checksum 'crc' is unknown; allowed: md5, sha256, xxh128", "--checksum", "crc", "SRC", "b")]
    [InlineData("--manifest holds one kind of checksum", "--checksum", "md5,sha256", "--manifest", "m", "SRC", "b")]
    [InlineData("--manifest needs a file", "--manifest", "-", "SRC", "b")]
    [InlineData("--replace 'yes' is unknown; allowed: never, older, always", "--replace", "yes", "SRC", "b")]
    [InlineData("--update is short for --replace older, but --replace asks for always", "--update", "--replace", "always", "SRC", "b")]
    [InlineData("--strategy 'fast' is unknown; allowed: auto, direct, uncached, buffered", "--strategy", "fast", "SRC", "b")]
    [InlineData("--reflink 'no' is unknown", "--reflink", "no", "SRC", "b")]
    [InlineData("--reflink always shares the source's blocks", "--reflink", "always", "--verify", "SRC", "b")]
    [InlineData("--holes 'none' is unknown; allowed: keep, fill", "--holes", "none", "SRC", "b")]
    [InlineData("invalid --limit '0'", "--limit", "0", "SRC", "b")]
    [InlineData("invalid --request-size '4095'", "--request-size", "4095", "SRC", "b")]
    [InlineData("--request-size '4097' is not a multiple of 4KiB", "--request-size", "4097", "SRC", "b")]
    [InlineData("invalid --request-size '2G': use 4KiB to 1GiB", "--block-size", "2G", "SRC", "b")]
    [InlineData("--queue-depth '257' is out of range; allowed: whole numbers from 1 to 256", "--queue-depth", "257", "SRC", "b")]
    [InlineData("--engine 'mmap' is unknown", "--engine", "mmap", "SRC", "b")]
    [InlineData("--resume and --no-resume contradict each other", "--resume", "--no-resume", "SRC", "b")]
    [InlineData("--no-resume and --paranoid contradict each other", "--paranoid", "--no-resume", "SRC", "b")]
    [InlineData("--delete is for directories, but the source is a single file", "--delete", "--yes", "SRC", "b")]
    [InlineData("--exclude is for directories, but the source is a single file", "--exclude", "x", "SRC", "b")]
    [InlineData("--threads is for directories, but the source is a stream", "--threads", "2", "-", "b")]
    [InlineData("needs --yes; to see what that is, run: landspeed copy --delete TREE b --dry-run", "--delete", "TREE", "b")]
    [InlineData("--yes only confirms --delete", "--yes", "SRC", "b")]
    [InlineData("--lose-attributes needs --remove-source", "--lose-attributes", "SRC", "b")]
    [InlineData("--threads '65' is out of range", "--threads", "65", "TREE", "b")]
    [InlineData("invalid --small-file '65M'", "--small-file", "65M", "TREE", "b")]
    [InlineData("--include 'a?.dat' has a character that looks like a wildcard", "--include", "a?.dat", "TREE", "b")]
    [InlineData("--exclude '../x' leads outside the source", "--exclude", "../x", "TREE", "b")]
    [InlineData("--exclude 'a**' has ** next to other characters", "--exclude", "a**", "TREE", "b")]
    [InlineData("--exclude '/' names nothing", "--exclude", "/", "TREE", "b")]
    [InlineData("is a directory and cannot go to standard output", "TREE", "-")]
    [InlineData("from standard input to standard output", "-", "-")]
    [InlineData("standard input has no name", "-", "DIR/")]
    [InlineData("has no name of its own", "TREE/.", "DIR/")]
    [InlineData("the copy and --json - both need standard output", "--json", "-", "SRC", "-")]
    [InlineData("--json - and --events - and --checksum all need standard output", "--json", "-", "--events", "-", "--checksum", "md5", "SRC", "b")]
    [InlineData("--json and --events both name x", "--json", "x", "--events", "./x", "SRC", "b")]
    [InlineData("is the source of the copy", "--json", "SRC", "SRC", "b")]
    [InlineData("--manifest b is the target of the copy", "--manifest", "b", "SRC", "b")]
    [InlineData("copy --clean takes one directory", "--clean")]
    [InlineData("copy --clean takes one directory", "--clean", "SRC", "b")]
    [InlineData("copy --clean takes one directory", "SRC", "--clean", "b")]
    [InlineData("copy --clean takes one directory", "--clean", "-")]
    public void What_cannot_be_is_named_and_ends_with_2(string message, params string[] words)
    {
        var command = new CommandUnderTest();

        Command done = command.Run(["copy", .. words.Select(Real)]);

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(Real(message), done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
        Assert.Null(command.Copier.Task);
    }

    [Theory]
    [InlineData(1, "cannot copy /no/such/file", "/no/such/file", "b")]
    [InlineData(2, "there is no such directory; create it first", "SRC", "/no/such/dir/")]
    [InlineData(2, "there is no such directory", "SRC", "TREE/../a/")]
    [InlineData(2, "the directory /no/such does not exist; create it first", "SRC", "/no/such/name")]
    public void A_missing_source_ends_with_1_and_a_missing_target_directory_with_2(
        int code, string message, params string[] words)
    {
        var command = new CommandUnderTest();

        Command done = command.Run(["copy", .. words.Select(Real)]);

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Null(command.Copier.Task);
    }

    private string Real(string word) => word
        .Replace("SRC", _scratch.File("a"), StringComparison.Ordinal)
        .Replace("TREE", _scratch.File("tree"), StringComparison.Ordinal)
        .Replace("DIR", _scratch.File("dir"), StringComparison.Ordinal);

    private static CopyTask TaskOf(params string[] words)
    {
        var command = new CommandUnderTest();
        Command done = command.Run(["copy", "--quiet", .. words]);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        return command.Copier.Task!;
    }
}
