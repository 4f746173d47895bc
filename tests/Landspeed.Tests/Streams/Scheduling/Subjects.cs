using Landspeed.Testing.Scheduling;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>What the explored subjects share.</summary>
internal static class Subjects
{
    private const int Length = 10_000;

    /// <summary>A short file is read and written without an engine, in the thread pool or on the caller's thread.</summary>
    internal static SequentialFileOptions WithoutEngine { get; } = new() { Mode = IoMode.Buffered };

    /// <summary>Blocks of 4 KiB, one at a time, each of which the page cache lacks where it is read.</summary>
    internal static SequentialFileOptions BlockByBlock { get; } = new()
    {
        RequestSize = 4096,
        QueueDepth = 2,
        CacheCalls = new FaultyFileCalls { OnReadAt = _ => FaultyFileCalls.Error(NativeErrorKind.WouldBlock) },
    };

    /// <summary>Requests of 4 KiB, two in flight.</summary>
    internal static SequentialFileOptions OverEngine(Exploration explored) => new()
    {
        Mode = IoMode.Buffered,
        RequestSize = 4096,
        QueueDepth = 2,
        EngineFactory = explored.CreateEngine,
    };

    /// <summary>A file of 10,000 bytes; the schedules of a subject share it.</summary>
    internal static byte[] ReadFile(this Exploration explored, out string path)
    {
        path = explored.Scratch.File("read");
        if (!File.Exists(path))
        {
            explored.Scratch.CreateFile("read", Length);
        }

        return File.ReadAllBytes(path);
    }

    /// <summary>Makes a call that may be cancelled or refused.</summary>
    /// <returns>Its result; 0 where it was cancelled or refused, or the subject was disposed.</returns>
    internal static int Outcome(Func<int> call)
    {
        try
        {
            return call();
        }
        catch (Exception expected) when (expected is OperationCanceledException or InvalidOperationException)
        {
            return 0;
        }
    }

    /// <summary>Makes a call that may be cancelled or refused.</summary>
    /// <returns>Whether it succeeded.</returns>
    internal static bool Succeeds(Action call) => Outcome(() =>
    {
        call();
        return 1;
    }) == 1;

    /// <summary>Nobody has the file open.</summary>
    internal static void RequireClosed(this Exploration explored, string path)
    {
        using var alone = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        explored.Require(alone.CanRead, "the file is open");
    }
}
