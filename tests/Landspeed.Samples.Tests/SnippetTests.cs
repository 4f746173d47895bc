using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Landspeed.Testing;

namespace Landspeed.Samples.Tests;

/// <summary>
/// The C# of README, of the package's README and of the documentation, pasted as it stands: each piece compiles with
/// its own usings only, and those of one page run one after the other in one directory. So do the examples in the
/// documentation of the members, with the usings of the library.
/// </summary>
public sealed partial class SnippetTests : IDisposable
{
    private static readonly string[] s_pages =
    [
        "README.md",
        "src/Landspeed/README.md",
        "docs/library/README.md",
        "docs/library/streams.md",
        "docs/library/random-access.md",
        "docs/library/lines.md",
        "docs/library/copying.md",
        "docs/library/migrating.md",
    ];

    private readonly ScratchDirectory _scratch = new();

    [Fact]
    public void Every_piece_of_the_documentation_compiles_and_runs_as_it_stands()
    {
        var pages = new List<List<string>>();
        var main = new StringBuilder("foreach (string name in args) switch (name)\n{\n");
        foreach (IEnumerable<string> pieces in (IEnumerable<string>[])[.. s_pages.Select(Pieces), Examples()])
        {
            List<string> names = [];
            foreach (string piece in pieces)
            {
                string name = FormattableString.Invariant($"Piece{pages.Count}_{names.Count}");
                names.Add(name);
                File.WriteAllText(_scratch.File(name + ".cs"), AsClass(name, piece));
                main.Append(CultureInfo.InvariantCulture, $"    case \"{name}\": await {name}.Run(); break;\n");
            }

            Assert.NotEmpty(names);
            pages.Add(names);
        }

        main.Append("    default: throw new ArgumentException(name);\n}\n");
        File.WriteAllText(_scratch.File("Program.cs"), main.ToString());
        Build();

        foreach (List<string> names in pages)
        {
            string directory = Directory.CreateDirectory(_scratch.File($"run {names[0]}")).FullName;
            byte[] bytes = new byte[3_000_001];
            new Random(1).NextBytes(bytes);
            File.WriteAllBytes(Path.Combine(directory, "big.dat"), bytes);
            Directory.CreateDirectory(Path.Combine(directory, "photos"));
            File.WriteAllText(Path.Combine(directory, "photos", "one"), "one");
            string all = string.Join(' ', names);
            Command done = Command.Run("/bin/sh", ["-c", $"cd '{directory}' && exec ../out/pieces {all}"]);

            Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
            Assert.Equal(bytes, File.ReadAllBytes(Path.Combine(directory, "big.dat")));
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static IEnumerable<string> Pieces(string page) =>
        Piece().Matches(File.ReadAllText(Path.Combine(Root(), page))).Select(match => match.Groups["code"].Value);

    private static IEnumerable<string> Examples() =>
        XDocument.Load(Path.Combine(AppContext.BaseDirectory, "Landspeed.xml")).Descendants("example").Elements("code")
            .Select(code => "using Landspeed;\nusing Landspeed.Copying;\n" + code.Value);

    // What stands at the top of a program is its Main; the directives stay before the class.
    private static string AsClass(string name, string piece)
    {
        ILookup<bool, string> lines = piece.Split('\n').ToLookup(
            line => line.StartsWith("using ", StringComparison.Ordinal) && !line.Contains('=') && !line.Contains('('));
        return $$"""
            {{string.Join('\n', lines[true])}}
            internal static class {{name}}
            {
                internal static async Task Run()
                {
            {{string.Join('\n', lines[false])}}
                    await Task.CompletedTask;
                }
            }
            """;
    }

    private void Build()
    {
        string library = Path.Combine(AppContext.BaseDirectory, "Landspeed.dll");
        File.WriteAllText(_scratch.File("pieces.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <Nullable>enable</Nullable>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
              <ItemGroup>
                <Reference Include="Landspeed" HintPath="{library}" />
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(_scratch.File("Directory.Build.props"), "<Project />");
        string project = _scratch.File("pieces.csproj");
        Command built = Command.Run(
            "dotnet", ["build", project, "-c", "Release", "-o", _scratch.File("out"), "--nologo", "-nodeReuse:false"]);
        Assert.True(built.ExitCode == 0, built.Output);
    }

    private static string Root([CallerFilePath] string path = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(path)!, "..", ".."));

    [GeneratedRegex("```csharp\n(?<code>.*?)```", RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex Piece();
}
