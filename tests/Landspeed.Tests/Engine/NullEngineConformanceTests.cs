using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public sealed class NullEngineConformanceTests : ContractConformance
{
    protected override EngineKind Kind => EngineKind.Synchronous;

    private protected override IIoEngine Create(int queueDepth) => new NullEngine(queueDepth);
}

public sealed class CopyingEngineConformanceTests : ContractConformance
{
    protected override EngineKind Kind => EngineKind.Synchronous;

    private protected override IIoEngine Create(int queueDepth)
    {
        var memory = new NativeBuffer(1 << 20);
        return new NullEngine(queueDepth, new CopiedMemory(memory.Address, memory.Length, memory));
    }
}
