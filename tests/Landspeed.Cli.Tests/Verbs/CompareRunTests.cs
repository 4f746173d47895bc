using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

public sealed class CompareRunTests
{
    private readonly CommandUnderTest _command = new();

    [Fact]
    public void Commands_are_run_and_compared()
    {
        using var scratch = new ScratchDirectory();
        string log = scratch.File("log");

        Command done = _command.Run("compare", "--run", $"echo a >> '{log}'", "--run", $"echo b >> '{log}'", "--rounds", "5");

        Assert.Equal((0, "compare Table\n"), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: 2 commands in turn, at most 5 rounds, seed 4711\n", done.Error, StringComparison.Ordinal);
        Assert.Equal(12, File.ReadAllLines(log).Length);
    }

    [Fact]
    public void A_file_that_cannot_be_written_is_found_before_the_first_command_is_run()
    {
        using var scratch = new ScratchDirectory();
        string log = scratch.File("log");

        Command failed = _command.Run("compare", "--run", $"echo a >> '{log}'", "--run", "true", "--json", scratch.File("none/c.json"));

        Assert.Equal(1, failed.ExitCode);
        Assert.Contains("none does not exist", failed.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(log));
    }

    [Theory]
    [InlineData(1, "the command 'exit 4' ended with exit code 4; nothing is compared", "compare", "--run", "true", "--run", "exit 4")]
    [InlineData(2, "--run is given once", "compare", "--run", "true")]
    [InlineData(2, "'a.json' is a stored result", "compare", "a.json", "--run", "true", "--run", "true")]
    [InlineData(2, "--rounds needs --run", "compare", "a.json", "b.json", "--rounds", "7")]
    [InlineData(2, "--rounds '4' is out of range", "compare", "--run", "true", "--run", "true", "--rounds", "4")]
    [InlineData(2, "unknown verb 'mesure'", "compare", "--run", "true", "--run", "landspeed mesure x")]
    [InlineData(2, "compare runs every other verb, but not itself", "compare", "--run", "true", "--run", "landspeed compare x y")]
    [InlineData(2, "is not a command", "compare", "--run", "true", "--run", " ")]
    public void What_cannot_be_compared_is_refused(int code, string message, params string[] words)
    {
        Command refused = _command.Run(words);

        Assert.Equal(code, refused.ExitCode);
        Assert.Contains(message, refused.Error, StringComparison.Ordinal);
    }
}
