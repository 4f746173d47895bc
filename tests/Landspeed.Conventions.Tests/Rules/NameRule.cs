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

    /// <summary>The types that share their name with one of another namespace.</summary>
    /// <param name="types">Any types; nested ones and those of the compiler are not judged.</param>
    public static IEnumerable<Violation> CheckOnce(IEnumerable<TypeDefinition> types) =>
        from type in types
        where type.DeclaringType is null && !type.Name.StartsWith('<') && !IsGenerated(type)
        group type.FullName by type.Name into named
        where named.Distinct().Count() > 1
        select new Violation(
            string.Join(", ", named.Distinct().Order(StringComparer.Ordinal)),
            "two types have one name",
            "name each by what it does");

    private static bool IsGenerated(TypeDefinition type) =>
        type.Namespace.Length == 0 || type.Namespace.StartsWith("System.", StringComparison.Ordinal)
            || type.Namespace.StartsWith("Microsoft.", StringComparison.Ordinal);

    // GetHTTPManager2: Get, HTTP, Manager
    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")]
    private static partial Regex Words();
}
