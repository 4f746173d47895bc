using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public sealed class ThreadEngineConformanceTests : EngineConformance
{
    protected override EngineKind Kind => EngineKind.Threads;

    protected override IIoEngine Create(int queueDepth) => new ThreadEngine(queueDepth);
}
