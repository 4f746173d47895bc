using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Completion;

/// <summary>The verb <c>completion</c>.</summary>
public class CompletionVerbTests
{
    [Theory]
    [InlineData("SHELL 'tcsh' is unknown; allowed: bash, zsh, fish", "tcsh")]
    [InlineData("no shell named; allowed: bash, zsh, fish")]
    public void What_is_no_shell_that_we_know_is_a_mistake(string message, params string[] words)
    {
        Command done = new CommandUnderTest().Run(["completion", .. words]);

        Assert.Equal((2, string.Empty, $"landspeed: {message}\n"), (done.ExitCode, done.Output, done.Error));
    }

    [Theory]
    [InlineData("zsh", "in percent of the file: 0 sequential")]
    [InlineData("zsh", "LIST engine 'filestream[.NET'\\''s class, buffered and one request at a time]'")]
    [InlineData("zsh", "'never:it stays' older always")]
    [InlineData("fish", "in percent of the file: 0 sequential")]
    [InlineData("fish", "never\\\\t\\'it stays\\' older always")]
    public void Descriptions_come_from_the_declarations(string shell, string expected) =>
        Assert.Contains(expected, new CommandUnderTest().Run("completion", shell).Output, StringComparison.Ordinal);

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    public void A_script_says_how_it_was_made(string shell) => Assert.Contains(
        $"\n# Completion of landspeed for {shell}, made by: landspeed completion {shell}\n",
        $"\n{LandspeedProcess.Run("completion", shell).Output}",
        StringComparison.Ordinal);
}
