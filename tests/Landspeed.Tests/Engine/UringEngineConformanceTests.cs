using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public sealed class UringEngineConformanceTests : EngineConformance
{
    protected override EngineKind Kind => EngineKind.Uring;

    protected override IIoEngine Create(int queueDepth)
    {
        UringProbe probe = UringEngine.Probe();
        Capability.Require($"io_uring ({probe.Reason})", probe.Available);
        try
        {
            return new UringEngine(queueDepth);
        }
        catch (NativeIOException refused) when (refused.Error.Kind == NativeErrorKind.OutOfMemory)
        {
            // Rings that were closed give their memory back a moment later: a low limit may not hold two.
            Capability.Require($"locked memory for a ring of depth {queueDepth} ({refused.Message})", present: false);
            throw;
        }
    }
}
