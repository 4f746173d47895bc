using System.Text.RegularExpressions;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// Texts of the library do not speak of the command: a program that uses it has no such options or verbs. Names of
/// threads and marks, which begin with the product's name, are no messages.
/// </summary>
public static partial class LibraryTextRule
{
    /// <summary>The broken places.</summary>
    /// <param name="types">Types of the library.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types) =>
        from type in types
        from code in TypeUses.Code(type)
        where code.Instruction.OpCode == OpCodes.Ldstr
        let text = (string)code.Instruction.Operand
        where Command().IsMatch(text)
        select new Violation(
            $"{TypeUses.Outermost(type).FullName}.{code.Method.Name}",
            $"a program that uses the library has no command line, and \"{text}\" speaks of one",
            "say it in words of the library, or let the command pass its words");

    [GeneratedRegex(@"(^|[\s""'(])--[a-z]{2,}|\w\W+landspeed [a-z]")]
    private static partial Regex Command();
}
