using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

/// <summary>What the command does with the standard streams that it was started with.</summary>
public sealed class CopyStreamTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public CopyStreamTests() => File.WriteAllText(_scratch.File("a"), "content");

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("--events")]
    [InlineData("--json")]
    [InlineData("--manifest")]
    public void A_result_file_is_not_what_standard_input_reads(string option)
    {
        Command refused = Shell($"\"$0\" copy - b {option} a < a");

        Assert.Equal((2, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains($"{option} a is the source of the copy", refused.Error, StringComparison.Ordinal);
        Assert.Equal("content", File.ReadAllText(_scratch.File("a")));
        Assert.False(File.Exists(_scratch.File("b")));
    }

    [Fact]
    public void A_result_file_is_not_what_standard_output_writes()
    {
        Command refused = Shell("\"$0\" copy a - --events b > b");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("--events b is the target of the copy", refused.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("copy - b <&-", "standard input is closed")]
    [InlineData("copy a - >&-", "standard output is closed")]
    public void A_stream_that_the_command_was_not_given_is_refused(string words, string text)
    {
        Command refused = Shell($"timeout -s KILL 60 \"$0\" {words}");

        Assert.Equal((3, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains(text, refused.Error, StringComparison.Ordinal);
        Assert.Equal(["a"], Directory.GetFileSystemEntries(_scratch.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void Events_that_cannot_be_written_are_told_by_their_option()
    {
        Command failed = Shell("\"$0\" copy a b --quiet --events /dev/full");

        Assert.Equal(6, failed.ExitCode);
        Assert.Contains("--events /dev/full", failed.Error, StringComparison.Ordinal);
        Assert.Equal("content", File.ReadAllText(_scratch.File("b")));
    }

    private Command Shell(string script) => LandspeedProcess.Shell($"cd '{_scratch.Path}' && {script}");
}
