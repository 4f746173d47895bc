using Landspeed.Engine;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Scheduling;

/// <summary>An engine that breaks when the third completion is asked for; nothing is in flight then.</summary>
internal sealed class BreakingEngine(IIoEngine engine, Exception failure) : IIoEngine
{
    private readonly IoCompletion[] _completions = new IoCompletion[engine.QueueDepth];
    private int _reaps;

    public EngineDescription Description => engine.Description;

    public int QueueDepth => engine.QueueDepth;

    public int Outstanding => engine.Outstanding;

    public int WorthwhileReap => engine.WorthwhileReap;

    public EngineFile Attach(SafeFileHandle handle) => engine.Attach(handle);

    public void Detach(EngineFile file) => engine.Detach(file);

    public void AttachMemory(nint address, long length) => engine.AttachMemory(address, length);

    public bool TryQueue(in IoRequest request) => engine.TryQueue(request);

    public void Submit() => engine.Submit();

    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        if (++_reaps < 3)
        {
            return engine.Reap(completions, minimum, deadline);
        }

        while (engine.Outstanding > 0)
        {
            engine.Reap(_completions, 1);
        }

        throw failure;
    }

    public IEngineWaker CreateWaker() => engine.CreateWaker();

    public void Dispose() => engine.Dispose();
}
