using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>Pages name folders that exist, and the page on the architecture names those of every assembly.</summary>
public static partial class PageFolderRule
{
    private static readonly string[] s_roots = ["src", "tests", "samples", "benchmarks", "packaging", "docs"];

    /// <summary>Paths, folders and layers that a page names and that are not in the tree.</summary>
    /// <param name="page">The page's name in messages.</param>
    /// <param name="text">Its text.</param>
    /// <param name="paths">Files and folders of the tree, with forward slashes.</param>
    public static IEnumerable<Violation> CheckNamed(string page, string text, IReadOnlyCollection<string> paths) =>
        from name in Named(text)
        where !Exists(name.Name, paths)
        select new Violation(
            $"{page}:{name.Line}", $"there is no {name.Name} in the tree", "write what it is called there");

    /// <summary>Folders that the page on the architecture leaves out.</summary>
    /// <param name="text">Text of the page.</param>
    /// <param name="folders">The folders of assemblies, with forward slashes: <c>src/Landspeed/Engine</c>.</param>
    public static IEnumerable<Violation> CheckComplete(string text, IEnumerable<string> folders)
    {
        HashSet<(string, string)> drawn =
            [.. Drawn(text).Select(folder => (folder.Assembly, folder.Name.Split('/')[0]))];
        return from folder in folders
               let parts = folder.Split('/')
               where !drawn.Contains((parts[1], parts[2]))
               select new Violation(
                   folder, "docs/architecture.md does not name it", "add it to the house there, with its subject");
    }

    /// <summary>The paths, folders and layers that a page names.</summary>
    /// <param name="text">Its text.</param>
    public static IEnumerable<(int Line, string Name)> Named(string text) =>
    [
        .. Spans().Matches(text).Where(match => IsPath(match.Groups["path"].Value))
            .Select(match => (LineOf(text, match.Index), match.Groups["path"].Value.Trim('/'))),
        .. from order in Orders().Matches(text)
           where order.Value.Contains("Quantities", StringComparison.Ordinal)
           from Match folder in Words().Matches(order.Value)
           where folder.Value is not ("entry" or "points" or "Landspeed")
           select (LineOf(text, order.Index), $"Landspeed/{folder.Value}"),
        .. Drawn(text).Select(folder => (folder.Line, $"src/{folder.Assembly}/{folder.Name}")),
    ];

    // A line of the drawing is an assembly, "  Folder/ Folder/  its subject" below it, or "    Folder/" below that.
    private static IEnumerable<(int Line, string Assembly, string Name)> Drawn(string text)
    {
        string assembly = string.Empty;
        string above = string.Empty;
        foreach ((int index, string line) in text.Split('\n').Index())
        {
            if (Assembly().Match(line) is { Success: true } named)
            {
                assembly = named.Groups["name"].Value;
            }
            else if (assembly.Length > 0 && Rooms().Match(line) is { Success: true } rooms)
            {
                bool isBelow = rooms.Groups["indent"].Length > 2;
                string[] names = [.. rooms.Groups["name"].Captures.Select(capture => capture.Value)];
                foreach (string name in names)
                {
                    yield return (index + 1, assembly, isBelow ? $"{above}/{name}" : name);
                }

                above = isBelow ? above : names[^1];
            }
            else if (line.StartsWith("```", StringComparison.Ordinal))
            {
                assembly = string.Empty;
            }
        }
    }

    // A path has a slash; what follows its last slash may be a type, or a member that stands for one.
    private static bool IsPath(string path) =>
        path.Contains('/', StringComparison.Ordinal) && (char.IsUpper(path[0]) || s_roots.Contains(path.Split('/')[0]));

    private static bool Exists(string name, IReadOnlyCollection<string> paths) => paths.Any(path =>
        path == name
        || path.EndsWith($"/{name}", StringComparison.Ordinal)
        || path.EndsWith($"/{name}.cs", StringComparison.Ordinal)
        || path.EndsWith($"/Landspeed.{name}", StringComparison.Ordinal)
        || path.EndsWith($"/Landspeed.{name}.cs", StringComparison.Ordinal));

    private static int LineOf(string text, int index) => text.AsSpan(0, index).Count('\n') + 1;

    [GeneratedRegex(@"`(?<path>[\w./-]+)`")]
    private static partial Regex Spans();

    [GeneratedRegex(@"`[^`\n]+ <- [^`\n]+`")]
    private static partial Regex Orders();

    [GeneratedRegex(@"\w+")]
    private static partial Regex Words();

    [GeneratedRegex(@"^src/(?<name>[\w.]+)/ ")]
    private static partial Regex Assembly();

    [GeneratedRegex(@"^(?<indent> {2}| {4})(?:(?<name>\w+)/ ?)+(?: |$)")]
    private static partial Regex Rooms();
}
