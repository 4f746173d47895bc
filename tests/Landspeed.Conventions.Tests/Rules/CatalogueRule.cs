using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>A record has a code of its catalogue, so that a test, or a page, knows every code that there is.</summary>
public static class CatalogueRule
{
    /// <summary>Who makes a conclusion without the catalogue, by which a test sees whether its sentence is tested.
    /// </summary>
    /// <param name="types">The product's; what a generator made for reading JSON may.</param>
    public static IEnumerable<Violation> Conclusions(IEnumerable<TypeDefinition> types) => Check(
        types,
        ("ConclusionRecord", "ConclusionCode"),
        "makes a conclusion whose code is in no catalogue",
        "add it to ConclusionCodes, and call Says");

    /// <summary>Who makes a finding without the catalogue, from which docs/notes.md is made.</summary>
    /// <param name="types">The product's; what a generator made for reading JSON may.</param>
    public static IEnumerable<Violation> Findings(IEnumerable<TypeDefinition> types) => Check(
        types,
        ("FindingRecord", "FindingCode"),
        "makes a finding whose code is in no catalogue",
        "add it to FindingCodes with meaning and remedy, and call Says");

    private static IEnumerable<Violation> Check(
        IEnumerable<TypeDefinition> types, (string Record, string Code) names, string problem, string remedy) =>
        from type in types
        let owner = TypeUses.Outermost(type)
        where owner.Name != names.Record && owner.Name != names.Code && owner.Name != "ResultsJsonContext"
        from code in TypeUses.Code(type)
        where code.Instruction.OpCode == OpCodes.Newobj
        where code.Instruction.Operand is MethodReference made && made.DeclaringType.Name == names.Record
        select new Violation(owner.FullName, problem, remedy);
}
