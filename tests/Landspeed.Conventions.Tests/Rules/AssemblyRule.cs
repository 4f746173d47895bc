using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// The order of assemblies: Landspeed &lt;- Landspeed.Experiments &lt;- Landspeed.Reporting &lt;- Landspeed.Cli. Landspeed.Mpi
/// lies beside Reporting and sees the library only. The library and Mpi need no package. Reporting prints results and knows nothing of how they came about: of the others it sees
/// Landspeed.Quantities, Landspeed.Experiments.Results, and records and enums of Landspeed.Copying and its rooms.
/// </summary>
public static class AssemblyRule
{
    private const string Mpi = "Landspeed.Mpi";

    private static readonly string[] s_seenByReporting =
        ["Landspeed.Reporting", "Landspeed.Quantities", "Landspeed.Experiments.Results"];

    /// <summary>References that point the wrong way.</summary>
    /// <param name="assembly">The referring assembly's name.</param>
    /// <param name="references">The names that it refers to.</param>
    public static IEnumerable<Violation> CheckReferences(string assembly, IEnumerable<string> references)
    {
        int place = Product.Names.ToList().IndexOf(assembly);
        bool isMpi = assembly == Mpi;
        foreach (string reference in references)
        {
            int other = Product.Names.ToList().IndexOf(reference);
            if (other >= place)
            {
                yield return new Violation(
                    assembly,
                    $"it lies to the left of {reference} and must not refer to it",
                    "turn the dependency round: results go from left to right only");
            }
            else if (isMpi && other > 0)
            {
                yield return new Violation(
                    assembly,
                    $"it lies beside {reference} and must not refer to it",
                    "it knows ranks and bytes only: let the command bring the two together");
            }
            else if ((place == 0 || (isMpi && other < 0)) && !IsPartOfTheFramework(reference))
            {
                yield return new Violation(
                    assembly,
                    $"{(isMpi ? Mpi : "the library")} needs no package, but refers to {reference}",
                    "write the little that is needed, or move the code to an assembly further to the right");
            }
        }
    }

    /// <summary>Types that Reporting must not see.</summary>
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
            "put the fact into a record of Landspeed.Experiments.Results, and print that");

    private static bool IsCopyingRecord(TypeReference used, string space) =>
        (space == "Landspeed.Copying" || space.StartsWith("Landspeed.Copying.", StringComparison.Ordinal))
        && used.Resolve() is { } type
        && (type.IsEnum || type.IsValueType || LayerRule.IsRecord(type));

    private static bool IsPartOfTheFramework(string reference) =>
        reference.StartsWith("System.", StringComparison.Ordinal) || reference.StartsWith("Microsoft.Win32.", StringComparison.Ordinal);
}
