using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Landspeed.Conventions.Tests;

/// <summary>Which types a type mentions: its base, members, signatures, attributes and code.</summary>
public static class TypeUses
{
    /// <summary>Every mentioned type once, generic arguments and element types taken apart.</summary>
    public static IEnumerable<TypeReference> Of(TypeDefinition type) =>
        Mentioned(type).SelectMany(Flatten).DistinctBy(reference => reference.FullName);

    /// <summary>The outermost type: what a file declares.</summary>
    public static TypeReference Outermost(TypeReference type) =>
        type.DeclaringType is null ? type : Outermost(type.DeclaringType);

    /// <summary>
    /// The folder of a type's file, spelt as a namespace: users of the library find its public types in two namespaces,
    /// whatever folder they stand in. Of other types the namespace.
    /// </summary>
    public static string FolderOf(TypeReference type)
    {
        TypeReference outermost = Outermost(type);
        return SourceTree.FoldersOfTypes.GetValueOrDefault(
            outermost.FullName.Split('`')[0], outermost.Namespace);
    }

    /// <summary>Code of a type, method by method.</summary>
    public static IEnumerable<(MethodDefinition Method, Instruction Instruction)> Code(TypeDefinition type) =>
        from method in type.Methods
        where method.HasBody
        from instruction in method.Body.Instructions
        select (method, instruction);

    private static IEnumerable<TypeReference?> Mentioned(TypeDefinition type)
    {
        IEnumerable<TypeReference?> shape =
        [
            type.BaseType,
            .. type.Interfaces.Select(item => item.InterfaceType),
            .. type.Fields.Select(field => field.FieldType),
            .. type.Properties.Select(property => property.PropertyType),
            .. type.Events.Select(item => item.EventType),
            .. type.GenericParameters.SelectMany(parameter => parameter.Constraints).Select(item => item.ConstraintType),
            .. Attributes(type),
            .. type.Fields.SelectMany(Attributes),
            .. type.Properties.SelectMany(Attributes),
        ];
        return shape.Concat(type.Methods.SelectMany(Mentioned));
    }

    private static IEnumerable<TypeReference?> Mentioned(MethodDefinition method)
    {
        IEnumerable<TypeReference?> signature =
        [
            method.ReturnType,
            .. method.Parameters.Select(parameter => parameter.ParameterType),
            .. method.GenericParameters.SelectMany(parameter => parameter.Constraints).Select(item => item.ConstraintType),
            .. method.Overrides.Select(item => item.DeclaringType),
            .. Attributes(method),
        ];
        return method.HasBody
            ? signature
                .Concat(method.Body.Variables.Select(variable => variable.VariableType))
                .Concat(method.Body.ExceptionHandlers.Select(handler => handler.CatchType))
                .Concat(method.Body.Instructions.SelectMany(instruction => Mentioned(instruction.Operand)))
            : signature;
    }

    private static IEnumerable<TypeReference?> Mentioned(object? operand) => operand switch
    {
        TypeReference type => [type],
        GenericInstanceMethod method => [.. method.GenericArguments, .. Mentioned(method.ElementMethod)],
        MethodReference method =>
            [method.DeclaringType, method.ReturnType, .. method.Parameters.Select(parameter => parameter.ParameterType)],
        FieldReference field => [field.DeclaringType, field.FieldType],
        _ => [],
    };

    private static IEnumerable<TypeReference> Attributes(ICustomAttributeProvider provider) =>
        provider.CustomAttributes.Select(attribute => attribute.AttributeType);

    private static IEnumerable<TypeReference> Flatten(TypeReference? type) => type switch
    {
        null or GenericParameter => [],
        GenericInstanceType generic => [.. Flatten(generic.ElementType), .. generic.GenericArguments.SelectMany(Flatten)],
        IModifierType modified => [.. Flatten(modified.ElementType), .. Flatten(modified.ModifierType)],
        TypeSpecification special => Flatten(special.ElementType),
        _ => [type],
    };
}
