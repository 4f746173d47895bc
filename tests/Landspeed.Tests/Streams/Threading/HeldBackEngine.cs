using Landspeed.Engine;
using Landspeed.Testing.Simulation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Streams.Threading;

/// <summary>An engine that lets nothing complete before it is released.</summary>
internal sealed class HeldBackEngine(int queueDepth, ManualResetEventSlim gate) : IIoEngine
{
    private readonly SimulatedEngine _engine = new(new SimulationOptions { QueueDepth = queueDepth });

    public EngineDescription Description => _engine.Description;

    public int QueueDepth => _engine.QueueDepth;

    public int Outstanding => _engine.Outstanding;

    public int WorthwhileReap => 1;

    public EngineFile Attach(SafeFileHandle handle) => _engine.Attach(handle);

    public void Detach(EngineFile file) => _engine.Detach(file);

    public void AttachMemory(nint address, long length) => _engine.AttachMemory(address, length);

    public bool TryQueue(in IoRequest request) => _engine.TryQueue(request);

    public void Submit() => _engine.Submit();

    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        gate.Wait();
        return _engine.Reap(completions, minimum, deadline);
    }

    public IEngineWaker CreateWaker() => _engine.CreateWaker();

    public void Dispose() => _engine.Dispose();
}
