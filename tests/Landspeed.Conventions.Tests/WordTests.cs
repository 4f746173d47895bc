using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class WordTests
{
    [Fact]
    public void Texts_use_plain_words()
    {
        Assert.True(SourceTree.Pages.Count() > 50, "the pages were not found");
        Assert.True(SourceTree.Code.Count() > 50, "the sources were not found");
        Violation.AssertNone(
        [
            .. SourceTree.Pages.SelectMany(page => WordRule.CheckPage(page.Path, page.Text)),
            .. SourceTree.Code.SelectMany(file => WordRule.CheckCode($"src/{file.Path}", file.Text)),
        ]);
    }

    [Fact]
    public void Every_exception_is_needed() => Assert.All(
        WordRule.Exceptions,
        exception =>
        {
            string text = File.ReadAllText(Path.Combine(Product.Root, exception.Path));
            bool isPage = exception.Path.EndsWith(".md", StringComparison.Ordinal);

            Assert.Contains(
                isPage ? WordRule.InPage(text) : WordRule.InCode(text), found => found.Words == exception.Words);
        });

    [Fact]
    public void The_rule_finds_every_phrase_in_its_example()
    {
        Assert.True(WordRule.Phrases.Count >= 40, $"only {WordRule.Phrases.Count} phrases");
        Assert.All(WordRule.Phrases, phrase =>
        {
            Assert.Contains(WordRule.InPage(phrase.Example), found => found.Better == phrase.Better);
            Assert.Contains(WordRule.InCode($"// {phrase.Example}"), found => found.Better == phrase.Better);
        });
    }

    [Theory]
    [InlineData("int a;\n/// <summary>Started anew.</summary>\n", 2, "anew")]
    [InlineData("\n\nSay(\"It was changed by somebody.\");\n", 3, "somebody")]
    [InlineData("Say($\"{name} is no multiple of {size}\");", 1, "is no multiple")]
    [InlineData("Say($\"{(isTold ? \"told from\" : name)} and more\");", 1, "told from")]
    [InlineData("Say(\"which is faster is not \"\n    + $\"told by {runs} runs\");", 1, "not told")]
    [InlineData("/// What is read\n/// meanwhile, and the rate to\n/// durable.\n", 2, "meanwhile")]
    [InlineData("\"\"\"\n    It lies in pieces.\n    \"\"\"", 2, "lies in pieces")]
    public void The_rule_finds_phrases_of_comments_and_literals(string code, int line, string words) =>
        Assert.Contains(WordRule.InCode(code), found => found.Line == line && found.Words == words);

    [Theory]
    [InlineData("bool anew = torn || isNobody; // it is made again")]
    [InlineData("Nobody, Everybody = 1, Meanwhile")]
    [InlineData("if (a) b(); else c();")]
    [InlineData("char quote = '\"'; int anew = 1; // a \"quote\" alone")]
    [InlineData("Say(\"is not\", \"told\");")]
    public void The_rule_reads_no_code(string code) => Assert.Empty(WordRule.InCode(code));

    [Fact]
    public void The_rule_reads_no_code_of_pages()
    {
        const string Page = "Use `anew`.\n\n```\n$ landspeed anew somebody\n```\n\n    It is made anew.\n";

        (int line, string words, _) = Assert.Single(WordRule.InPage(Page));

        Assert.Equal((7, "anew"), (line, words));
    }

    [Theory]
    [InlineData("The interval contains the true median with 95 % confidence; more runs would decide.")]
    [InlineData("There is no file of that name, so there is no directory to remove.")]
    [InlineData("It uses 0.178 ns of CPU time per byte, at most 1,000 requests per second, four times a second.")]
    [InlineData("A torn write leaves an incomplete record; the processor is an AMD EPYC.")]
    [InlineData("It runs a command that records a file, as many as there are, so that no one waits.")]
    [InlineData("Tell two results apart; what else cannot be read is reported before it is told.")]
    public void The_rule_allows_plain_sentences(string text)
    {
        Assert.Empty(WordRule.InPage(text));
        Assert.Empty(WordRule.InCode($"// {text}"));
    }

    [Fact]
    public void A_violation_names_the_line_and_a_better_word()
    {
        Violation found = Assert.Single(WordRule.CheckPage("docs/a.md", "One\nline per run,\nstarted anew.\n"));

        Assert.Equal("docs/a.md:3", found.Where);
        Assert.Contains("'anew'", found.Rule);
        Assert.Contains("'again'", found.Remedy);
    }
}
