using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>No state that outlives its owner: static fields are constant or read-only.</summary>
public static class StaticStateRule
{
    private const string BackingField = ">k__BackingField";

    /// <summary>The broken places.</summary>
    /// <param name="types">Any types.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types) =>
        from type in types
        where !type.FullName.Contains('<', StringComparison.Ordinal) // caches of lambdas, made by the compiler
        from field in type.Fields
        where field is { IsStatic: true, IsLiteral: false, IsInitOnly: false }
        where !field.Name.StartsWith('<') || field.Name.EndsWith(BackingField, StringComparison.Ordinal)
        select new Violation(
            $"{type.FullName}.{field.Name.Replace(BackingField, string.Empty, StringComparison.Ordinal).TrimStart('<')}",
            "a static that can change is shared by everybody and tested by nobody",
            "make it readonly or const, or hand it in through a constructor");
}
