using Landspeed.Cli.Arguments;
using Landspeed.Platform;
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
    [InlineData("x\uDCFF'\\", "$'x\\377\\047\\134'")]
    public void A_word_is_quoted_where_a_shell_would_change_it(string word, string expected) =>
        Assert.Equal(expected, ShellWord.Of(word));

    [Theory]
    [InlineData("1..4M*4")]
    [InlineData("my $HOME `id` \"data\"")]
    [InlineData("it's")]
    [InlineData("a\n1\u001b[31m")]
    [InlineData("x\uDCFF'\\")]
    [InlineData("größe")]
    public void A_shell_gives_the_word_back(string word)
    {
        Command done = Command.Run("/bin/bash", ["-c", $"printf %s {ShellWord.Of(word)} | od -An -v -tx1"]);
        byte[] bytes = [.. done.Output.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries).Select(hex => Convert.ToByte(hex, 16))];
        Assert.Equal(FilePath.FromText(word), FilePath.FromBytes(bytes));
    }

    [Fact]
    public void A_line_has_its_words_in_order() =>
        Assert.Equal("landspeed sweep 'a b' --full", ShellWord.Join(["landspeed", "sweep", "a b", "--full"]));
}
