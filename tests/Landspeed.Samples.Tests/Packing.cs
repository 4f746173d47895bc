using Landspeed.Samples.Tests;
using Landspeed.Testing;

[assembly: AssemblyFixture(typeof(Packing))]

namespace Landspeed.Samples.Tests;

/// <summary>
/// The library's package, made twice from copies of its sources in two directories: the tree itself, which other tests
/// are built from, is not touched. No feed is asked: what the build needs was restored with this test.
/// </summary>
public sealed class Packing : IDisposable
{
    private static readonly string[] s_files =
    [
        "Directory.Build.props", "Directory.Packages.props", ".editorconfig", "global.json", "src/Directory.Build.props", "src/BannedSymbols.txt",
    ];

    private readonly ScratchDirectory _scratch = new();
    private readonly Lazy<string> _first;
    private readonly Lazy<string> _second;

    public Packing()
    {
        _first = new Lazy<string>(() => Pack("first"));
        _second = new Lazy<string>(() => Pack("second"));
    }

    /// <summary>A package.</summary>
    public string First => _first.Value;

    /// <summary>The same once more, from another directory.</summary>
    public string Second => _second.Value;

    /// <summary>A directory for tests, removed at the end.</summary>
    public string Scratch => _scratch.Path;

    public void Dispose() => _scratch.Dispose();

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
