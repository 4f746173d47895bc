using System.Text;
using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Tests.Arguments;

public class CommandWordsTests
{
    [Fact]
    public void A_word_that_is_not_UTF8_keeps_its_bytes()
    {
        CommandWords words = CommandWords.From(
            [.. "/bin/landspeed\0measure\0x"u8, 0xFF, 0], ["measure", "x\uFFFD"]);

        Assert.Equal("landspeed", words.ProgramName);
        Assert.Equal(["measure", "x\uDCFF"], words.Arguments);
    }

    [Theory]
    [InlineData("iospeed\0a\0", "iospeed")]
    [InlineData("./bin/iospeed\0a\0", "iospeed")]
    [InlineData("/usr/bin/dotnet\0Landspeed.Cli.dll\0a\0", "dotnet")]
    public void The_program_is_named_as_it_was_started(string raw, string name)
    {
        CommandWords words = CommandWords.From(Encoding.UTF8.GetBytes(raw), ["a"]);
        Assert.Equal(name, words.ProgramName);
        Assert.Equal(["a"], words.Arguments);
    }

    [Theory]
    [InlineData("landspeed\0other\0")]
    [InlineData("a\0")]
    [InlineData("")]
    public void Words_that_do_not_match_are_not_trusted(string raw) =>
        Assert.Equal(["a"], CommandWords.From(Encoding.UTF8.GetBytes(raw), ["a"]).Arguments);

    [Fact]
    public void Empty_words_stay() =>
        Assert.Equal(["", "b", ""], CommandWords.From("x\0\0b\0\0"u8, ["", "b", ""]).Arguments);
}
