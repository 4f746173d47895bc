using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>The event counter that ends the wait of a <see cref="UringEngine"/>'s owner.</summary>
internal sealed class UringWaker : IEngineWaker, IDisposable
{
    private readonly IThreadCalls _calls = NativePlatform.Threads;
    private readonly SafeFileHandle _counter;

    internal UringWaker()
    {
        NativeResult made = _calls.CreateEventCounter(out SafeFileHandle? counter);
        _counter = made.Succeeded
            ? counter!
            : throw new NativeIOException("make an event counter", path: null, made.Error);
    }

    internal int Descriptor => (int)_counter.DangerousGetHandle();

    public void Wake() => _calls.SignalEventCounter(_counter);

    /// <summary>Takes back the wakes so far; only the owner.</summary>
    internal void Clear() => _calls.ClearEventCounter(_counter);

    public void Dispose() => _counter.Dispose();
}
