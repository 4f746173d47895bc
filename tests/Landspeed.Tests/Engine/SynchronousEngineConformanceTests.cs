using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public sealed class SynchronousEngineConformanceTests : EngineConformance
{
    protected override EngineKind Kind => EngineKind.Synchronous;

    protected override int LargestDepth => 1;

    private protected override IIoEngine Create(int queueDepth) => new SynchronousEngine();
}
