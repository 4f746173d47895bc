using Landspeed.Engine;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Engine;

public sealed class SimulatedEngineConformanceTests : EngineConformance
{
    protected override EngineKind Kind => EngineKind.Synchronous;

    private protected override IIoEngine Create(int queueDepth) => new SimulatedEngine(new SimulationOptions { QueueDepth = queueDepth });
}
