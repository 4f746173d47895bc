using System.Xml.Linq;
using Landspeed.Testing;

namespace Landspeed.Samples.Tests;

/// <summary>
/// The library's package, made twice from copies of its sources in two directories: the tree itself, which other tests
/// are built from, is not touched. No feed is asked: what the build needs was restored with this test.
/// </summary>
public sealed class Packing : IAsyncDisposable
{
    private static readonly string[] s_files =
    [
        "Directory.Build.props", "Directory.Packages.props", ".editorconfig", "global.json", "src/Directory.Build.props", "src/BannedSymbols.txt",
    ];

    private readonly ScratchDirectory _scratch = new();

    public Packing()
    {
        First = Task.Run(() => Pack("first"));
        Second = Task.Run(() => Pack("second"));
    }

    /// <summary>A package.</summary>
    public Task<string> First { get; }

    /// <summary>The same once more, from another directory.</summary>
    public Task<string> Second { get; }

    /// <summary>The version that the tree says.</summary>
    public string Version { get; } = XDocument.Load(Path.Combine(Root(), "Directory.Build.props")).Descendants("VersionPrefix").Single().Value;

    /// <summary>Where both were made.</summary>
    public string Place => _scratch.Path;

    public async ValueTask DisposeAsync()
    {
        // A failure was told to the tests already.
        await Task.WhenAny(Task.WhenAll(First, Second));
        _scratch.Dispose();
    }

    private string Pack(string name)
    {
        string tree = _scratch.File(name);
        string root = Root();
        IEnumerable<string> sources = Directory
            .EnumerateFiles(Path.Combine(root, "src/Landspeed"), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(root, file))
            .Where(file => !file.Split('/').Any(part => part is "bin" or "obj"));
        foreach (string file in sources.Concat(s_files))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(tree, file))!);
            File.Copy(Path.Combine(root, file), Path.Combine(tree, file));
        }

        // The same code was analysed when the tree was built.
        string feed = Directory.CreateDirectory(Path.Combine(tree, "feed")).FullName;
        Sdk.Run(tree, "pack", "src/Landspeed", "-c", "Release", "-o", feed, "--source", feed, "-p:RunAnalyzers=false");
        return Assert.Single(Directory.GetFiles(feed));
    }

    private static string Root()
    {
        string? directory = AppContext.BaseDirectory;
        while (directory is not null && !File.Exists(Path.Combine(directory, "Landspeed.slnx")))
        {
            directory = Path.GetDirectoryName(directory);
        }

        return directory ?? throw new InvalidOperationException("no Landspeed.slnx above the test: run it inside the tree");
    }
}
