using System.Text.RegularExpressions;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

/// <summary>The manual pages: all of them, in a directory, as a package has them.</summary>
public sealed partial class ManualPageTests : IDisposable
{
    private const string FirstLine = ".\\\" Made by landspeed help --man from what the command declares.\n";
    private readonly ScratchDirectory _scratch = new();

    [Fact]
    public void Each_verb_has_a_page_and_each_page_all_sections()
    {
        string[] expected = [.. Root.WithInner("landspeed").Select(one => $"{one.Path.Replace(' ', '-')}.1").Order(StringComparer.Ordinal)];

        string[] pages = WrittenPages();

        Assert.Equal(expected, pages.Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Contains("landspeed-records-generate.1", expected);
        Assert.Contains("landspeed-iospeed.1", expected);
        Assert.All(pages, page => Assert.Superset(
            new HashSet<string> { "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO" },
            Sections().Matches(File.ReadAllText(page)).Select(match => match.Groups["title"].Value).ToHashSet()));
    }

    [Fact]
    public void Each_page_that_is_referred_to_is_there()
    {
        string[] pages = WrittenPages();
        Assert.All(pages, page => Assert.All(
            Others().Matches(File.ReadAllText(page)).Select(match => match.Groups["name"].Value.Replace("\\-", "-", StringComparison.Ordinal)),
            other => Assert.Contains(Path.Combine(Directory, $"{other}.1"), pages.Where(one => one != page))));
        Assert.Equal(pages.Length - 1, Others().Count(File.ReadAllText(Path.Combine(Directory, "landspeed.1"))));
    }

    [Fact, Trait(Tier.Key, Tier.Shells)]
    public void Mandoc_has_nothing_to_say_about_the_pages()
    {
        Capability.RequireProgram("mandoc");
        AssertSilent("mandoc", ["-Tlint", "-Wwarning", .. WrittenPages()]);
    }

    [Fact, Trait(Tier.Key, Tier.Shells)]
    public void Groff_has_nothing_to_say_about_the_pages()
    {
        Capability.RequireProgram("groff");
        Assert.All(WrittenPages(), page => AssertSilent("groff", ["-man", "-Tutf8", "-ww", "-z", page]));
    }

    [Fact, Trait(Tier.Key, Tier.Shells)]
    public void Man_shows_the_pages_without_a_warning()
    {
        Capability.RequireProgram("man");
        foreach (string page in WrittenPages())
        {
            Command done = Command.Run("man", ["--warnings", "-l", page]);
            Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
            Assert.StartsWith(Path.GetFileNameWithoutExtension(page).ToUpperInvariant(), done.Output, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Pages_of_ours_are_replaced()
    {
        string page = WrittenPages()[0];
        File.AppendAllText(page, "older\n");

        WrittenPages();

        Assert.DoesNotContain("older", File.ReadAllText(page), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("file")]
    [InlineData("link")]
    [InlineData("directory")]
    [InlineData("fifo")]
    public void What_is_no_page_of_ours_is_refused_and_nothing_is_touched(string what)
    {
        System.IO.Directory.CreateDirectory(Directory);
        string there = Path.Combine(Directory, "landspeed-verify.1");
        string elsewhere = _scratch.File("elsewhere");
        File.WriteAllText(elsewhere, FirstLine);
        switch (what)
        {
            case "file": File.WriteAllText(there, "somebody's\n"); break;
            case "link": File.CreateSymbolicLink(there, elsewhere); break;
            case "directory": System.IO.Directory.CreateDirectory(there); break;
            default: Command.Shell($"mkfifo {there}"); break;
        }

        Command done = new CommandUnderTest().Run("help", "--man-pages", Directory);

        Assert.Equal(3, done.ExitCode);
        Assert.Equal(
            $"landspeed: --man-pages: {there} exists and is not a manual page that landspeed wrote; move it away, or name another directory\n",
            done.Error);
        Assert.Equal([there], System.IO.Directory.GetFileSystemEntries(Directory));
        Assert.Equal(FirstLine, File.ReadAllText(elsewhere));
    }

    [Fact]
    public void A_signal_stops_before_the_next_page_and_leaves_none_half()
    {
        var command = new CommandUnderTest();
        command.Signals.Send(2);

        Command done = command.Run("help", "--man-pages", Directory);

        Assert.Equal(
            (130, string.Empty, "landspeed: stopped by a signal; some manual pages are missing, the others are complete\n"),
            (done.ExitCode, done.Output, done.Error));
        Assert.False(System.IO.Directory.Exists(Directory));
    }

    [Theory]
    [InlineData("--man-pages 'DIR' writes all pages, but 'copy' asks for one; leave one of them out", "copy")]
    [InlineData("--man-pages 'DIR' writes all pages, but --man asks for one; leave one of them out", "--man")]
    public void All_pages_and_one_exclude_each_other(string message, string one)
    {
        Command done = new CommandUnderTest().Run("help", "--man-pages", Directory, one);

        Assert.Equal((2, $"landspeed: {message.Replace("DIR", Directory, StringComparison.Ordinal)}\n"), (done.ExitCode, done.Error));
        Assert.False(System.IO.Directory.Exists(Directory));
    }

    [Theory]
    [InlineData("86400", 0, "1970-01-02")]
    [InlineData("tomorrow", 2, "SOURCE_DATE_EPOCH 'tomorrow' is not a whole number")]
    public void A_package_says_which_day_its_pages_have(string day, int code, string expected)
    {
        Command done = LandspeedProcess.Shell($"SOURCE_DATE_EPOCH={day} \"$0\" help --man verify");

        Assert.Equal(code, done.ExitCode);
        Assert.Contains(expected, done.Output + done.Error, StringComparison.Ordinal);
    }

    public void Dispose() => _scratch.Dispose();

    private static Verb Root { get; } = new LandspeedVerb(new Terminal(TextWriter.Null, TextWriter.Null), Composition.Create());

    private string Directory => _scratch.File("man1");

    private string[] WrittenPages()
    {
        Command done = new CommandUnderTest().Run("help", "--man-pages", Directory);
        Assert.Equal((0, string.Empty, string.Empty), (done.ExitCode, done.Output, done.Error));
        return System.IO.Directory.GetFiles(Directory);
    }

    private static void AssertSilent(string program, string[] arguments)
    {
        Command done = Command.Run(program, arguments);
        Assert.Equal((0, string.Empty, string.Empty), (done.ExitCode, done.Output, done.Error));
    }

    [GeneratedRegex("(?m)^\\.SH (?<title>.*)$")]
    private static partial Regex Sections();

    [GeneratedRegex(@"(?m)^\.BR \\%(?<name>\S+) \(1\)")]
    private static partial Regex Others();
}
