using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class FolderTests
{
    [Fact]
    public void Folders_of_an_assembly_form_no_circle() =>
        Violation.AssertNone(Product.Names
            .SelectMany(name => FolderCircleRule.Check(Product.TypesOf(Product.Open(name)), name)));

    [Fact]
    public void A_folder_holds_a_limited_number_of_files() =>
        Violation.AssertNone(FolderSizeRule.Check(SourceTree.Code.Select(file => file.Path)));

    [Fact]
    public void The_rule_finds_a_circle_and_names_who_closes_it()
    {
        Violation found = Assert.Single(FolderCircleRule.Check(
            Product.TypesOf(Product.Open("Landspeed.Conventions.Tests")), "Landspeed.Conventions.Tests.CircleSamples"));

        Assert.Contains("CircleSamples.One uses ", found.Rule);
        Assert.Contains("CircleSamples.Two (First uses Second)", found.Rule);
        Assert.Contains("CircleSamples.Three (Second uses Third)", found.Rule);
        Assert.Contains("CircleSamples.One (Third uses First)", found.Rule);
        Assert.DoesNotContain("Beside", found.Rule);
        Assert.NotEmpty(found.Remedy);
    }

    [Theory]
    [InlineData(FolderSizeRule.MostFiles - 1, true)]
    [InlineData(FolderSizeRule.MostFiles, true)]
    [InlineData(FolderSizeRule.MostFiles + 1, false)]
    public void The_rule_counts_the_files_of_a_folder(int count, bool fits)
    {
        IEnumerable<string> paths = Enumerable.Range(0, count).Select(index => $"Landspeed/Files/F{index}.cs")
            .Append("Landspeed/Files/Trees/Entry.cs");

        Violation[] found = [.. FolderSizeRule.Check(paths)];

        Assert.Equal(fits, found.Length == 0);
        Assert.All(found, violation => Assert.Equal("src/Landspeed/Files", violation.Where));
    }
}
