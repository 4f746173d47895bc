using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>A struct of ours, its C name, and the C name of each of its fields.</summary>
/// <remarks>
/// Offsets are measured, not asked from attributes: a field set to all ones shows in the struct's bytes.
/// </remarks>
internal sealed record NativeLayout(Type Type, int Size, string Native, string? Guard, IReadOnlyList<NativeField> Fields)
{
    /// <summary>Pairs a struct with C; every field of ours must be named.</summary>
    public static NativeLayout Of<T>(string native, string? guard, params (string Ours, string Theirs)[] fields)
        where T : unmanaged
    {
        FieldInfo[] all = typeof(T).GetFields(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
        bool opaque = typeof(T).IsDefined(typeof(InlineArrayAttribute));
        Assert.Equal(
            opaque ? [] : all.Select(field => field.Name).Order(), fields.Select(field => field.Ours).Order());
        return new NativeLayout(
            typeof(T),
            Unsafe.SizeOf<T>(),
            native,
            guard,
            [.. fields.Select(pair => Measure<T>(all.Single(field => field.Name == pair.Ours), pair.Theirs))]);
    }

    /// <summary>Size of the struct, and offset and size of each field.</summary>
    public IEnumerable<HeaderQuestion> Questions()
    {
        string name = Type.Name;
        yield return new HeaderQuestion($"sizeof({name})", $"sizeof({Native})", Guard, Size);
        foreach (NativeField field in Fields)
        {
            string guarded = field.Guard ?? Guard ?? string.Empty;
            string? guard = guarded.Length > 0 ? guarded : null;
            yield return new HeaderQuestion(
                $"offsetof({name}.{field.Ours})", $"offsetof({Native}, {field.Theirs})", guard, field.Offset);
            yield return new HeaderQuestion(
                $"sizeof({name}.{field.Ours})", $"sizeof((({Native} *)0)->{field.Theirs})", guard, field.Size);
        }
    }

    private static NativeField Measure<T>(FieldInfo field, string theirs)
        where T : unmanaged
    {
        object box = default(T);
        field.SetValue(box, Ones(field.FieldType));
        T value = (T)box;
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value));
        string[] parts = theirs.Split('?'); // "stx_new?MACRO": the field came with the macro
        return new NativeField(
            field.Name, parts[0], bytes.IndexOf((byte)0xFF), bytes.Count((byte)0xFF), parts.ElementAtOrDefault(1));
    }

    // A struct within a struct, with all that it leaves out.
    private static object OnesThroughout(Type type)
    {
        int size = Marshal.SizeOf(type);
        nint memory = Marshal.AllocHGlobal(size);
        Marshal.Copy(Enumerable.Repeat(byte.MaxValue, size).ToArray(), 0, memory, size);
        object filled = Marshal.PtrToStructure(memory, type)!;
        Marshal.FreeHGlobal(memory);
        return filled;
    }

    private static object Ones(Type type) => type switch
    {
        _ when type == typeof(byte) => byte.MaxValue,
        _ when type == typeof(ushort) => ushort.MaxValue,
        _ when type == typeof(int) => -1,
        _ when type == typeof(uint) => uint.MaxValue,
        _ when type == typeof(long) => -1L,
        _ when type == typeof(ulong) => ulong.MaxValue,
        _ when type == typeof(nint) => (nint)(-1),
        _ when type == typeof(nuint) => nuint.MaxValue,
        { IsValueType: true, IsPrimitive: false } => OnesThroughout(type),
        _ => throw new NotSupportedException($"teach {nameof(NativeLayout)} to fill a field of type {type}"),
    };
}
