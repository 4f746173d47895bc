using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public sealed class UringEngineConformanceTests : WokenEngineConformance
{
    protected override EngineKind Kind => EngineKind.Uring;

    private protected override StalledRequest Stall() => StalledRequest.OnPipe();

    private protected override IIoEngine Create(int queueDepth)
    {
        UringProbe probe = UringEngine.Probe();
        Capability.Require($"io_uring ({probe.Reason})", probe.Available);
        return Ring.Make(queueDepth);
    }
}
