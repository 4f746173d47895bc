using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

/// <summary>The files of the tree that people wrote, build outputs left out.</summary>
public static class SourceTree
{
    private static readonly string[] s_parts = ["src", "tests", "samples", "benchmarks"];

    /// <summary>C# files of src/: path below it with forward slashes, and text.</summary>
    public static IEnumerable<(string Path, string Text)> Code => Files("*.cs");

    /// <summary>C# files of src/, tests/, samples/ and benchmarks/: path from the root, and text.</summary>
    public static IEnumerable<(string Path, string Text)> AllCode =>
        s_parts.SelectMany(part => Below(part, "*.cs").Select(file => ($"{part}/{file.Path}", file.Text)));

    /// <summary>The pages beside README, those of docs/ and of the packages: path from the root, and text.</summary>
    public static IEnumerable<(string Path, string Text)> Pages =>
    [
        .. from file in Directory.EnumerateFiles(Product.Root, "*.md")
           select (Path.GetFileName(file), File.ReadAllText(file)),
        .. Below("src", "*.md").Select(file => ($"src/{file.Path}", file.Text)),
        .. Below("docs", "*.md").Select(file => ($"docs/{file.Path}", file.Text)),
    ];

    /// <summary>Files of src/ that match a pattern.</summary>
    public static IEnumerable<(string Path, string Text)> Files(string pattern) => Below("src", pattern);

    /// <summary>Files and folders of the tree: paths from the root.</summary>
    public static IEnumerable<string> Paths =>
        from part in Directory.EnumerateDirectories(Product.Root)
        let name = Path.GetFileName(part)
        where !name.StartsWith('.') && name != "artifacts"
        from path in Entries(part, "*").Append(part)
        select Relative(Product.Root, path);

    /// <summary>The folders of src/, paths from the root.</summary>
    public static IEnumerable<string> Folders =>
        from path in Entries(Path.Combine(Product.Root, "src"), "*")
        where Directory.Exists(path)
        select Relative(Product.Root, path);

    /// <summary>The types of the library by full name, and their folders, spelt as namespaces.</summary>
    public static IReadOnlyDictionary<string, string> FoldersOfTypes { get; } = (
        from file in Files("*.cs")
        where file.Path.StartsWith("Landspeed/", StringComparison.Ordinal)
        from name in SourceFileRule.TypesOf(file.Text)
        group SourceFileRule.FolderOf(file.Path) by name)
        .ToDictionary(names => names.Key, names => names.First());

    private static IEnumerable<(string Path, string Text)> Below(string part, string pattern)
    {
        string directory = Path.Combine(Product.Root, part);
        return from file in Entries(directory, pattern)
               where File.Exists(file)
               let path = Relative(directory, file)
               orderby path
               select (path, File.ReadAllText(file));
    }

    private static IEnumerable<string> Entries(string directory, string pattern) =>
        Directory.EnumerateFileSystemEntries(directory, pattern, SearchOption.AllDirectories)
            .Where(path => !Relative(directory, path).Split('/').Any(part => part is "bin" or "obj"));

    private static string Relative(string directory, string path) =>
        Path.GetRelativePath(directory, path).Replace('\\', '/');
}
