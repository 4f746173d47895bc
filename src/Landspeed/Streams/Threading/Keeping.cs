using System.Runtime.InteropServices;

namespace Landspeed.Streams.Threading;

/// <summary>
/// Keeps what a stream stands on from the collector until it is disposed. A forgotten stream becomes garbage together
/// with its memory, its file and its thread: their finalizers would unmap, close and end them while the stream's own
/// finalizer has bytes to write.
/// </summary>
/// <remarks>What is kept must not refer to the stream, which would never be found forgotten then.</remarks>
internal struct Keeping
{
    private GCHandle _handle;

    /// <summary>From now on.</summary>
    internal void Begin(object kept) => _handle = GCHandle.Alloc(kept);

    /// <summary>No longer; nothing where it has not begun.</summary>
    internal void End()
    {
        if (_handle.IsAllocated)
        {
            _handle.Free();
        }
    }
}
