using System.IO.Pipes;
using System.Text;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Campaigns;

public sealed class CampaignFileTests
{
    [Fact]
    public void A_line_is_a_command_with_a_name_or_without()
    {
        IReadOnlyList<CampaignEntry> entries = Parse(
            """
            # a comment

            first: echo one: two   # the shell's own comment
            	echo two
            landspeed measure 'a file.dat' --mode "di\"rect"   # ours
            """);

        Assert.Equal([3, 4, 5], entries.Select(entry => entry.Line));
        Assert.Equal(["first", "echo-two", "measure-a-file.dat-mode"], entries.Select(entry => entry.Name));
        Assert.Equal("echo one: two   # the shell's own comment", entries[0].Text);
        Assert.Null(entries[1].Own);
        Assert.Equal(["measure", "a file.dat", "--mode", "di\"rect"], entries[2].Own!.Words);
    }

    [Fact]
    public void Commands_alike_get_names_that_differ()
    {
        IReadOnlyList<CampaignEntry> entries = Parse("true\ntrue-2: echo\ntrue\n|\n");

        Assert.Equal(["true", "true-2", "true-3", "command"], entries.Select(entry => entry.Name));
    }

    [Fact]
    public void Json_has_lines_for_the_shell_and_words_of_ours()
    {
        IReadOnlyList<CampaignEntry> entries = Parse(
            """
            { "entries": [
                { "name": "warm", "run": "cat big.dat > /dev/null" },
                { "landspeed": ["measure", "a;b"] }, // ours
            ] }
            """);

        Assert.Equal(["warm", "measure-a-b"], entries.Select(entry => entry.Name));
        Assert.Equal("cat big.dat > /dev/null", entries[0].Text);
        Assert.Equal(["measure", "a;b"], entries[1].Own!.Words);
    }

    [Theory]
    [InlineData("", "it contains no command")]
    [InlineData("# only\n\n", "it contains no command")]
    [InlineData("true\nlandspeed mesure x", "line 2: unknown verb mesure")]
    [InlineData("landspeed", "line 1: unknown verb ")]
    [InlineData("a: true\n\na: false", "line 3: the name a is already used in line 1")]
    [InlineData("true\necho \u0007", "line 2: it holds the control character U+0007")]
    [InlineData("echo \0", "line 1: it holds the control character U+0000")]
    [InlineData("landspeed measure 'x", "line 1: a quote ' is not closed")]
    [InlineData("landspeed measure x > y", "line 1: a line that begins with landspeed is not read by a shell, and >")]
    [InlineData("landspeed measure \"$x\"", "and $ is special only to one")]
    [InlineData("landspeed measure *", "and * is special only to one")]
    [InlineData("{ \"entries\": [ { \"run\": 5 } ] }", "line 1: it is not a campaign: entries[0].run has an invalid value")]
    [InlineData("{ \"entries\": [ { \"rum\": \"x\" } ] }", "line 1: it is not a campaign: entries[0].rum is not a known field")]
    [InlineData("{\n\"entries\": [", "line 2: it is not a campaign")]
    [InlineData("[ { \"run\": \"true\" } ]", "it is a list in JSON")]
    [InlineData("{}", "it contains no command")]
    [InlineData("{ \"entries\": [ {} ] }", "entry 1: it has neither")]
    [InlineData("{ \"entries\": [ { \"run\": \"a\", \"landspeed\": [] } ] }", "entry 1: it has neither")]
    [InlineData("{ \"entries\": [ null ] }", "entry 1: it has neither")]
    [InlineData("{ \"entries\": [ { \"name\": \"../x\", \"run\": \"a\" } ] }", "entry 1: its name may have")]
    [InlineData("{ \"entries\": [ { \"run\": \"a\\u0001\" } ] }", "entry 1: it holds the control character U+0001")]
    public void What_means_nothing_is_refused_with_its_line(string text, string message)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => Parse(text));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_line_that_is_not_UTF8_is_refused_with_its_number()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => CampaignFile.Parse(
                "campaign night.txt", [.. "true\ntrue\necho "u8, 0xFF, .. "\n"u8], new FakeVerbs()));

        Assert.Contains("line 3: it is not UTF-8", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(65_536, true)]
    [InlineData(65_537, false)]
    public void A_line_has_64_KiB_at_most(int length, bool fits)
    {
        string line = new('a', length);

        Assert.True(fits == (Record.Exception(() => Parse(line)) is null));
    }

    [Theory]
    [InlineData(10_000, true)]
    [InlineData(10_001, false)]
    public void There_are_10000_commands_at_most(int count, bool fits)
    {
        string lines = string.Concat(Enumerable.Repeat("true\n", count));

        Assert.True(fits == (Record.Exception(() => Parse(lines)) is null));
    }

    [Fact]
    public void A_file_that_is_missing_is_told_with_what_to_do()
    {
        using var scratch = new ScratchDirectory();

        ExperimentException refused = Assert.Throws<ExperimentException>(() => CampaignFile.Read(scratch.FilePath("none"), new FakeVerbs()));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("name a file with one command per line", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_never_ends_is_no_campaign()
    {
        using var scratch = new ScratchDirectory();
        using (FileStream file = File.Create(scratch.File("long")))
        {
            file.SetLength(5 << 20);
        }

        ExperimentException refused = Assert.Throws<ExperimentException>(() => CampaignFile.Read(scratch.FilePath("long"), new FakeVerbs()));

        Assert.Contains("longer than 4 MiB", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_pipe_is_a_file_with_commands_too()
    {
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        using SafePipeHandle end = pipe.ClientSafePipeHandle;
        pipe.Write("one: true\n"u8);
        pipe.Dispose();

        IReadOnlyList<CampaignEntry> entries = CampaignFile.Read(FilePath.FromText(FormattableString.Invariant($"/proc/self/fd/{end.DangerousGetHandle()}")), new FakeVerbs());

        Assert.Equal("one", Assert.Single(entries).Name);
    }

    [Fact]
    public void Comments_are_no_part_of_what_a_journal_is_for()
    {
        Assert.Equal(CampaignStart.HashOf(Parse("true\nfalse")), CampaignStart.HashOf(Parse("# x\ntrue\n\nfalse\n")));
        Assert.NotEqual(CampaignStart.HashOf(Parse("true\nfalse")), CampaignStart.HashOf(Parse("false\ntrue")));
        Assert.NotEqual(CampaignStart.HashOf(Parse("a: true")), CampaignStart.HashOf(Parse("b: true")));
    }

    [Fact]
    public void The_names_of_files_say_number_name_run_and_attempt()
    {
        CampaignItem item = new(0, Parse("one: true")[0], 7, 1);

        Assert.Equal("07-one", item.FileStem(12, 1, 1));
        Assert.Equal("007-one.run2", item.FileStem(120, 2, 1));
        Assert.Equal("07-one.run2.attempt3", item.FileStem(12, 2, 3));
    }

    private static IReadOnlyList<CampaignEntry> Parse(string text) => CampaignFile.Parse("campaign night.txt", Encoding.UTF8.GetBytes(text), new FakeVerbs());
}

/// <summary>One verb, which has a result.</summary>
internal sealed class FakeVerbs : IOwnVerbs
{
    public IReadOnlyList<string> Program => ["/bin/echo"];

    public OwnCommand Find(IReadOnlyList<string> words) => words is ["measure", ..]
        ? new OwnCommand(words, 1, HasResult: true)
        : throw new FormatException($"unknown verb {(words.Count > 0 ? words[0] : string.Empty)}");
}
