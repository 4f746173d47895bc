using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

/// <summary>Outputs whose names stand for descriptors that the command was started with.</summary>
public sealed class DescriptorOutputTests : IDisposable
{
    private const string Before = "before\n";
    private readonly ScratchDirectory _scratch = new();

    public DescriptorOutputTests()
    {
        _scratch.CreateFile("s", 1000);
        File.WriteAllText(_scratch.File("log"), Before);
        Command.Shell($"cd '{_scratch.Path}' && ln -s /dev/stdout link && ln -s link to-link && ln -s /dev/fd fds");
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("copy s t --quiet --json /dev/stdout >>log")]
    [InlineData("copy s t --quiet --csv /dev/stdout >>log")]
    [InlineData("copy s t --quiet --html /dev/stdout >>log")]
    [InlineData("copy s t --quiet --manifest /dev/stdout >>log")]
    [InlineData("copy s t --quiet --events /dev/stdout >>log")]
    [InlineData("copy s t --quiet --json /dev/stderr 2>>log")]
    [InlineData("copy s t --quiet --json /dev/fd/1 >>log")]
    [InlineData("copy s t --quiet --json /dev/fd/5 5>>log")]
    [InlineData("copy s t --quiet --json /proc/self/fd/1 >>log")]
    [InlineData("copy s t --quiet --json /proc/thread-self/fd/1 >>log")]
    [InlineData("copy s t --quiet --json link >>log")]
    [InlineData("copy s t --quiet --json to-link >>log")]
    [InlineData("copy s t --quiet --events to-link >>log")]
    [InlineData("copy s t --quiet --json fds/1 >>log")]
    [InlineData("copy s t --quiet --json /dev/stdout >log")]
    [InlineData("measure m --time 20ms --quiet --json /dev/stdout >>log")]
    [InlineData("report r --json /dev/stdout >>log")]
    [InlineData("campaign commands --settle 0s --quiet --json /dev/stdout >>log")]
    public void They_are_written_and_not_replaced(string words)
    {
        _scratch.CreateFile("m", 1 << 20);
        InScratch("\"$0\" copy s first --quiet --json r");
        File.WriteAllText(_scratch.File("commands"), "true\n");
        string identity = Command.Shell($"stat -c %i '{_scratch.File("log")}'");
        string[] names = Names();

        Command done = InScratch($"\"$0\" {words}");

        Assert.Equal(0, done.ExitCode);
        string text = File.ReadAllText(_scratch.File("log"));
        string kept = words.EndsWith(" >log", StringComparison.Ordinal) ? string.Empty : Before;
        Assert.StartsWith(kept, text, StringComparison.Ordinal);
        Assert.True(text.Length > kept.Length + 40, text);
        Assert.DoesNotContain('\0', text);
        Assert.Equal(identity, Command.Shell($"stat -c %i '{_scratch.File("log")}'"));
        Assert.DoesNotContain(Names().Except(names), name => name.Contains("cells", StringComparison.Ordinal));
        Assert.DoesNotContain(Names().Except(names), name => name.Contains("part", StringComparison.Ordinal));
    }

    [Fact]
    public void What_comes_before_and_after_stands_before_and_after()
    {
        InScratch("{ echo first; \"$0\" copy s t --json /dev/stdout; echo last; } >log");

        string text = File.ReadAllText(_scratch.File("log"));
        Assert.StartsWith("first\n{", text, StringComparison.Ordinal);
        Assert.Contains("}\ncopied 1 file, ", text, StringComparison.Ordinal);
        Assert.EndsWith("\nlast\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/dev/stdout")]
    [InlineData("to-link")]
    [InlineData("/dev/fd/1")]
    public void They_may_be_pipes(string name)
    {
        Command done = InScratch($"\"$0\" copy s t --quiet --json {name} | cat");

        Assert.StartsWith("{", done.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--json /dev/stdin <log")]
    [InlineData("--json /dev/fd/5 5<log")]
    [InlineData("--events /dev/fd/5 5<log")]
    [InlineData("--manifest /dev/fd/5 5>&-")]
    [InlineData("--json /dev/fd/200")]
    public void One_that_cannot_be_written_is_refused_before_anything_is_done(string words)
    {
        Command refused = InScratch($"\"$0\" copy s t {words}");

        Assert.Equal((1, string.Empty), (refused.ExitCode, refused.Output));
        string named = string.Join(' ', words.Split(' ').Take(2));
        Assert.StartsWith($"landspeed: cannot write {named}: ", refused.Error, StringComparison.Ordinal);
        Assert.Equal(1, refused.Error.Count(character => character == '\n'));
        Assert.Equal(Before, File.ReadAllText(_scratch.File("log")));
        Assert.False(File.Exists(_scratch.File("t")));
    }

    [Theory]
    [InlineData("copy s - --json /dev/stdout | cat")]
    [InlineData("copy s - --manifest /dev/fd/1 | cat")]
    [InlineData("copy s - --events to-link >>log")]
    [InlineData("copy s t --events - --csv /dev/stdout | cat")]
    [InlineData("copy s t --checksum md5 --json /dev/stdout >>log")]
    [InlineData("measure s --json - --csv link | cat")]
    [InlineData("measure s --format csv --json /dev/stdout | cat")]
    public void Standard_output_is_not_given_to_two_by_two_names(string words)
    {
        Command refused = InScratch($"\"$0\" {words}");

        Assert.Equal(string.Empty, refused.Output);
        Assert.Equal(1, refused.Error.Count(character => character == '\n'));
        Assert.Matches("standard output|is the target of the copy", refused.Error);
        Assert.Equal(Before, File.ReadAllText(_scratch.File("log")));
    }

    // Never the machine's own link with --replace: where the command is wrong, root would lose it.
    [Theory]
    [InlineData("copy s /dev/stdout >>log")]
    [InlineData("copy s link --replace always >>log")]
    [InlineData("copy s to-link >>log")]
    [InlineData("copy s /dev/fd/1 >>log")]
    [InlineData("copy s /dev/stdout | cat")]
    [InlineData("copy s /dev/stderr 2>>err")]
    public void A_copy_to_one_is_refused_and_told_the_word_for_standard_output(string words)
    {
        Command refused = InScratch($"\"$0\" {words}; code=$?; [ ! -f err ] || cat err >&2; exit $code");

        int code = words.Contains('|', StringComparison.Ordinal) ? 0 : 3; // of a pipe, that of its last program
        Assert.Equal((code, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains("write - as the target", refused.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("--replace", refused.Error, StringComparison.Ordinal);
        Assert.Equal(Before, File.ReadAllText(_scratch.File("log")));
    }

    [Fact]
    public void A_journal_is_no_descriptor()
    {
        Command refused = InScratch(
            "\"$0\" sweep . --size 1M --request-size 64K --time 10ms --journal /dev/stdout >>log");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("--journal", refused.Error, StringComparison.Ordinal);
        Assert.Equal(Before, File.ReadAllText(_scratch.File("log")));
    }

    private string[] Names() =>
        [.. Directory.GetFileSystemEntries(_scratch.Path).Select(name => Path.GetFileName(name))];

    private Command InScratch(string script) =>
        LandspeedProcess.Shell($"cd \"$1\" || exit 99; {script}", _scratch.Path);
}
