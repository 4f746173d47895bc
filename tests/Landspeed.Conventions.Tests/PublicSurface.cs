using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Landspeed.Conventions.Tests;

/// <summary>What users of the library can see, one line a member, as C# would write it.</summary>
public sealed class PublicSurface
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<Type, string> s_words = new()
    {
        [typeof(void)] = "void", [typeof(bool)] = "bool", [typeof(byte)] = "byte", [typeof(int)] = "int", [typeof(uint)] = "uint",
        [typeof(long)] = "long", [typeof(ulong)] = "ulong", [typeof(short)] = "short", [typeof(char)] = "char",
        [typeof(double)] = "double", [typeof(float)] = "float", [typeof(string)] = "string", [typeof(object)] = "object",
        [typeof(nint)] = "nint", [typeof(sbyte)] = "sbyte", [typeof(ushort)] = "ushort",
    };

    private readonly NullabilityInfoContext _nullability = new();

    /// <summary>The members of a namespace.</summary>
    public static string Of(Assembly assembly, string space)
    {
        var surface = new PublicSurface();
        var text = new StringBuilder();
        foreach (Type type in assembly.GetExportedTypes().Where(type => type.Namespace == space).OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(Heading(type)).Append('\n');
            foreach (string line in surface.Members(type).Order(StringComparer.Ordinal))
            {
                text.Append("  ").Append(line).Append('\n');
            }
        }

        return text.ToString();
    }

    private static string Heading(Type type)
    {
        string kind = type.IsEnum ? "enum" : type.IsInterface ? "interface" : type.IsValueType ? "struct" : "class";
        string modifier = type.IsAbstract && type.IsSealed ? "static " : type.IsInterface || type.IsValueType ? ""
            : type.IsSealed ? "sealed " : type.IsAbstract ? "abstract " : "";
        string kindModifier = type.IsByRefLike ? "ref " : "";
        string readOnly = type.IsValueType && !type.IsEnum && type.IsDefined(typeof(IsReadOnlyAttribute)) ? "readonly " : "";
        IEnumerable<string> bases = type.IsEnum ? [] : type.GetInterfaces().Except(type.BaseType?.GetInterfaces() ?? [])
            .Select(Name).Order(StringComparer.Ordinal);
        if (type.BaseType is { } above && above != typeof(object) && above != typeof(ValueType) && above != typeof(Enum))
        {
            bases = bases.Prepend(Name(above));
        }

        string all = string.Join(", ", bases);
        return $"{modifier}{readOnly}{kindModifier}{kind} {type.FullName}{(all.Length > 0 ? " : " : "")}{all}";
    }

    private IEnumerable<string> Members(Type type)
    {
        if (type.IsEnum)
        {
            return Enum.GetNames(type).Select(name => $"{name} = {Convert.ToInt64(Enum.Parse(type, name), null)}");
        }

        return type.GetMembers(Declared).Where(member => !member.Name.Contains('<')).Select(Line).OfType<string>();
    }

    private string? Line(MemberInfo member) => member switch
    {
        ConstructorInfo { IsStatic: false } made when IsVisible(made) => $"{Access(made)}new({Parameters(made)})",
        MethodInfo { IsSpecialName: false } method when IsVisible(method) && method.Name != "Finalize" =>
            $"{Access(method)}{Returned(method)} {method.Name}{Generics(method)}({Parameters(method)})",
        MethodInfo { IsSpecialName: true } method when IsVisible(method) && method.Name.StartsWith("op_", StringComparison.Ordinal) =>
            $"{Access(method)}{Returned(method)} {method.Name}({Parameters(method)})",
        PropertyInfo property when property.GetAccessors(nonPublic: true).Any(IsVisible) => Property(property),
        FieldInfo { IsPublic: true } field =>
            $"{(field.IsLiteral ? "const " : field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}"
            + $"{Name(field.FieldType)} {field.Name}{(field.IsLiteral ? $" = {field.GetRawConstantValue()}" : "")}",
        _ => null,
    };

    private string Property(PropertyInfo property)
    {
        MethodInfo accessor = property.GetAccessors(nonPublic: true).First(IsVisible);
        bool isInit = property.SetMethod is { } set
            && set.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit));
        string writes = property.SetMethod is { } setter && IsVisible(setter) ? isInit ? " init;" : " set;" : "";
        string name = property.GetIndexParameters().Length > 0 ? $"this[{Parameters(accessor)}]" : property.Name;
        string type = Name(property.PropertyType, _nullability.Create(property).ReadState);
        return $"{Access(accessor)}{type} {name} {{ get;{writes} }}";
    }

    private string Returned(MethodInfo method) =>
        Name(method.ReturnType, _nullability.Create(method.ReturnParameter).ReadState);

    private string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(parameter =>
    {
        string direction = parameter.IsOut ? "out " : parameter.ParameterType.IsByRef ? parameter.IsIn ? "in " : "ref " : "";
        Type type = parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;
        string written = Name(type, _nullability.Create(parameter).ReadState);
        return $"{direction}{written} {parameter.Name}{(parameter.HasDefaultValue ? $" = {parameter.DefaultValue ?? "default"}" : "")}";
    }));

    private static string Generics(MethodInfo method) => method.IsGenericMethod
        ? $"<{string.Join(", ", method.GetGenericArguments().Select(argument => argument.Name))}>" : "";

    private static string Access(MethodBase method) =>
        (method.IsPublic ? "" : "protected ") + (method.IsStatic ? "static " : "")
        + (method is MethodInfo { IsVirtual: true, IsFinal: false } info && !method.DeclaringType!.IsInterface
            ? info.GetBaseDefinition() != info ? "override " : method.IsAbstract ? "abstract " : "virtual " : "");

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Name(Type type, NullabilityState state) =>
        Name(type) + (state == NullabilityState.Nullable && !type.IsValueType ? "?" : "");

    private static string Name(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return Name(inner) + "?";
        }

        if (type.IsArray)
        {
            return Name(type.GetElementType()!) + "[]";
        }

        if (type.IsByRef)
        {
            return "ref " + Name(type.GetElementType()!);
        }

        return type.IsGenericType
            ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>"
            : s_words.GetValueOrDefault(type, type.Name);
    }
}
