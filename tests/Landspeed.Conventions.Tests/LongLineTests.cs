using System.Runtime.CompilerServices;
using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class LongLineTests
{
    private const string Switch = "LANDSPEED_UPDATE_GOLDEN";
    private const string Update = $"run this test with {Switch}=1, which lowers the list and never raises it";

    /// <summary>The list is <c>LongLines.txt</c> beside this file; where it is missing, an update makes it.</summary>
    [Fact]
    public void No_file_has_more_long_lines_than_the_list_allows()
    {
        string list = Path.Combine(Path.GetDirectoryName(Here())!, "LongLines.txt");
        Dictionary<string, int[]> found = SourceTree.AllCode
            .ToDictionary(file => file.Path, file => LongLineRule.Find(file.Text).ToArray());
        IReadOnlyDictionary<string, int>? allowed =
            File.Exists(list) ? LongLineRule.Read(File.ReadAllText(list)) : null;
        if (Environment.GetEnvironmentVariable(Switch) == "1")
        {
            allowed = LongLineRule.Lower(found, allowed);
            File.WriteAllText(list, LongLineRule.Write(allowed));
        }

        Assert.True(found.Count > 1000, "the sources were not found");
        Violation.AssertNone(LongLineRule.Check(found, allowed ?? new Dictionary<string, int>(), Update));
    }

    [Theory]
    [InlineData(LongLineRule.Columns - 1, 0)]
    [InlineData(LongLineRule.Columns, 0)]
    [InlineData(LongLineRule.Columns + 1, 1)]
    public void The_rule_counts_columns(int columns, int count)
    {
        string line = new('a', columns);

        Assert.Equal(count, LongLineRule.Find(line).Count());
        Assert.Equal(Enumerable.Repeat(2, count), LongLineRule.Find($"a\r\n{line}\r\nb\n"));
    }

    [Theory]
    [InlineData(1, 2, "120 columns: 1, but")]
    [InlineData(2, 2, null)]
    [InlineData(3, 2, "120 columns: 3, allowed: 2; they are 7, 8, 9")]
    [InlineData(0, 2, "120 columns: 0, but")]
    [InlineData(1, 0, "120 columns: 1, allowed: 0; they are 7")]
    [InlineData(0, 0, null)]
    public void The_rule_finds_more_and_fewer_than_allowed(int found, int allowed, string? says)
    {
        var lines = new Dictionary<string, int[]> { ["src/A.cs"] = [.. Enumerable.Range(7, found)] };
        var list = new Dictionary<string, int>();
        if (allowed > 0)
        {
            list["src/A.cs"] = allowed;
        }

        Violation[] violations = [.. LongLineRule.Check(lines, list, "lower it")];

        Assert.Equal(says is null, violations.Length == 0);
        Assert.All(violations, violation => Assert.Contains(says!, violation.Rule));
        Assert.All(violations, violation => Assert.Equal(found < allowed, violation.Remedy == "lower it"));
    }

    [Fact]
    public void The_rule_finds_an_entry_without_a_file()
    {
        IReadOnlyDictionary<string, int> list = LongLineRule.Read("3 src/Gone.cs\n");

        Violation found = Assert.Single(LongLineRule.Check(new Dictionary<string, int[]>(), list, "lower it"));

        Assert.Equal("src/Gone.cs", found.Where);
    }

    [Fact]
    public void The_list_is_lowered_and_never_raised()
    {
        var found = new Dictionary<string, int[]>
        {
            ["fewer"] = [1], ["more"] = [1, 2, 3], ["new"] = [1], ["none"] = [],
        };
        IReadOnlyDictionary<string, int> list = LongLineRule.Read("2 fewer\n2 more\n1 none\n1 gone\n");

        Assert.Equal("1 fewer\n2 more\n", LongLineRule.Write(LongLineRule.Lower(found, list)));
        Assert.Equal("1 fewer\n3 more\n1 new\n", LongLineRule.Write(LongLineRule.Lower(found, null)));
    }

    private static string Here([CallerFilePath] string path = "") => path;
}
