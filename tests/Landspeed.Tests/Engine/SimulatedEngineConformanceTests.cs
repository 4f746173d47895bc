using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public sealed class SimulatedEngineConformanceTests : EngineConformance
{
    protected override EngineKind Kind => EngineKind.Simulated;

    protected override IIoEngine Create(int queueDepth) => new SimulatedEngine(new SimulationOptions { QueueDepth = queueDepth });
}
