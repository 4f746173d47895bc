using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Calls on processes, Linux.</summary>
internal sealed unsafe class LinuxProcessCalls : IProcessCalls
{
    internal static readonly LinuxProcessCalls Instance = new();

    // Opaque structures of the C library: at most 336 bytes each with glibc and musl.
    private const int Opaque = 1024;

    // 128 bytes hold the CPUs 0 to 1,023, as glibc's cpu_set_t does.
    private const int ProcessorWords = 16;

    // The gate is the standard input until it opens: if this process is gone, a program waiting there reads the end of
    // the input.
    private const string Gate = "read -r _ || exit 125; exec \"$@\" </dev/null";

    private static readonly SystemFiles s_files = new();

    private LinuxProcessCalls()
    {
    }

    public NativeResult Start(IReadOnlyList<string> words, SafeFileHandle output, SafeFileHandle error, out int id, out SafeFileHandle? gate)
    {
        (id, gate) = (0, null);
        int* ends = stackalloc int[2];
        NativeResult piped = Result(Pipe2(ends, O_CLOEXEC));
        if (piped.Failed)
        {
            return piped;
        }

        using var waited = new SafeFileHandle(ends[0], ownsHandle: true);
        gate = new SafeFileHandle(ends[1], ownsHandle: true);
        string[] all = ["/bin/sh", "-c", Gate, "landspeed", .. words];
        int failed = Spawn(all, waited, output, error, out id);
        if (failed == 0)
        {
            return default;
        }

        gate.Dispose();
        gate = null;
        return NativeResult.Failure(new NativeError(failed));
    }

    public NativeResult OpenGate(SafeFileHandle gate)
    {
        byte newLine = (byte)'\n';
        NativeResult written = Result(Write(gate, &newLine, 1));
        return written.Failed ? written : default;
    }

    public NativeResult WaitForEnd(int id)
    {
        byte* information = stackalloc byte[Opaque];
        NativeResult waited;
        do
        {
            waited = Result(WaitId(P_PID, (uint)id, information, WEXITED | WNOWAIT));
        }
        while (waited.Failed && waited.Error.Kind == NativeErrorKind.Interrupted);
        return waited;
    }

    public NativeResult Collect(int id, out ProgramEnd end)
    {
        int status = 0;
        ResourceUsage usage = default;
        NativeResult waited = Result(Wait4(id, &status, 0, &usage));
        int signal = status & 0x7F; // wait(2): the lowest seven bits, then the exit code
        end = new ProgramEnd(
            signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            LinuxThreadCalls.Times(usage));
        return waited.Failed ? waited : default;
    }

    public NativeResult EndGroup(int id, bool atOnce) => Result(Kill(-id, atOnce ? SIGKILL : SIGTERM));

    // proc_pid_stat(5): the name is in brackets and may contain anything; the state is the first field after it, the
    // start time the twentieth.
    public long? StartOf(int id)
    {
        string? text = s_files.TryRead($"/proc/{Numbers.Text(id)}/stat");
        string[] fields = text?[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return fields.Length > 19 && fields[0] is not ("Z" or "X") ? Numbers.Parse(fields[19]) : null;
    }

    public NativeResult Restrict(int id, IReadOnlyList<int> processors)
    {
        ulong* mask = stackalloc ulong[ProcessorWords];
        new Span<ulong>(mask, ProcessorWords).Clear();
        foreach (int processor in processors)
        {
            mask[processor / 64] |= 1UL << (processor % 64);
        }

        return Result(SchedSetAffinity(id, ProcessorWords * sizeof(ulong), mask));
    }

    public IReadOnlyList<int> Processors()
    {
        ulong* mask = stackalloc ulong[ProcessorWords];
        new Span<ulong>(mask, ProcessorWords).Clear();
        List<int> processors = [];
        if (SchedGetAffinity(0, ProcessorWords * sizeof(ulong), mask) >= 0)
        {
            for (int processor = 0; processor < ProcessorWords * 64; processor++)
            {
                if ((mask[processor / 64] >> (processor % 64) & 1) != 0)
                {
                    processors.Add(processor);
                }
            }
        }

        return processors;
    }

    private static int Spawn(string[] words, SafeFileHandle input, SafeFileHandle output, SafeFileHandle error, out int id)
    {
        byte* actions = stackalloc byte[Opaque];
        byte* attributes = stackalloc byte[Opaque];
        byte* signals = stackalloc byte[Opaque];
        using var argumentList = new NativeWords([.. words.Select(word => word.Length == 0 ? [0] : FilePath.FromText(word).ToNullTerminated())]);
        using var variables = new NativeWords(Variables());
        int started = 0;
        int refused = PosixSpawnFileActionsInit(actions) | PosixSpawnAttributesInit(attributes);
        try
        {
            // Signals ignored here would also be ignored by the program; the runtime ignores SIGPIPE, and we ignore
            // SIGXFSZ.
            refused |= SigEmptySet(signals) | SigAddSet(signals, SIGPIPE) | SigAddSet(signals, SIGXFSZ)
                | PosixSpawnAttributesSetDefault(attributes, signals)
                | PosixSpawnAttributesSetFlags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID)
                | PosixSpawnFileActionsAddDup2(actions, (int)input.DangerousGetHandle(), 0)
                | PosixSpawnFileActionsAddDup2(actions, (int)output.DangerousGetHandle(), 1)
                | PosixSpawnFileActionsAddDup2(actions, (int)error.DangerousGetHandle(), 2);
            return refused != 0 ? LinuxErrors.ENOMEM
                : PosixSpawn(&started, argumentList.First, actions, attributes, argumentList.All, variables.All);
        }
        finally
        {
            id = started;
            _ = PosixSpawnFileActionsDestroy(actions);
            _ = PosixSpawnAttributesDestroy(attributes);
        }
    }

    // Byte for byte as this process got them.
    private static byte[][] Variables()
    {
        byte[] all = s_files.TryReadBytes("/proc/self/environ") ?? [];
        List<byte[]> variables = [];
        for (int start = 0; start < all.Length;)
        {
            int end = Array.IndexOf(all, (byte)0, start);
            end = end < 0 ? all.Length : end;
            if (end > start)
            {
                variables.Add([.. all[start..end], 0]);
            }

            start = end + 1;
        }

        return [.. variables];
    }

    /// <summary>Words in native memory, as C needs them.</summary>
    private sealed class NativeWords : IDisposable
    {
        internal NativeWords(byte[][] words)
        {
            nuint pointers = (nuint)((words.Length + 1) * sizeof(byte*));
            All = (byte**)NativeMemory.Alloc(pointers + (nuint)words.Sum(word => word.Length));
            byte* next = (byte*)All + pointers;
            for (int index = 0; index < words.Length; index++)
            {
                All[index] = next;
                words[index].CopyTo(new Span<byte>(next, words[index].Length));
                next += words[index].Length;
            }

            All[words.Length] = null;
        }

        internal byte** All { get; }

        internal byte* First => All[0];

        public void Dispose() => NativeMemory.Free(All);
    }
}
