using System.Text.Json;
using System.Text.RegularExpressions;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests;

/// <summary>The names that pages may mention, read from the assemblies.</summary>
public static partial class ProductNames
{
    private const string Results = "Landspeed.Results";
    private const string Fio = "Landspeed.Reporting.Fio";

    /// <summary>
    /// Fields of results and the words of their values, and what stands in a text of the code: metrics, codes of
    /// findings and conclusions, facts, system calls. Not what is written for fio only.
    /// </summary>
    public static IReadOnlySet<string> All { get; } = new HashSet<string>(
    [
        .. Product.Types.Where(type => IsBelow(type, Results)).SelectMany(Fields),
        .. Texts(type => !IsBelow(type, Fio)),
    ]);

    /// <summary>What is written in fio's dialect.</summary>
    public static IReadOnlySet<string> OfFio { get; } = new HashSet<string>(Texts(type => IsBelow(type, Fio)));

    private static bool IsBelow(TypeDefinition type, string space)
    {
        string own = TypeUses.Outermost(type).Namespace;
        return own == space || own.StartsWith(space + ".", StringComparison.Ordinal);
    }

    // A page calls a record what it calls a field that holds one.
    private static IEnumerable<string> Fields(TypeDefinition type) =>
        from name in type.Properties.Select(property => property.Name)
            .Concat(type.IsEnum ? type.Fields.Select(field => field.Name) : [])
            .Append(Suffix().Replace(type.Name, string.Empty))
        select JsonNamingPolicy.SnakeCaseLower.ConvertName(name);

    private static IEnumerable<string> Texts(Func<TypeDefinition, bool> isMeant) =>
        from type in Product.Types
        where isMeant(type)
        from text in Texts(type)
        from Match word in Words().Matches(text)
        select word.Value;

    private static IEnumerable<string> Texts(TypeDefinition type) =>
    [
        .. TypeUses.Code(type).Select(code => code.Instruction)
            .Where(instruction => instruction.OpCode == OpCodes.Ldstr)
            .Select(instruction => (string)instruction.Operand),
        .. type.Fields.Select(field => field.Constant).OfType<string>(),
        .. type.Methods.Where(method => method.HasPInvokeInfo).Select(method => method.PInvokeInfo.EntryPoint),
    ];

    [GeneratedRegex("(Record|Section|Document)$")]
    private static partial Regex Suffix();

    [GeneratedRegex("[a-z][a-z0-9]*(?:_[a-z0-9]+)*")]
    private static partial Regex Words();
}
