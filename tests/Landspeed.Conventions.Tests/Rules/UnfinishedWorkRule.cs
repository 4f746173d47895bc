using System.Text.RegularExpressions;
using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>What is shipped is finished.</summary>
public static partial class UnfinishedWorkRule
{
    /// <summary>Code that throws instead of working.</summary>
    /// <param name="types">Any types.</param>
    public static IEnumerable<Violation> CheckTypes(IEnumerable<TypeDefinition> types) =>
        from type in types
        where TypeUses.Of(type).Any(used => used.FullName == "System.NotImplementedException")
        select new Violation(
            type.FullName,
            "it throws NotImplementedException",
            "build it, or throw NotSupportedException with the reason and say so in the doc comment");

    /// <summary>Notes to ourselves.</summary>
    /// <param name="file">The file's name in messages.</param>
    /// <param name="text">Its text.</param>
    public static IEnumerable<Violation> CheckText(string file, string text) =>
        from pair in text.Split('\n').Index()
        let match = Mark().Match(pair.Item)
        where match.Success
        select new Violation(
            $"{file}:{pair.Index + 1}",
            $"it holds a {match.Value}",
            "do it now, or describe the limit where users read it");

    [GeneratedRegex(@"\b(TODO|FIXME)\b")]
    private static partial Regex Mark();
}
