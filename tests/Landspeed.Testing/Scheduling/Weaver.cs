using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// Makes a copy of the library in which streams and copies call <see cref="WovenCalls"/> wherever they lock, wait, wake, start,
/// cancel or unmap. So the explored program is the shipped one, without a seam that costs time or could be forgotten:
/// a wait that is not known here is refused.
/// </summary>
internal static class Weaver
{
    private const string Threading = "System.Threading.";

    private static readonly string[] s_waits =
        ["Enter", "TryEnter", "Join", "Sleep", "SpinOnce", "SpinUntil", "Wait", "WaitAll", "WaitAny", "WaitOne"];

    // Fast paths that look at plain fields without a lock: there each such look is a step.
    private static readonly string[] s_fastPaths = ["SequentialReadStream.ReadByte"];

    // Framework method by its declaring type, name and number of arguments: what is called in its place.
    private static readonly Dictionary<string, string> s_replacements = new(StringComparer.Ordinal)
    {
        [Threading + "Monitor.Enter/2"] = nameof(WovenCalls.Enter),
        [Threading + "Monitor.Exit/1"] = nameof(WovenCalls.Exit),
        [Threading + "Monitor.Wait/1"] = nameof(WovenCalls.Wait),
        [Threading + "Monitor.Wait/2"] = nameof(WovenCalls.WaitAtMost),
        [Threading + "WaitHandle.WaitOne/1"] = nameof(WovenCalls.WaitOneAtMost),
        [Threading + "Monitor.Pulse/1"] = nameof(WovenCalls.Pulse),
        [Threading + "Monitor.PulseAll/1"] = nameof(WovenCalls.PulseAll),
        [Threading + "ThreadPool.UnsafeQueueUserWorkItem/2"] = nameof(WovenCalls.Queue),
        [Threading + "Tasks.Task.Run/1"] = nameof(WovenCalls.Run),
        [Threading + "Tasks.Task.Run/2"] = nameof(WovenCalls.RunCancellable),
        [Threading + "Thread..ctor/1"] = nameof(WovenCalls.NewPlainThread),
        [Threading + "Thread..ctor/2"] = nameof(WovenCalls.NewThread),
        [Threading + "Thread.Start/0"] = nameof(WovenCalls.Start),
        [Threading + "Thread.Join/0"] = nameof(WovenCalls.Join),
        [Threading + "SpinWait.SpinUntil/1"] = nameof(WovenCalls.SpinUntil),
        [Threading + "CancellationTokenSource.Cancel/0"] = nameof(WovenCalls.Cancel),
        [Threading + "CancellationTokenRegistration.Dispose/0"] = nameof(WovenCalls.DisposeRegistration),
        ["Landspeed.AlignedBufferPool.Dispose/0"] = nameof(WovenCalls.Unmap),
    };

    // Framework type by its full name: what stands in its place, in the whole library.
    private static readonly Dictionary<string, Type> s_standIns = new(StringComparer.Ordinal)
    {
        ["System.Collections.Concurrent.BlockingCollection`1"] = typeof(WovenCollection<>),
        [Threading + "SemaphoreSlim"] = typeof(WovenSemaphore),
        [Threading + "CountdownEvent"] = typeof(WovenCountdown),
    };

    /// <summary>Weaves an assembly.</summary>
    /// <param name="path">The assembly.</param>
    /// <param name="isExplored">Of a type, by its namespace and name: whether to weave it.</param>
    /// <returns>The woven one.</returns>
    /// <exception cref="InvalidOperationException">A type waits in an unknown way.</exception>
    internal static byte[] Weave(string path, Func<string, bool> isExplored)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(path);
        UseStandIns(module);
        foreach (TypeDefinition type in module.Types.Where(type => isExplored(type.FullName)).SelectMany(WithNested))
        {
            foreach (MethodDefinition method in type.Methods.Where(method => method.HasBody))
            {
                Weave(module, method);
            }
        }

