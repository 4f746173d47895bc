using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class PageTests
{
    // fio's dialect is described there.
    private static readonly string[] s_pagesOnFio = ["docs/results.md", "docs/decisions/result-formats.md"];

    private static readonly string[] s_pagesOnFolders = ["docs/architecture.md", "docs/development.md"];

    [Fact]
    public void Pages_name_fields_metrics_and_codes_that_exist()
    {
        HashSet<string> withFio = [.. ProductNames.All, .. ProductNames.OfFio];

        int count = SourceTree.Pages.Sum(page => PageNameRule.Names(page.Text).Count());

        Assert.True(count > 700, $"only {count} names were found");
        Violation.AssertNone(SourceTree.Pages.SelectMany(page => PageNameRule.Check(
            page.Path, page.Text, s_pagesOnFio.Contains(page.Path) ? withFio : ProductNames.All)));
    }

    [Fact]
    public void Pages_name_tests_that_exist()
    {
        HashSet<string> known = [.. SourceTree.AllCode.SelectMany(file => PageTestRule.Declared(file.Text))];

        Violation.AssertNone(SourceTree.Pages.SelectMany(page => PageTestRule.Check(page.Path, page.Text, known)));
    }

    [Fact]
    public void Pages_name_folders_that_exist()
    {
        HashSet<string> paths = [.. SourceTree.Paths];

        Violation.AssertNone(s_pagesOnFolders.SelectMany(page => PageFolderRule.CheckNamed(page, Text(page), paths)));
    }

    [Fact]
    public void The_page_on_the_architecture_names_every_folder_of_an_assembly()
    {
        string[] folders = [.. SourceTree.Folders.Where(folder => folder.Count(letter => letter == '/') == 2)];

        Assert.True(folders.Length > 40, "the folders were not found");
        Violation.AssertNone(PageFolderRule.CheckComplete(Text("docs/architecture.md"), folders));
    }

    [Fact]
    public void A_term_stands_in_the_glossary_once()
    {
        Assert.True(GlossaryRule.Terms(Text("docs/glossary.md")).Count() > 60, "the terms were not found");
        Violation.AssertNone(GlossaryRule.Check(Text("docs/glossary.md")));
    }

    [Theory]
    [InlineData("the metric `elapsed_ns` is", "elapsed_ns")]
    [InlineData("`--json -` has `cells[].metrics.cpu_ns` and `a_b=1`", "cpu_ns a_b")]
    [InlineData("```\nname,runs,cpu_ns\n```\ncpu_ns", "cpu_ns")]
    [InlineData("| Code | Means |\n|---|---|\n| `cut`, `not_cold` | `late` |\n\n| `c` |", "not_cold cut")]
    [InlineData("| Hint | Means |\n|---|---|\n| `none` | |", "")]
    [InlineData("`/proc/x_y`, `$a_b`, `a_b.cs`, `free_run*`, `A_B`, `a-b`", "")]
    public void The_rule_finds_names(string text, string names) =>
        Assert.Equal(names, string.Join(' ', PageNameRule.Names(text).Select(name => name.Name)));

    [Fact]
    public void The_rule_refuses_a_name_that_does_not_exist()
    {
        Violation found = Assert.Single(
            PageNameRule.Check("docs/a.md", "`elapsed_ns`\n`sync_fs` `elapsed_s`", ProductNames.All));

        Assert.Equal("docs/a.md:2", found.Where);
        Assert.Contains("'elapsed_s'", found.Rule);
    }

    [Fact]
    public void The_rule_refuses_a_test_that_does_not_exist()
    {
        HashSet<string> known = [.. PageTestRule.Declared("public sealed class OneTests : Suite\n{\n}\n")];

        Violation found = Assert.Single(PageTestRule.Check("docs/a.md", "| `OneTests` |\n| `TwoTests`, X |", known));

        Assert.Equal("docs/a.md:2", found.Where);
        Assert.Contains("TwoTests", found.Rule);
    }

    [Theory]
    [InlineData("elapsed_to_durable_ns", true)]
    [InlineData("schema_version", true)]
    [InlineData("not_cold", true)]
    [InlineData("read_request_size", true)]
    [InlineData("drop_caches", true)]
    [InlineData("extent_amount", true)]
    [InlineData("throughput_to_durable_bytes_per_s", false)]
    public void Names_are_read_from_the_assemblies(string name, bool isKnown) =>
        Assert.Equal(isKnown, ProductNames.All.Contains(name));

    [Theory]
    [InlineData("`Copying/Policy` and `Files/Trees/TreeWalker`", "Copying/Policy Files/Trees/TreeWalker")]
    [InlineData("`src/Landspeed/`, `artifacts/x`, `./release`, `a/b`, `Files`, `/proc/X`", "src/Landspeed")]
    [InlineData("`Quantities <- {Engine} <- entry points`, `Lib <- Cli`", "Landspeed/Quantities Landspeed/Engine")]
    [InlineData(House, "src/Landspeed/Files src/Landspeed/Files/Trees src/Landspeed.Cli/Verbs src/Landspeed.Cli/Runs")]
    public void The_rule_finds_folders(string text, string names) =>
        Assert.Equal(names, string.Join(' ', PageFolderRule.Named(text).Select(name => name.Name)));

    [Theory]
    [InlineData("`Policy/Rule`", true)]
    [InlineData("`Copying/Policy/`", true)]
    [InlineData("`Cli/Verbs`", true)]
    [InlineData("`src/Landspeed/Copying`", true)]
    [InlineData("`Copying/Policies`", false)]
    [InlineData("`Quantities <- Copying`", false)]
    [InlineData("`src/Copying`", false)]
    public void The_rule_refuses_a_folder_that_does_not_exist(string text, bool exists)
    {
        string[] paths =
        [
            "src/Landspeed/Copying", "src/Landspeed/Copying/Policy", "src/Landspeed/Copying/Policy/Rule.cs",
            "src/Landspeed.Cli/Verbs",
        ];

        Assert.Equal(exists, !PageFolderRule.CheckNamed("docs/a.md", text, paths).Any());
    }

    [Fact]
    public void The_rule_finds_a_folder_that_the_house_leaves_out() => Assert.Equal(
        ["src/Landspeed/Trees", "src/Landspeed.Cli/Files"],
        PageFolderRule
            .CheckComplete(
                House,
                ["src/Landspeed/Files", "src/Landspeed/Trees", "src/Landspeed.Cli/Runs", "src/Landspeed.Cli/Files"])
            .Select(violation => violation.Where));

    [Fact]
    public void The_rule_finds_a_term_that_is_explained_twice()
    {
        Violation found = Assert.Single(GlossaryRule.Check(
            "| Word | Means |\n|---|---|\n| run, sample | 1 |\n\n| Word | Means |\n|---|---|\n| Run | 2 |\n"
            + "| run (of x) | 3 |\n"));

        Assert.Equal("docs/glossary.md:7", found.Where);
        Assert.Contains("'run' is explained in line 3", found.Rule);
    }

    private const string House =
        """
        ```
        src/Landspeed/        the library
                              and more/ of it
          Files/              one file
            Trees/            many
        src/Landspeed.Cli/    the command
          Verbs/ Runs/        words
        ```
          Other/              words
        """;

    private static string Text(string page) => File.ReadAllText(Path.Combine(Product.Root, page));
}
