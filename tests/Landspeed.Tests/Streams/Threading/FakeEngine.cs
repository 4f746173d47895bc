using Landspeed.Engine;
using Landspeed.Testing.Simulation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Streams.Threading;

/// <summary>An engine that carries out nothing that its script does not want: each call can be made to fail.</summary>
internal sealed class FakeEngine(int queueDepth = 8) : IIoEngine
{
    private readonly SimulatedEngine _inner = new(new SimulationOptions { QueueDepth = queueDepth });

    /// <summary>Called before each call with its name and how often it was made before; throws what the call should.</summary>
    internal Action<string, int> Before { get; set; } = (_, _) => { };

    /// <summary>What waking does.</summary>
    internal Action OnWake { get; set; } = () => { };

    internal bool IsDisposed { get; private set; }

    private readonly Dictionary<string, int> _calls = [];

    public EngineDescription Description => _inner.Description;

    public int QueueDepth => _inner.QueueDepth;

    public int Outstanding => _inner.Outstanding;

    public int WorthwhileReap => 1;

    public EngineFile Attach(SafeFileHandle handle)
    {
        Enter(nameof(Attach));
        return _inner.Attach(handle);
    }

    public void Detach(EngineFile file) => _inner.Detach(file);

    public void AttachMemory(nint address, long length)
    {
        Enter(nameof(AttachMemory));
        _inner.AttachMemory(address, length);
    }

    public bool TryQueue(in IoRequest request)
    {
        Enter(nameof(TryQueue));
        return _inner.TryQueue(request);
    }

    public void Submit() => _inner.Submit();

    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        Enter(nameof(Reap));
        return _inner.Reap(completions, minimum, deadline);
    }

    public IEngineWaker CreateWaker()
    {
        Enter(nameof(CreateWaker));
        return new Waker(this);
    }

    public void Dispose()
    {
        Enter(nameof(Dispose));
        IsDisposed = true;
        _inner.Dispose();
    }

    private void Enter(string name)
    {
        int before = _calls.GetValueOrDefault(name);
        _calls[name] = before + 1;
        Before(name, before);
    }

    private sealed class Waker(FakeEngine owner) : IEngineWaker
    {
        public void Wake() => owner.OnWake();
    }
}