        var woven = new MemoryStream();
        module.Write(woven);
        return woven.ToArray();
    }

    private static void UseStandIns(ModuleDefinition module)
    {
        foreach (TypeReference type in module.GetTypeReferences())
        {
            if (s_standIns.TryGetValue(type.FullName, out Type? standIn))
            {
                TypeReference imported = module.ImportReference(standIn);
                (type.Scope, type.Namespace, type.Name) = (imported.Scope, imported.Namespace, imported.Name);
            }
        }
    }

    private static IEnumerable<TypeDefinition> WithNested(TypeDefinition type) =>
        type.NestedTypes.SelectMany(WithNested).Prepend(type);

    private static void Weave(ModuleDefinition module, MethodDefinition method)
    {
        method.Body.SimplifyMacros();
        ILProcessor code = method.Body.GetILProcessor();
        bool isFastPath = s_fastPaths.Contains($"{method.DeclaringType.Name}.{method.Name}");
        foreach (Instruction instruction in method.Body.Instructions.ToArray())
        {
            if (instruction.Operand is MethodReference called)
            {
                Weave(module, code, instruction, called);
            }
            else if (instruction.OpCode == OpCodes.Volatile)
            {
                InsertStep(module, code, instruction, "volatile");
            }
            else if (isFastPath && instruction.OpCode.Code is Code.Ldfld or Code.Stfld)
            {
                InsertStep(module, code, instruction, ((FieldReference)instruction.Operand).Name);
            }
        }

        method.Body.OptimizeMacros();
    }

    private static void Weave(ModuleDefinition module, ILProcessor code, Instruction instruction, MethodReference called)
    {
        string type = called.DeclaringType.FullName;
        if (type is Threading + "Interlocked" or Threading + "Volatile")
        {
            InsertStep(module, code, instruction, called.Name);
        }
        else if (type == Threading + "Lock" && called.Name == nameof(Lock.EnterScope))
        {
            code.InsertBefore(instruction, Where(code, "lock"));
            code.InsertBefore(instruction, Call(module, code, nameof(WovenCalls.BeforeScope)));
        }
        else if (type == Threading + "Lock/Scope" && called.Name == nameof(IDisposable.Dispose))
        {
            code.InsertAfter(instruction, Call(module, code, nameof(WovenCalls.AfterScope)));
        }
        else if (instruction.OpCode == OpCodes.Newobj && type == typeof(AlignedBufferPool).FullName)
        {
            Instruction mapped = Call(module, code, nameof(WovenCalls.Mapped));
            code.InsertAfter(instruction, mapped);
            code.InsertBefore(mapped, code.Create(OpCodes.Dup));
        }
        else if (ReplacementOf(instruction, called) is { } replacement)
        {
            Replace(module, code, instruction, called, replacement);
        }
        else if (type.StartsWith(Threading, StringComparison.Ordinal) && s_waits.Contains(called.Name))
        {
            throw new InvalidOperationException(
                $"{code.Body.Method.FullName} calls {called.FullName}, which the scheduler does not know: add it to {nameof(WovenCalls)}");
        }
    }

    private static string? ReplacementOf(Instruction instruction, MethodReference called)
    {
        string type = called.DeclaringType.FullName;
        if (instruction.Previous?.OpCode == OpCodes.Constrained && called.Name == nameof(IDisposable.Dispose))
        {
            type = ((TypeReference)instruction.Previous.Operand).FullName;
        }

        // The generic form serves finalizers, which no exploration reaches.
        return called is GenericInstanceMethod ? null
            : s_replacements.GetValueOrDefault(FormattableString.Invariant($"{type}.{called.Name}/{called.Parameters.Count}"));
    }

    private static void Replace(
        ModuleDefinition module, ILProcessor code, Instruction instruction, MethodReference called, string replacement)
    {
        if (instruction.Previous?.OpCode == OpCodes.Constrained)
        {
            (instruction.Previous.OpCode, instruction.Previous.Operand) = (OpCodes.Nop, null);
        }

        // In place, so that jumps to the call reach what is called instead.
        Instruction where = Where(code, called.Name);
        (instruction.OpCode, instruction.Operand) = (where.OpCode, where.Operand);
        code.InsertAfter(instruction, Call(module, code, replacement));
    }

    private static void InsertStep(ModuleDefinition module, ILProcessor code, Instruction instruction, string what)
    {
        code.InsertBefore(instruction, Where(code, what));
        code.InsertBefore(instruction, Call(module, code, nameof(WovenCalls.Step)));
    }

    private static Instruction Where(ILProcessor code, string what)
    {
        MethodDefinition method = code.Body.Method;
        TypeDefinition outermost = method.DeclaringType;
        string inner = string.Empty;
        while (outermost.DeclaringType is { } outer)
        {
            (inner, outermost) = ("." + outermost.Name, outer);
        }

        return code.Create(OpCodes.Ldstr, $"{what} in {outermost.Name}{inner}.{method.Name}");
    }

    private static Instruction Call(ModuleDefinition module, ILProcessor code, string name) => code.Create(
        OpCodes.Call,
        module.ImportReference(typeof(WovenCalls).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic, ParametersOf(name))));

    private static Type[] ParametersOf(string name) =>
        [.. typeof(WovenCalls).GetMember(name, BindingFlags.Static | BindingFlags.NonPublic).Cast<MethodInfo>()
            .Single(method => method.IsAssembly).GetParameters().Select(parameter => parameter.ParameterType)];
}
