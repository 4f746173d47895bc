using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>A finding has a code of the catalogue, so that docs/notes.md says what it means and what to do.</summary>
public static class FindingRule
{
    private const string Record = "FindingRecord";
    private const string Catalogue = "FindingCode";

    /// <summary>Who makes a finding without the catalogue.</summary>
    /// <param name="types">The product's; what a generator made for reading JSON may.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types) =>
        from type in types
        let owner = TypeUses.Outermost(type)
        where owner.Name is not (Record or Catalogue or "ResultsJsonContext")
        from code in TypeUses.Code(type)
        where code.Instruction.OpCode == OpCodes.Newobj
        where code.Instruction.Operand is MethodReference { DeclaringType.Name: Record }
        select new Violation(
            owner.FullName,
            "makes a finding whose code is in no catalogue",
            "add it to FindingCodes with meaning and remedy, and call Says");
}
