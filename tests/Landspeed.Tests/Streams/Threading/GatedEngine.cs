using Landspeed.Engine;

namespace Landspeed.Tests.Streams.Threading;

/// <summary>Holds back every completion of a stream until the gate is opened.</summary>
internal sealed class GatedEngine : IDisposable
{
    private readonly ManualResetEventSlim _gate = new();
    private readonly ManualResetEventSlim _reached = new();

    /// <summary>Options whose engine stops at the gate.</summary>
    internal SequentialFileOptions Behind(SequentialFileOptions options) => options with
    {
        EngineFactory = depth => new FakeEngine(depth)
        {
            Before = (name, _) =>
            {
                if (name == nameof(IIoEngine.Reap))
                {
                    _reached.Set();
                    _gate.Wait();
                }
            },
        },
    };

    /// <summary>Waits until something is in flight.</summary>
    internal void WaitUntilReached() => Assert.True(
        _reached.Wait(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken), "nothing was ever in flight");

    internal void Open() => _gate.Set();

    // The events are left to the collector: the engine's thread may still look at them.
    public void Dispose() => Open();
}
