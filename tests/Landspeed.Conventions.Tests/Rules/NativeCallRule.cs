using Mono.Cecil;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>Only Platform talks to the operating system, asks which one it is, or reads its error codes.</summary>
public static class NativeCallRule
{
    /// <summary>The broken places.</summary>
    /// <param name="types">Any types.</param>
    /// <param name="platform">The namespace that may.</param>
    public static IEnumerable<Violation> Check(IEnumerable<TypeDefinition> types, string platform)
    {
        TypeDefinition[] others = [.. types.Where(type => !IsIn(type, platform))];
        IEnumerable<Violation> declarations =
            from type in others
            from method in type.Methods
            where method.IsPInvokeImpl
            select Refuse(method, "it declares a native function", platform);
        IEnumerable<Violation> calls =
            from type in others
            from pair in TypeUses.Code(type)
            let called = pair.Instruction.Operand as MethodReference
            where called is not null && IsForPlatform(called)
            select Refuse(pair.Method, $"it calls {called.DeclaringType.Name}.{called.Name}", platform);
        return declarations.Concat(calls);
    }

    private static bool IsForPlatform(MethodReference method) => (method.DeclaringType.FullName, method.Name) switch
    {
        ("System.OperatingSystem", var name) => name.StartsWith("Is", StringComparison.Ordinal),
        ("System.Runtime.InteropServices.RuntimeInformation", _) => true,
        ("System.Environment", var name) => name == "get_OSVersion",
        ("System.Runtime.InteropServices.Marshal", var name) =>
            name.StartsWith("GetLast", StringComparison.Ordinal) && name.EndsWith("Error", StringComparison.Ordinal),
        ("System.Runtime.InteropServices.NativeLibrary", _) => true,
        _ => false,
    };

    private static bool IsIn(TypeReference type, string space) =>
        TypeUses.Outermost(type).Namespace is var own
        && (own == space || own.StartsWith(space + ".", StringComparison.Ordinal));

    private static Violation Refuse(MethodDefinition method, string what, string platform) => new(
        $"{TypeUses.Outermost(method.DeclaringType).FullName} ({method.Name})",
        $"{what}, which only {platform} may",
        $"add a call to an interface of {platform} and use that");
}
