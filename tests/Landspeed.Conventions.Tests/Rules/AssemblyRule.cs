using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// Which assembly may refer to which: Landspeed &lt;- Landspeed.Results &lt;- Landspeed.Experiments, and beside it
/// Landspeed.Reporting, which prints results and cannot know how they came about; Landspeed.Mpi sees the library only;
/// Landspeed.Cli sees all. The library, Landspeed.Results and Landspeed.Mpi need no package.
/// </summary>
public static class AssemblyRule
{
    private static readonly string[] s_withoutPackages = ["Landspeed", "Landspeed.Results", "Landspeed.Mpi"];

    private static readonly string[] s_seenByReporting =
        ["Landspeed.Reporting", "Landspeed.Quantities", "Landspeed.Results"];

    private static readonly Dictionary<string, string[]> s_mayReferTo = new()
    {
        ["Landspeed"] = [],
        ["Landspeed.Results"] = ["Landspeed"],
        ["Landspeed.Experiments"] = ["Landspeed", "Landspeed.Results"],
        ["Landspeed.Reporting"] = ["Landspeed", "Landspeed.Results"],
        ["Landspeed.Mpi"] = ["Landspeed"],
        ["Landspeed.Cli"] =
            ["Landspeed", "Landspeed.Results", "Landspeed.Experiments", "Landspeed.Reporting", "Landspeed.Mpi"],
    };

    /// <summary>References that point the wrong way.</summary>
    /// <param name="assembly">The referring assembly's name.</param>
    /// <param name="references">The names that it refers to.</param>
    public static IEnumerable<Violation> CheckReferences(string assembly, IEnumerable<string> references)
    {
        foreach (string reference in references)
        {
            if (Product.Names.Contains(reference))
            {
                if (!s_mayReferTo[assembly].Contains(reference))
                {
                    yield return new Violation(
                        assembly,
                        $"it must not refer to {reference}",
                        "turn the dependency round, or let the command bring the two together");
                }
            }
            else if (s_withoutPackages.Contains(assembly) && !IsPartOfTheFramework(reference))
            {
                yield return new Violation(
                    assembly,
                    $"it needs no package, but refers to {reference}",
                    "write the little that is needed, or move the code to an assembly that has it");
            }
        }
    }

    /// <summary>Types of the library that Reporting must not see, although the compiler would let it.</summary>
    /// <param name="types">Types of Reporting.</param>
    public static IEnumerable<Violation> CheckReporting(IEnumerable<TypeDefinition> types) =>
        from type in types
        from used in TypeUses.Of(type)
        let space = TypeUses.FolderOf(used)
        where space == "Landspeed" || space.StartsWith("Landspeed.", StringComparison.Ordinal)
        where !s_seenByReporting.Any(seen => space == seen || space.StartsWith(seen + ".", StringComparison.Ordinal))
        where !IsCopyingRecord(used, space)
        select new Violation(
            TypeUses.Outermost(type).FullName,
            $"Reporting sees result records and quantities only, but it uses {space}.{used.Name}",
            "put the fact into a record of Landspeed.Results, and print that");

    private static bool IsCopyingRecord(TypeReference used, string space) =>
        (space == "Landspeed.Copying" || space.StartsWith("Landspeed.Copying.", StringComparison.Ordinal))
        && used.Resolve() is { } type
        && (type.IsEnum || type.IsValueType || LayerRule.IsRecord(type));

    private static bool IsPartOfTheFramework(string reference) =>
        reference.StartsWith("System.", StringComparison.Ordinal) || reference.StartsWith("Microsoft.Win32.", StringComparison.Ordinal);
}
