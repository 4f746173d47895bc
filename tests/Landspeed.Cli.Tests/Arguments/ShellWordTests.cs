using Landspeed.Cli.Arguments;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Arguments;

public class ShellWordTests
{
    [Theory]
    [InlineData("sweep", "sweep")]
    [InlineData("--request-size=4K..4M", "--request-size=4K..4M")]
    [InlineData("1..4M*4", "'1..4M*4'")]
    [InlineData("my data", "'my data'")]
    [InlineData("it's", "'it'\\''s'")]
    [InlineData("", "''")]
    [InlineData("~", "'~'")]
    [InlineData("größe", "'größe'")]
    [InlineData("a\n1", "$'a\\0121'")]
    public void A_word_is_quoted_where_a_shell_would_change_it(string word, string expected) =>
        Assert.Equal(expected, ShellWord.Of(word));

    [Theory]
    [InlineData("1..4M*4")]
    [InlineData("my $HOME `id` \"data\"")]
    [InlineData("it's")]
    [InlineData("a\n1\u001b[31m")]
    [InlineData("größe")]
    public void A_shell_gives_the_word_back(string word) => Assert.Equal(FilePath.FromText(word), ThroughShell(word));

    // Attributes cannot carry text that is not Unicode.
    [Fact]
    public void A_shell_gives_a_word_back_that_is_not_UTF8()
    {
        const string Word = "x\uDCFF'\\";
        Assert.Equal("$'x\\377\\047\\134'", ShellWord.Of(Word));
        Assert.Equal(FilePath.FromText(Word), ThroughShell(Word));
    }

    [Fact]
    public void A_line_has_its_words_in_order() =>
        Assert.Equal("landspeed sweep 'a b' --full", ShellWord.Join(["landspeed", "sweep", "a b", "--full"]));

    private static FilePath ThroughShell(string word)
    {
        Command done = Command.Run("/bin/bash", ["-c", $"printf %s {ShellWord.Of(word)} | od -An -v -tx1"]);
        byte[] bytes = [.. done.Output.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries).Select(hex => Convert.ToByte(hex, 16))];
        return FilePath.FromBytes(bytes);
    }
}
