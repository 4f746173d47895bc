using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class SourceTests
{
    [Fact]
    public void A_file_holds_one_type_of_its_name_in_the_namespace_of_its_folder()
    {
        Assert.True(SourceTree.Code.Count() > 50, "the sources were not found");
        Violation.AssertNone(SourceTree.Code.SelectMany(file => SourceFileRule.Check(file.Path, file.Text)));
    }

    [Fact]
    public void No_file_holds_a_note_to_ourselves() =>
        Violation.AssertNone(SourceTree.Code.SelectMany(file => UnfinishedWorkRule.CheckText($"src/{file.Path}", file.Text)));

    [Fact]
    public void Missing_documentation_is_an_error_everywhere_in_src()
    {
        string[] shared = ["Directory.Build.props", "src/Directory.Build.props", ".editorconfig"];
        IEnumerable<(string Path, string Text)> files =
        [
            .. shared.Select(name => (name, File.ReadAllText(Path.Combine(Product.Root, name)))),
            .. SourceTree.Files("*.csproj"),
            .. SourceTree.Code,
        ];

        Violation.AssertNone(files.SelectMany(file => DocumentationRule.Check(file.Path, file.Text)));
        Assert.Contains(
            "<GenerateDocumentationFile>true</GenerateDocumentationFile>",
            File.ReadAllText(Path.Combine(Product.Root, "src/Directory.Build.props")));
        Assert.All(
            Product.Names.Take(3),
            name => Assert.True(File.Exists(Path.Combine(AppContext.BaseDirectory, $"{name}.xml")), $"{name}.xml is missing"));
    }

    [Theory]
    [InlineData("namespace Landspeed.Engine;\n\n/// <summary>A class Other.</summary>\npublic sealed class Ring<T>(int size)\n{\n    private enum Inner { A }\n}\n")]
    [InlineData("using System;\n\nnamespace Landspeed.Engine;\n\n[Flags]\ninternal enum Ring\n{\n}\n")]
    [InlineData("namespace Landspeed.Engine;\npublic readonly record struct Ring(int Slot);\n")]
    [InlineData("namespace Landspeed.Engine;\npublic delegate int Ring(int slot);\n")]
    [InlineData("namespace Landspeed.Engine;\ninternal static unsafe partial class Ring\n{\n    string Text = \"\"\"\nclass Quoted\n\"\"\";\n}\n/*\nclass Old\n*/\n")]
    public void The_rule_accepts_one_type_in_its_place(string text) =>
        Assert.Empty(SourceFileRule.Check("Landspeed/Engine/Ring.cs", text));

    [Theory]
    [InlineData("Landspeed/Engine/Ring.cs", "declares Queue")]
    [InlineData("Landspeed/Files/Queue.cs", "its folder spells 'Landspeed.Files'")]
    [InlineData("Landspeed/Engine/Deep/Queue.cs", "its folder spells 'Landspeed.Engine.Deep'")]
    public void The_rule_refuses_a_type_out_of_place(string path, string reason)
    {
        Violation found = Assert.Single(
            SourceFileRule.Check(path, "namespace Landspeed.Engine;\n\npublic class Queue;\n"));

        Assert.Equal($"src/{path}", found.Where);
        Assert.Contains(reason, found.Rule);
    }

    [Fact]
    public void The_rule_refuses_a_second_type_and_a_file_without_any()
    {
        Assert.Contains("Queue, QueueEntry", Assert.Single(SourceFileRule.Check(
            "Landspeed/Queue.cs", "namespace Landspeed;\npublic class Queue;\ninternal record QueueEntry(int A);\n")).Rule);
        Assert.Contains("no type", Assert.Single(SourceFileRule.Check("Landspeed/Queue.cs", "namespace Landspeed;\n")).Rule);
        Assert.Empty(SourceFileRule.Check("Landspeed.Cli/Program.cs", "return 0;\n"));
        Assert.Empty(SourceFileRule.Check("Landspeed/Queue.Draining.cs", "namespace Landspeed;\npartial class Queue;\n"));
    }

    [Fact]
    public void The_rule_finds_notes_to_ourselves()
    {
        Violation found = Assert.Single(UnfinishedWorkRule.CheckText("a.cs", "int a;\nint b; // TODO: later\nint TODOs;\n"));

        Assert.Equal("a.cs:2", found.Where);
        Assert.Single(UnfinishedWorkRule.CheckText("a.cs", "// FIXME"));
    }

    [Theory]
    [InlineData("<GenerateDocumentationFile>false</GenerateDocumentationFile>")]
    [InlineData("<NoWarn>$(NoWarn);CS1591</NoWarn>")]
    [InlineData("<NoWarn>1573;1591</NoWarn>")]
    [InlineData("<WarningsNotAsErrors>CS1591</WarningsNotAsErrors>")]
    [InlineData("dotnet_diagnostic.CS1591.severity = none")]
    [InlineData("#pragma warning disable CS1573, CS1591")]
    public void The_rule_finds_switches_that_silence_the_compiler(string text) =>
        Assert.Contains("silences", Assert.Single(DocumentationRule.Check("a.props", text)).Rule);
}
