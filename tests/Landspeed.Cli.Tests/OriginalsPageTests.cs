using System.Text.RegularExpressions;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>Each command line of docs/originals.md runs: on small files and for a short time, where it says how much or how long.</summary>
public partial class OriginalsPageTests
{
    private const int Least = 10;

    // The second takes the place of what the page says.
    private static readonly (Regex Long, string Short)[] s_shorter =
    [
        (Sizes(), "${option}1M"),
        (Times(), "${option}20ms"),
        (ClassicSeconds(), " -t0.02"),
        (ClassicSizes(), " ${option}1M"),
        (Megabytes(), "${option}1mb"),
        (UnlimitedFileio(), "fileio --time 5ms "),
        (WholeFileio(), "fileio -k 1mb "),
        (WholeSweep(), "sweep --size 16M --time 10ms "),
        (ExampleRecords(), "${option}1000"),
        (Records(), "${option}1000"),
        (Scales(), "${option}0.001"),
        (Repetitions(), "${option}1"),
        (FileCounts(), "${option}8"),
    ];

    public static TheoryData<string> Lines => [.. Find()];

    [Fact]
    public void There_are_lines() => Assert.True(Find().Count >= Least, $"found {Find().Count}: has the way of writing them changed?");

    [Theory]
    [MemberData(nameof(Lines))]
    public void Each_line_runs(string line)
    {
        using var scratch = new ScratchDirectory();
        Assert.False(line.Contains("--reboot", StringComparison.Ordinal), "no line of the page may start the machine anew that tests it");
        string shorter = s_shorter.Aggregate(line, (text, rule) => rule.Long.Replace(text, rule.Short));

        Command done = LandspeedProcess.Shell(
            """
            cd "$1" && head -c 1000000 /dev/urandom > a.dat && mkdir photos texts target || exit
            for i in 1 2 3; do head -c 20000 /dev/urandom > photos/$i.raw; seq 200 > texts/$i.txt; done
            landspeed() { "$landspeed" "$@"; }
            landspeed=$0; eval "$2"
            """,
            scratch.Path,
            shorter);

        Assert.True(done.ExitCode == 0, $"{shorter}: {done.ExitCode}\n{done.Output}\n{done.Error}");
    }

    // In a table a bar within a code span is escaped.
    private static List<string> Find() =>
    [
        .. Commands().Matches(File.ReadAllText(Path.Combine(DocumentationTests.Root, "docs/originals.md")))
            .Select(found => found.Groups["line"].Value.Replace("\\|", "|", StringComparison.Ordinal)).Distinct(),
    ];

    [GeneratedRegex(@"(?m)(?:`|^ {4}\$ )(?<line>landspeed [^`\n]+)")]
    private static partial Regex Commands();

    [GeneratedRegex(@"(?<option>--size[ =])\S+")]
    private static partial Regex Sizes();

    [GeneratedRegex(@"(?<option>--time[ =])\S+")]
    private static partial Regex Times();

    [GeneratedRegex(@" -t\d\S*")]
    private static partial Regex ClassicSeconds();

    [GeneratedRegex(@" (?<option>-[pwrx])\d\S*")]
    private static partial Regex ClassicSizes();

    [GeneratedRegex(@"(?<option> -k )\S+")]
    private static partial Regex Megabytes();

    // Calls by the byte take seconds each: a share of the file does here.
    [GeneratedRegex(@"fileio (?!.*--time)")]
    private static partial Regex UnlimitedFileio();

    // What a line leaves to its default is 100 MB, and 1 GiB: a small file does here, too.
    [GeneratedRegex(@"fileio (?!.*(-k|--dry-run))")]
    private static partial Regex WholeFileio();

    [GeneratedRegex(@"sweep (?!.*--(size|time))")]
    private static partial Regex WholeSweep();

    [GeneratedRegex(@"(?<option>ioexamples \S+ )\d+")]
    private static partial Regex ExampleRecords();

    [GeneratedRegex(@"(?<option>--records[ =])\S+")]
    private static partial Regex Records();

    [GeneratedRegex(@"(?<option>--scale[ =])\S+")]
    private static partial Regex Scales();

    [GeneratedRegex(@"(?<option>--repeat[ =])\S+")]
    private static partial Regex Repetitions();

    [GeneratedRegex(@"(?<option>--files[ =])\S+")]
    private static partial Regex FileCounts();
}
