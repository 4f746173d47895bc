using System.Text.RegularExpressions;
using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>Names that say nothing are refused, for types and for the folders that hold them.</summary>
public static partial class NameRule
{
    private static readonly HashSet<string> s_empty = new(StringComparer.OrdinalIgnoreCase)
    {
        "Manager", "Managers", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Common", "Misc",
    };

    /// <summary>The broken places.</summary>
    /// <param name="types">Any types.</param>
    /// <param name="root">The part of the namespace that is not judged.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types, string root) =>
        from type in types
        let space = TypeUses.Outermost(type).Namespace
        where space.StartsWith(root, StringComparison.Ordinal) && !type.Name.StartsWith('<')
        from word in Words().Matches($"{space[root.Length..]}.{type.Name}").Select(match => match.Value)
        where s_empty.Contains(word)
        select new Violation(
            type.FullName,
            $"the word '{word}' says nothing about what the type does",
            "name the one thing that it does; if there are two, split it");

    // GetHTTPManager2: Get, HTTP, Manager
    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")]
    private static partial Regex Words();
}
