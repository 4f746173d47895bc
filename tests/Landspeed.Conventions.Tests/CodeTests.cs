using Landspeed.Conventions.Tests.Rules;
using Mono.Cecil;

namespace Landspeed.Conventions.Tests;

public class CodeTests
{
    private static readonly string[] s_ofTheCommand =
        ["Landspeed.Results", "Landspeed.Experiments", "Landspeed.Reporting", "Landspeed.Cli"];

    // Options of fio; properties of style sheets.
    private static readonly string[] s_ofOtherLanguages = ["Landspeed.Reporting.Fio", "Landspeed.Reporting.Html"];

    [Fact]
    public void Only_Platform_talks_to_the_operating_system() =>
        Violation.AssertNone(NativeCallRule.Check(Product.Types, "Landspeed.Platform"));

    [Fact]
    public void No_static_can_change() => Violation.AssertNone(StaticStateRule.Check(Product.Types));

    [Fact]
    public void Names_say_what_a_type_does() => Violation.AssertNone(NameRule.Check(Product.Types, "Landspeed"));

    [Fact]
    public void No_two_types_have_one_name() => Violation.AssertNone(NameRule.CheckOnce(Product.Types));

    [Fact]
    public void The_rule_finds_two_types_of_one_name() => Assert.Equal(
        $"{Product.SampleRoot}.Elsewhere.Homeless, {Product.SampleRoot}.Files.Homeless",
        Assert.Single(NameRule.CheckOnce(Product.Samples)).Where);

    [Fact]
    public void Texts_of_the_library_do_not_speak_of_the_command() =>
        Violation.AssertNone(LibraryTextRule.Check(Product.TypesOf(Product.Open("Landspeed"))));

    [Fact]
    public void The_rule_finds_a_text_that_does() =>
        Assert.Contains(
            LibraryTextRule.Check(Product.TypesOf(Product.Open("Landspeed.Cli"))),
            violation => violation.Rule.Contains("--", StringComparison.Ordinal));

    [Fact]
    public void Sentences_name_options_that_exist()
    {
        HashSet<string> known =
        [
            .. OptionNameRule.Options(File.ReadAllText(Path.Combine(Product.Root, "docs/commands.md"))),
            "--no-block", // of systemctl
        ];
        TypeDefinition[] types =
        [
            .. s_ofTheCommand.SelectMany(name => Product.TypesOf(Product.Open(name)))
                .Where(type => !s_ofOtherLanguages.Contains(TypeUses.Outermost(type).Namespace)),
        ];

        Assert.True(known.Count > 100, $"only {known.Count} options were found");
        Violation.AssertNone(OptionNameRule.Check(types, known));
        known.Remove("--request-size");
        Assert.NotEmpty(OptionNameRule.Check(types, known));
    }

    [Fact]
    public void Conclusions_have_a_code_of_the_catalogue() =>
        Violation.AssertNone(CatalogueRule.Conclusions(Product.Types));

    [Fact]
    public void The_rule_finds_a_conclusion_without_one() =>
        Assert.EndsWith(".Concludes", Assert.Single(CatalogueRule.Conclusions(Product.Samples)).Where);

    [Fact]
    public void Findings_have_a_code_of_the_catalogue() => Violation.AssertNone(CatalogueRule.Findings(Product.Types));

    [Fact]
    public void The_rule_finds_a_finding_without_one() =>
        Assert.EndsWith(".Finds", Assert.Single(CatalogueRule.Findings(Product.Samples)).Where);

    [Fact]
    public void Nothing_is_left_unbuilt() => Violation.AssertNone(UnfinishedWorkRule.CheckTypes(Product.Types));

    [Fact]
    public void The_rule_finds_native_calls_outside_Platform()
    {
        string[] found = [.. NativeCallRule.Check(Product.Samples, "Landspeed.Platform").Select(violation => violation.Where)];

        Assert.Equal(
            ["AsksTheRuntime", "AsksTheSystem", "Declares", "ReadsTheError"],
            found.Select(where => where.Split('(', ')')[1]).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_rule_allows_native_calls_inside_Platform()
    {
        Assert.Empty(NativeCallRule.Check(Product.Samples, Product.SampleRoot));
        Assert.NotEmpty(NativeCallRule.Check(Product.Types, "Landspeed.Elsewhere"));
    }

    [Fact]
    public void The_rule_finds_statics_that_can_change() =>
        Assert.Equal(
            ["Field", "Property", "s_function"],
            StaticStateRule.Check(Product.Samples).Select(violation => violation.Where.Split('.')[^1]).Order(StringComparer.Ordinal));

    [Fact]
    public void The_rule_finds_names_that_say_nothing()
    {
        Violation found = Assert.Single(NameRule.Check(Product.Samples, Product.SampleRoot));

        Assert.EndsWith(".FileManager", found.Where);
        Assert.Contains("'Manager'", found.Rule);
    }

    [Fact]
    public void The_rule_finds_what_is_not_built() =>
        Assert.EndsWith(".Unbuilt", Assert.Single(UnfinishedWorkRule.CheckTypes(Product.Samples)).Where);
}
