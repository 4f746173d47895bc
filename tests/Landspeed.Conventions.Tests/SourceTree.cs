namespace Landspeed.Conventions.Tests;

/// <summary>The files of src/ that people wrote.</summary>
public static class SourceTree
{
    /// <summary>C# files: path below src/ with forward slashes, and text.</summary>
    public static IEnumerable<(string Path, string Text)> Code => Files("*.cs");

    /// <summary>Files of src/ that match a pattern, build outputs left out.</summary>
    public static IEnumerable<(string Path, string Text)> Files(string pattern)
    {
        string source = Path.Combine(Product.Root, "src");
        return from file in Directory.EnumerateFiles(source, pattern, SearchOption.AllDirectories)
               let path = Path.GetRelativePath(source, file).Replace('\\', '/')
               where !path.Split('/').Any(part => part is "bin" or "obj")
               orderby path
               select (path, File.ReadAllText(file));
    }
}
