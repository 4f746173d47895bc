using System.Xml.Linq;
using Landspeed.Testing;

[assembly: AssemblyFixture(typeof(Landspeed.Packages.Tests.Packing))]

namespace Landspeed.Packages.Tests;

/// <summary>
/// The packages, made from copies of the sources, the library's from two: the tree itself, which other tests are built
/// from, is not touched. No feed is asked: what the build needs was restored with this test.
/// </summary>
public sealed class Packing : IAsyncDisposable
{
    private static readonly string[] s_files =
    [
        "Directory.Build.props", "Directory.Packages.props", ".editorconfig", "global.json", "packaging/icon.png",
        "packaging/landspeed.snk", "packaging/PublicDocumentation.targets", "packaging/KeepPublicMembers.cs",
    ];

    private readonly ScratchDirectory _scratch = new();

    public Packing()
    {
        First = Task.Run(() => Pack("first", "src/Landspeed"));
        Second = Task.Run(() => Pack("second", "src/Landspeed"));
        Tool = Task.Run(() => Pack("tool", "src/Landspeed.Cli"));
    }

    /// <summary>The library's package.</summary>
    public Task<string> First { get; }

    /// <summary>The same once more, from another directory.</summary>
    public Task<string> Second { get; }

    /// <summary>The package of the command.</summary>
    public Task<string> Tool { get; }

    /// <summary>The version that the tree says.</summary>
    public string Version { get; } = XDocument.Load(Path.Combine(Root(), "Directory.Build.props")).Descendants("VersionPrefix").Single().Value;

    /// <summary>Where all were made.</summary>
    public string Place => _scratch.Path;

    public async ValueTask DisposeAsync()
    {
        // A failure was told to the tests already.
        await Task.WhenAny(Task.WhenAll(First, Second, Tool));
        _scratch.Dispose();
    }

    private string Pack(string name, string project)
    {
        string tree = _scratch.File(name);
        string root = Root();
        IEnumerable<string> sources = Directory
            .EnumerateFiles(Path.Combine(root, "src"), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(root, file))
            .Where(file => !file.Split('/').Any(part => part is "bin" or "obj"));
        foreach (string file in sources.Concat(s_files))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(tree, file))!);
            File.Copy(Path.Combine(root, file), Path.Combine(tree, file));
        }

        // The same code was analysed when the tree was built.
        string feed = Directory.CreateDirectory(Path.Combine(tree, "feed")).FullName;
        Sdk.Run(tree, "pack", project, "-c", "Release", "-o", feed, "--source", feed, "-p:RunAnalyzers=false");
        return Assert.Single(Directory.GetFiles(feed));
    }

    /// <summary>The directory of the tree.</summary>
    public static string Root()
    {
        string? directory = AppContext.BaseDirectory;
        while (directory is not null && !File.Exists(Path.Combine(directory, "Landspeed.slnx")))
        {
            directory = Path.GetDirectoryName(directory);
        }

        return directory ?? throw new InvalidOperationException("no Landspeed.slnx above the test: run it inside the tree");
    }
}
