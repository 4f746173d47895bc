using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class SourceTests
{
    [Fact]
    public void A_file_holds_a_type_of_its_name_in_the_namespace_of_its_folder()
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
            Product.Names.SkipLast(1),
            name => Assert.True(File.Exists(Path.Combine(AppContext.BaseDirectory, $"{name}.xml")), $"{name}.xml is missing"));
    }

    [Theory]
    [InlineData("namespace Landspeed.Engine;\n\n/// <summary>A class Other.</summary>\ninternal sealed class Ring<T>(int size)\n{\n    private enum Inner { A }\n}\n")]
    [InlineData("using System;\n\nnamespace Landspeed.Engine;\n\n[Flags]\ninternal enum Ring\n{\n}\n")]
    [InlineData("namespace Landspeed.Engine;\ninternal readonly record struct Ring(int Slot);\n")]
    [InlineData("namespace Landspeed.Engine;\ninternal delegate int Ring(int slot);\n")]
    [InlineData("namespace Landspeed.Engine;\ninternal static unsafe partial class Ring\n{\n    string Text = \"\"\"\nclass Quoted\n\"\"\";\n}\n/*\nclass Old\n*/\n")]
    public void The_rule_accepts_a_type_in_its_folder(string text) =>
        Assert.Empty(SourceFileRule.Check("Landspeed/Engine/Ring.cs", text));

    [Theory]
    [InlineData("Landspeed/Engine/Ring.cs", "declares Queue")]
    [InlineData("Landspeed/Files/Queue.cs", "its folder spells 'Landspeed.Files'")]
    [InlineData("Landspeed/Engine/Deep/Queue.cs", "its folder spells 'Landspeed.Engine.Deep'")]
    public void The_rule_refuses_a_type_in_another_folder(string path, string reason)
    {
        Violation found = Assert.Single(
            SourceFileRule.Check(path, "namespace Landspeed.Engine;\n\ninternal class Queue;\n"));

        Assert.Equal($"src/{path}", found.Where);
        Assert.Contains(reason, found.Rule);
    }

    [Theory]
    [InlineData("Landspeed/Engine/Queue.cs", "Landspeed.Engine", false)]
    [InlineData("Landspeed/Engine/Queue.cs", "Landspeed", true)]
    [InlineData("Landspeed/Engine/Queue.cs", "Landspeed.Copying", true)]
    [InlineData("Landspeed.Cli/Queue.cs", "Landspeed.Cli", true)]
    public void Users_find_public_types_in_two_namespaces(string path, string space, bool isAccepted) =>
        Assert.Equal(isAccepted, !SourceFileRule.Check(path, $"namespace {space};\n\npublic class Queue;\n").Any());

    [Fact]
    public void The_rule_refuses_a_file_without_a_type_of_its_name()
    {
        Assert.Contains("Queue, Entry", Assert.Single(SourceFileRule.Check(
            "Landspeed/Ring.cs", "namespace Landspeed;\npublic class Queue;\ninternal record Entry(int A);\n")).Rule);
        Assert.Contains("no type", Assert.Single(SourceFileRule.Check("Landspeed/Queue.cs", "namespace Landspeed;\n")).Rule);
        Assert.Empty(SourceFileRule.Check("Landspeed.Cli/Program.cs", "return 0;\n"));
        Assert.Empty(SourceFileRule.Check("Landspeed/Queue.Draining.cs", "namespace Landspeed;\npartial class Queue;\n"));
    }

    [Theory]
    [InlineData(SourceFileRule.SmallTypeLines - 1, true)]
    [InlineData(SourceFileRule.SmallTypeLines, true)]
    [InlineData(SourceFileRule.SmallTypeLines + 1, false)]
    public void The_rule_accepts_small_types_beside_the_owner_of_the_file(int lines, bool isSmall)
    {
        string members = string.Concat(Enumerable.Range(0, lines - 3).Select(index => $"    /// <summary>One.</summary>\n    A{index},\n\n"));
        string text = "namespace Landspeed;\n\npublic class Queue\n{\n" + string.Concat(Enumerable.Repeat("    int A;\n", 99)) + "}\n\n"
            + "internal record Entry(int A);\n\n/// <summary>Kinds.</summary>\ninternal enum Kind\n{\n" + members + "}\n";

        Violation[] found = [.. SourceFileRule.Check("Landspeed/Queue.cs", text)];

        Assert.Equal(isSmall, found.Length == 0);
        Assert.All(found, violation => Assert.Contains($"it declares Kind of {lines} lines", violation.Rule));
        Assert.All(found, violation => Assert.Contains("Kind.cs", violation.Remedy));
    }

    [Fact]
    public void Only_Platform_knows_the_paths_and_error_numbers_of_a_system() => Violation.AssertNone(
        SourceTree.Code.SelectMany(file => SystemKnowledgeRule.Check(file.Path, file.Text, "Landspeed/Platform")));

    [Theory]
    [InlineData("File.ReadAllText(\"/proc/self/io\")", "/proc/self")]
    [InlineData("$\"{root}: /sys/block/{name}\"", "/sys/block")]
    [InlineData("Open(\"/dev/stdin\"u8)", "/dev/stdin")]
    [InlineData("code == LinuxErrors.EIO", "LinuxErrors")]
    [InlineData("new NativeError(28)", "new NativeError(28)")]
    [InlineData("new NativeResult(-5)", "new NativeResult(-5)")]
    [InlineData("when (e.HResult == 28)", "HResult == 28")]
    public void The_rule_finds_paths_and_error_numbers_of_a_system(string code, string what)
    {
        Violation found = Assert.Single(SystemKnowledgeRule.Check("Landspeed/Files/A.cs", $"\n    {code}\n", "Landspeed/Platform"));

        Assert.Equal("src/Landspeed/Files/A.cs:2", found.Where);
        Assert.Contains($"'{what}'", found.Rule);
        Assert.Empty(SystemKnowledgeRule.Check("Landspeed/Platform/A.cs", code, "Landspeed/Platform"));
    }

    [Theory]
    [InlineData("/// <c>/proc/self/io</c>")]
    [InlineData("int a; // see /sys/block/vda")]
    [InlineData("\"copy it as a stream, as files of /proc do\"")]
    [InlineData("\"src/dev/null\"")]
    [InlineData("new NativeResult(0)")]
    public void The_rule_allows_comments_and_words(string code) =>
        Assert.Empty(SystemKnowledgeRule.Check("Landspeed/Files/A.cs", code, "Landspeed/Platform"));

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
