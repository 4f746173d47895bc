using Landspeed.Platform.Observation;

namespace Landspeed.Engine;

/// <summary>Creates engines.</summary>
internal static class IoEngines
{
    /// <summary>Creates the best engine that the system allows: io_uring, otherwise threads.</summary>
    /// <param name="queueDepth">Maximum number of outstanding requests, 1 to 4,096.</param>
    /// <param name="fallbackReason">Why it is not io_uring, or null if it is.</param>
    /// <returns>The engine, owned by the caller and bound to the calling thread.</returns>
    public static IIoEngine CreateBest(int queueDepth, out string? fallbackReason)
    {
        try
        {
            var engine = new UringEngine(queueDepth);
            fallbackReason = null;
            return Started(engine);
        }
        catch (NativeIOException refused) when (MeansForbidden(refused.Error.Kind))
        {
            fallbackReason = $"io_uring refused: {refused.Error}";
            IoMeter.FellBack("engine", null, fallbackReason);
            return Started(new ThreadEngine(queueDepth)
            {
                Description = new EngineDescription(EngineKind.Threads, [], [fallbackReason]),
            });
        }
    }

    /// <summary>Creates an engine of a given kind.</summary>
    /// <param name="kind">The kind of engine.</param>
    /// <param name="queueDepth">
    /// Maximum number of outstanding requests, 1 to 4,096; 1 for the synchronous engine.
    /// </param>
    /// <returns>The engine, owned by the caller and bound to the calling thread.</returns>
    /// <exception cref="NativeIOException">The system refuses it.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The kind or the depth is out of range.</exception>
    public static IIoEngine Create(EngineKind kind, int queueDepth)
    {
        switch (kind)
        {
            case EngineKind.Uring:
                return Started(new UringEngine(queueDepth));
            case EngineKind.Threads:
                return Started(new ThreadEngine(queueDepth));
            case EngineKind.Synchronous:
                ArgumentOutOfRangeException.ThrowIfNotEqual(queueDepth, 1);
                return Started(new SynchronousEngine());
            default:
                throw new ArgumentOutOfRangeException(nameof(kind), kind, "not an engine");
        }
    }

    private static IIoEngine Started(IIoEngine engine)
    {
        if (IoEvents.Log.IsEnabled())
        {
            IoEvents.Log.EngineStarted(engine.Description.Name, engine.QueueDepth);
        }

        return engine;
    }

    // An old kernel, a sandbox, or a limit on locked memory or descriptors. Anything else is an error that must be
    // seen.
    private static bool MeansForbidden(NativeErrorKind kind) => kind is NativeErrorKind.NotSupported
        or NativeErrorKind.NotPermitted or NativeErrorKind.AccessDenied or NativeErrorKind.OutOfMemory
        or NativeErrorKind.TooManyFiles;
}
