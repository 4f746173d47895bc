using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

/// <summary>Manifests of copies of which not everything came about.</summary>
public sealed class IncompleteManifestTests : IDisposable
{
    private const string Older = "older\n";
    private readonly ScratchDirectory _scratch = new();

    public IncompleteManifestTests()
    {
        Command.Shell($"cd '{_scratch.Path}' && mkdir -p s/sub d && echo a > s/a && echo b > s/sub/b && echo c > s/c");
        File.WriteAllText(_scratch.File("m"), Older);
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("echo other > d/c", "c")]
    [InlineData("echo other > d/c; echo other > d/sub", "c,sub/b")]
    [InlineData("mkdir d/c", "c")]
    public void It_names_what_was_copied_and_says_that_the_rest_is_missing(string before, string lacking)
    {
        Command done = InScratch($"{before}; \"$0\" copy s d --manifest m --quiet");

        string[] lines = File.ReadAllLines(_scratch.File("m"));
        Assert.Equal(1, done.ExitCode);
        Assert.StartsWith("# landspeed: incomplete: ", lines[0], StringComparison.Ordinal);
        Assert.Contains("\nlandspeed: --manifest m is incomplete: ", done.Error, StringComparison.Ordinal);
        string[] names = [.. lines.Skip(1).Select(line => line[66..])];
        Assert.Equal("a,c,sub/b".Split(',').Except(lacking.Split(',')), names);
    }

    [Theory]
    [InlineData("md5", "md5sum -c ../m --strict")]
    [InlineData("sha256", "sha256sum -c ../m --strict")]
    [InlineData("xxh128", "xxh128sum -c ../m")]
    public void It_is_read_by_us_and_by_others(string algorithm, string program)
    {
        Command.Shell($"cd '{_scratch.Path}' && echo other > d/c");
        InScratch($"\"$0\" copy s d --checksum {algorithm} --manifest m --quiet");

        Command verified = InScratch($"cd d && \"$0\" verify ../m --checksum {algorithm}");
        Command quiet = InScratch($"cd d && \"$0\" verify ../m --checksum {algorithm} --quiet --json ../r");

        Assert.Equal((0, 0), (verified.ExitCode, quiet.ExitCode));
        Assert.Contains("2 files OK", verified.Output, StringComparison.Ordinal);
        Assert.Contains("manifest incomplete", verified.Output, StringComparison.Ordinal);
        Assert.Equal(
            "landspeed: the manifest ../m is incomplete: " +
            "1 entry was not copied and has no line, nor has anything below it\n",
            verified.Error);
        Assert.Equal(verified.Error, quiet.Error);
        Assert.Contains("\"manifest_incomplete\"", File.ReadAllText(_scratch.File("r")), StringComparison.Ordinal);
        if (Command.Exists(program.Split(' ')[0]))
        {
            Command.Shell($"cd '{_scratch.File("d")}' && {program}");
        }
    }

    [Fact]
    public void A_tree_that_changes_while_it_is_read_leaves_no_older_list()
    {
        Command.Shell($"cd '{_scratch.Path}' && head -c 40M /dev/zero > s/live");
        using LandspeedProcess copy = StartSlowly("20M");
        Command.Shell($"echo more >> '{_scratch.File("s/live")}'");

        Command done = copy.Wait();

        Assert.Equal(5, done.ExitCode);
        string manifest = File.ReadAllText(_scratch.File("m"));
        Assert.StartsWith("# landspeed: incomplete: 1 entry ", manifest, StringComparison.Ordinal);
        Assert.EndsWith("  sub/b\n", manifest, StringComparison.Ordinal);
        Assert.DoesNotContain("live", manifest, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("s/a t", "echo other > t")]
    [InlineData("s d", "for f in a c sub; do echo other > d/$f; done")]
    [InlineData("s s/sub/d", "true")]
    public void Where_nothing_was_copied_the_older_one_stays_and_that_is_said(string words, string before)
    {
        Command refused = InScratch($"{before}; \"$0\" copy {words} --manifest m --quiet");

        Assert.NotEqual(0, refused.ExitCode);
        Assert.Equal(Older, File.ReadAllText(_scratch.File("m")));
        Assert.Contains(
            "\nlandspeed: --manifest m is not written, because nothing was copied; the previous file, " +
            "if any, is unchanged\n",
            refused.Error,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Where_everything_was_copied_nothing_is_said()
    {
        Command done = InScratch(
            "mkfifo s/fifo; \"$0\" copy s d --manifest m --quiet; \"$0\" verify m --directory d --quiet");

        Assert.Equal(0, done.ExitCode);
        Assert.DoesNotContain("incomplete", done.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("incomplete", File.ReadAllText(_scratch.File("m")), StringComparison.Ordinal);
    }

    [Fact]
    public void A_stopped_copy_says_that_the_older_one_stays()
    {
        Command.Shell($"cd '{_scratch.Path}' && head -c 40M /dev/zero > s/large");
        using LandspeedProcess copy = StartSlowly("5M");
        copy.Signal("TERM");

        Command stopped = copy.Wait();

        Assert.Equal(143, stopped.ExitCode);
        Assert.Contains("is not written, because the copy was stopped", stopped.Error, StringComparison.Ordinal);
        Assert.Equal(Older, File.ReadAllText(_scratch.File("m")));
    }

    // Returns when the large file is being copied.
    private LandspeedProcess StartSlowly(string limit)
    {
        var copy = LandspeedProcess.Start(
            "copy", _scratch.File("s"), _scratch.File("d"), "--manifest", _scratch.File("m"),
            "--limit", limit, "--reflink", "never", "--quiet");
        Command.Shell(
            $"cd '{_scratch.Path}/d' && for i in $(seq 400); do ls -A | grep -q part && break; sleep 0.05; done");
        return copy;
    }

    private Command InScratch(string script) =>
        LandspeedProcess.Shell($"cd \"$1\" || exit 99; {script}", _scratch.Path);
}
