using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <summary>Detection of io_uring.</summary>
internal sealed unsafe partial class UringEngine
{
    /// <summary>Creates a small ring, executes one empty request, and releases everything.</summary>
    /// <returns>The findings; a refusal is a result, not an exception.</returns>
    /// <remarks>About 100 microseconds; leaves nothing behind.</remarks>
    public static UringProbe Probe()
    {
        try
        {
            using var engine = new UringEngine(4);
            engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 1 });
            Span<IoCompletion> completions = stackalloc IoCompletion[1];
            engine.Reap(completions, 1);
            EngineDescription description = engine.Description;
            return completions[0].Result.Succeeded
                ? new UringProbe(null, description.Features, description.Missing, engine.CountOperations())
                : new UringProbe($"an empty request failed: {completions[0].Result}", [], [], 0);
        }
        catch (NativeIOException refused)
        {
            string reason = refused.Error.ToString();
            return new UringProbe(refused.Hint is null ? reason : $"{reason}. {refused.Hint}", [], [], 0);
        }
        catch (PlatformNotSupportedException refused)
        {
            return new UringProbe(refused.Message, [], [], 0);
        }
    }

    private static string? HintFor(NativeError error) => error.Kind switch
    {
        NativeErrorKind.NotSupported =>
            "The kernel is older than 5.6, or a sandbox hides io_uring; the engine threads works everywhere",
        NativeErrorKind.NotPermitted or NativeErrorKind.AccessDenied =>
            "kernel.io_uring_disabled or the sandbox of a container forbids it (Docker's default profile does); "
            + "allow it there, or use the engine threads",
        NativeErrorKind.OutOfMemory =>
            "The limit on locked memory is too low for the ring; raise it with ulimit -l, or use a smaller queue depth",
        NativeErrorKind.TooManyFiles => "Raise the limit on open files with ulimit -n",
        _ => null,
    };

    // struct io_uring_probe: last_op u8, ops_len u8, 14 reserved; then 8 bytes per operation, flags at byte 2.
    private int CountOperations()
    {
        const int Operations = 256;
        byte* probe = stackalloc byte[16 + (Operations * 8)];
        new Span<byte>(probe, 16 + (Operations * 8)).Clear();
        if (_ring.Register(IORING_REGISTER_PROBE, probe, Operations).Failed)
        {
            return 0;
        }

        int known = 0;
        for (int index = 0; index < probe[1]; index++)
        {
            known += *(ushort*)(probe + 16 + (index * 8) + 2) & IO_URING_OP_SUPPORTED;
        }

        return known;
    }
}

/// <summary>Whether io_uring can be used on this system, and what it offers.</summary>
/// <param name="Reason">Why it cannot be used, and what to try, or null if available.</param>
/// <param name="Features">Features that a ring gets, by the kernel's names in lower case.</param>
/// <param name="Missing">Features that were refused, each with the reason.</param>
/// <param name="OperationCount">Number of operations that the kernel knows; 0 if it does not say.</param>
internal sealed record UringProbe(
    string? Reason,
    IReadOnlyList<string> Features,
    IReadOnlyList<string> Missing,
    int OperationCount)
{
    /// <summary>True if a ring could be created and executed a request.</summary>
    public bool Available => Reason is null;
}
