using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>A conclusion has a code of the catalogue, so that a test sees whether its sentence is tested.</summary>
public static class ConclusionRule
{
    private const string Record = "ConclusionRecord";
    private const string Catalogue = "ConclusionCode";

    /// <summary>Who makes a conclusion without the catalogue.</summary>
    /// <param name="types">The product's; what a generator made for reading JSON may.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types) =>
        from type in types
        let owner = TypeUses.Outermost(type)
        where owner.Name is not (Record or Catalogue or "ResultsJsonContext")
        from code in TypeUses.Code(type)
        where code.Instruction.OpCode == OpCodes.Newobj && code.Instruction.Operand is MethodReference { DeclaringType.Name: Record }
        select new Violation(owner.FullName, "makes a conclusion whose code is in no catalogue", "add it to ConclusionCodes, and call Says");
}
