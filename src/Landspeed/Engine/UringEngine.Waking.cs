using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <content>
/// Wake-ups: a poll on an event counter is kept in the ring, so that writing to the counter adds a completion. A poll
/// owns no memory, so closing the ring ends it.
/// </content>
internal sealed unsafe partial class UringEngine
{
    private const ulong WakerTag = ulong.MaxValue;

    private UringWaker? _waker;
    private bool _armed;

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">No descriptor is left for the counter; nothing changed.</exception>
    public IEngineWaker CreateWaker()
    {
        CheckUsable();
        RequestChecks.Waker(_waker is not null, Outstanding);
        return _waker = new UringWaker();
    }

    private void ArmWaker()
    {
        if (_waker is null || _armed)
        {
            return;
        }

        // The queue has room for requests only, so they go first.
        Submit();
        UringSubmission* submission = _ring.NextSubmission();
        submission->UserData = WakerTag;
        submission->Opcode = IORING_OP_POLL_ADD;
        submission->File = _waker.Descriptor;
        submission->OperationFlags = POLLIN;
        _armed = true;
        Submit();
    }

    private void Rearm()
    {
        _waker!.Clear();
        _armed = false;
    }
}

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

    /// <summary>Clears the wakes so far; for the owner only.</summary>
    internal void Clear() => _calls.ClearEventCounter(_counter);

    public void Dispose() => _counter.Dispose();
}
