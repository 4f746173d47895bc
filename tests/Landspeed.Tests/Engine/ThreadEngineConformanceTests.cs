using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public sealed class ThreadEngineConformanceTests : WokenEngineConformance
{
    protected override EngineKind Kind => EngineKind.Threads;

    private protected override StalledRequest Stall() => StalledRequest.OnFrozenVolume();

    private protected override IIoEngine Create(int queueDepth) => new ThreadEngine(queueDepth);
}
