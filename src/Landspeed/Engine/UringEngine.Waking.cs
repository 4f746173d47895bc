using Landspeed.Platform;
using Landspeed.Platform.Linux;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <content>
/// Being woken: a poll on an event counter is kept in the ring, so that writing to the counter is one completion more.
/// A poll owns no memory: closing the ring ends it.
/// </content>
public sealed unsafe partial class UringEngine
{
    private const ulong WakerTag = ulong.MaxValue;

    private UringWaker? _waker;
    private bool _armed;

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">No descriptor is left for it; nothing changed.</exception>
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

        // The queue has places for requests only: they go first.
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
