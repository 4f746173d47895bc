using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// The folders (namespaces) of an assembly form no circle: when A uses B, directly or through others, B does not use A. A
/// folder and the folders in it are different folders.
/// </summary>
public static class FolderCircleRule
{
    private sealed record Use(string From, string To, string Type, string Used);

    /// <summary>The circles, one violation for each group of folders that reach each other.</summary>
    /// <param name="types">Types of one assembly.</param>
    /// <param name="root">The namespace above the folders; other namespaces are left out.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types, string root)
    {
        Use[] uses = [.. types.SelectMany(type => Uses(type, root)).DistinctBy(use => (use.From, use.To))];
        ILookup<string, Use> next = uses.ToLookup(use => use.From);
        var judged = new HashSet<string>();
        foreach (string folder in uses.Select(use => use.From).Distinct().Order(StringComparer.Ordinal))
        {
            if (judged.Contains(folder) || ShortestCircle(folder, next) is not { } circle)
            {
                continue;
            }

            judged.UnionWith(Reached(folder, next).Where(other => Reached(other, next).Contains(folder)));
            yield return new Violation(
                folder,
                $"folders form a circle: {string.Join("; ", circle.Select(use => $"{use.From} uses {use.To} ({use.Type} uses {use.Used})"))}",
                "move what both need into a folder to the left, or the user into the folder on the right");
        }
    }

    private static IEnumerable<Use> Uses(TypeDefinition type, string root)
    {
        string folder = TypeUses.FolderOf(type);
        return from used in TypeUses.Of(type)
               let other = TypeUses.FolderOf(used)
               where IsBelow(folder, root) && IsBelow(other, root) && folder != other
               select new Use(folder, other, TypeUses.Outermost(type).Name, TypeUses.Outermost(used).Name);
    }

    private static bool IsBelow(string space, string root) =>
        space == root || space.StartsWith(root + ".", StringComparison.Ordinal);

    private static HashSet<string> Reached(string folder, ILookup<string, Use> next)
    {
        var reached = new HashSet<string>();
        var open = new Queue<string>([folder]);
        while (open.TryDequeue(out string? current))
        {
            foreach (Use use in next[current].Where(use => reached.Add(use.To)))
            {
                open.Enqueue(use.To);
            }
        }

        return reached;
    }

    private static List<Use>? ShortestCircle(string folder, ILookup<string, Use> next)
    {
        var seen = new HashSet<string>();
        var open = new Queue<List<Use>>(next[folder].Select(use => new List<Use> { use }));
        while (open.TryDequeue(out List<Use>? path))
        {
            string end = path[^1].To;
            if (end == folder)
            {
                return path;
            }

            if (seen.Add(end))
            {
                foreach (Use use in next[end])
                {
                    open.Enqueue([.. path, use]);
                }
            }
        }

        return null;
    }
}
