using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>
/// How a test reads or writes a file: mode and engine (null: chosen by the library), request size and depth. Without an
/// engine few bytes are moved by the thread that asks, here up to 20,000.
/// </summary>
public sealed record StreamSetup(IoMode? Mode, EngineKind? Engine, int RequestSize = 4096, int QueueDepth = 3)
{
    private static readonly IoMode?[] s_modes = [IoMode.Direct, IoMode.Uncached, IoMode.Buffered, null];
    private static readonly EngineKind?[] s_engines =
        [EngineKind.Uring, EngineKind.Threads, EngineKind.Synchronous, null];

    /// <summary>Each mode on each engine, and on none.</summary>
    internal static StreamSetup[] All { get; } =
        [.. s_modes.SelectMany(mode => s_engines.Select(engine => new StreamSetup(mode, engine)))];

    internal SequentialFileOptions Options => new()
    {
        Mode = Mode,
        Engine = Engine,
        RequestSize = RequestSize,
        QueueDepth = QueueDepth,
        ShortLength = 20_000,
    };

    /// <summary>Skips the test where the machine has no such engine.</summary>
    internal StreamSetup Require()
    {
        if (Engine == EngineKind.Uring)
        {
            Capability.Require("io_uring", UringEngine.Probe().Available);
        }

        return this;
    }
}
