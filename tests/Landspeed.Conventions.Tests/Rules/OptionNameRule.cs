using System.Text.RegularExpressions;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>An option that a sentence names exists: docs/commands.md lists all.</summary>
public static partial class OptionNameRule
{
    /// <summary>The broken places.</summary>
    /// <param name="types">Types of the command.</param>
    /// <param name="known">The options, <c>--size</c>, and those of other programs that it starts.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types, IReadOnlySet<string> known) =>
        from type in types
        from code in TypeUses.Code(type)
        where code.Instruction.OpCode == OpCodes.Ldstr
        from option in Options((string)code.Instruction.Operand)
        where !known.Contains(option)
        select new Violation(
            $"{TypeUses.Outermost(type).FullName}.{code.Method.Name}",
            $"no verb has the option {option}, which a sentence names",
            "name one of docs/commands.md");

    /// <summary>The options in a text.</summary>
    /// <param name="text">The text.</param>
    public static IEnumerable<string> Options(string text) => Option().Matches(text).Select(found => found.Value);

    [GeneratedRegex(@"(?<![\w-])--[a-z][a-z0-9-]+")]
    private static partial Regex Option();
}
