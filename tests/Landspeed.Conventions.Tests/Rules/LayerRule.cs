using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// The order inside Landspeed.dll: a folder uses only what lies to its left, and not its neighbour.
/// <code>Quantities &lt;- Platform &lt;- {Engine, Files, Hashing} &lt;- {Streams, Copying} &lt;- Landspeed</code>
/// The root holds the entry points that users call and may use all folders; no folder may use the root. A room below a
/// folder has the rank of its folder.
/// Engine and Files may see each other's contracts: interfaces, enums, structs, delegates, attributes, records and
/// exceptions. A class or a static class is an implementation and stays hidden.
/// </summary>
public static class LayerRule
{
    private const string Root = "(root)";

    private static readonly IReadOnlyDictionary<string, int> s_ranks = new Dictionary<string, int>
    {
        ["Quantities"] = 0,
        ["Platform"] = 1,
        ["Engine"] = 2,
        ["Files"] = 2,
        ["Hashing"] = 2,
        ["Streams"] = 3,
        ["Copying"] = 3,
        [Root] = 4,
    };

    /// <summary>The broken places.</summary>
    /// <param name="types">Types of one assembly.</param>
    /// <param name="root">The namespace above the folders.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types, string root) =>
        from type in types
        let layer = LayerOf(type, root)
        where layer is not null
        from violation in Check(type, layer, root)
        select violation;

    /// <summary>Whether others may see a type that is not below them.</summary>
    public static bool IsContract(TypeDefinition type) =>
        type.IsInterface || type.IsEnum || type.IsValueType || IsRecord(type)
        || Bases(type).Any(name => name is "System.Exception" or "System.Attribute" or "System.MulticastDelegate");

    /// <summary>Whether a type is a record class: those copy themselves.</summary>
    public static bool IsRecord(TypeDefinition type) => type.Methods.Any(method => method.Name == "<Clone>$");

    private static IEnumerable<Violation> Check(TypeDefinition type, string layer, string root)
    {
        string where = TypeUses.Outermost(type).FullName;
        if (!s_ranks.TryGetValue(layer, out int rank))
        {
            yield return new Violation(
                where,
                $"the folder '{layer}' is missing in the order of layers",
                $"move the type into one of {string.Join(", ", s_ranks.Keys.Where(key => key != Root))}, or rank the folder in {nameof(LayerRule)}");
            yield break;
        }

        foreach (TypeReference used in TypeUses.Of(type))
        {
            string? other = LayerOf(used, root);
            if (other is null || other == layer || !s_ranks.TryGetValue(other, out int otherRank) || otherRank < rank)
            {
                continue;
            }

            if (otherRank > rank)
            {
                yield return other == Root
                    ? new Violation(
                        where,
                        $"{layer} lies to the left of the entry points and must not use {used.FullName}",
                        $"move what {layer} needs into a folder, and let the entry point call it")
                    : new Violation(
                        where,
                        $"{layer} lies to the left of {other} and must not use {used.FullName}",
                        $"take it in through an interface of {layer}, or move the code into {other}");
            }
            else if (!AreNeighboursWithContracts(layer, other))
            {
                yield return new Violation(
                    where,
                    $"{layer} and {other} never see each other, but it uses {used.FullName}",
                    "move what both need to the left, or join the two further to the right");
            }
            else if (used.Resolve() is { } definition && !IsContract(definition))
            {
                yield return new Violation(
                    where,
                    $"{layer} sees only contracts of {other}, and {used.FullName} is an implementation",
                    "use an interface, enum, struct, record or exception, or join the two further to the right");
            }
        }
    }

    private static bool AreNeighboursWithContracts(string layer, string other) =>
        (layer, other) is ("Engine", "Files") or ("Files", "Engine");

    private static string? LayerOf(TypeReference type, string root)
    {
        string space = TypeUses.FolderOf(type);
        if (space == root)
        {
            return Root;
        }

        return space.StartsWith(root + ".", StringComparison.Ordinal) ? space[(root.Length + 1)..].Split('.')[0] : null;
    }

    private static IEnumerable<string> Bases(TypeDefinition type)
    {
        for (TypeReference? current = type.BaseType; current is not null; current = current.Resolve()?.BaseType)
        {
            yield return current.FullName;
        }
    }
}
