using System.Runtime.InteropServices;

namespace Landspeed.Streams.Threading;

/// <summary>
/// Keeps a stream's dependencies from garbage collection until it is disposed. A forgotten stream becomes garbage
/// together with its memory, its file and its thread: their finalizers would unmap, close and end them while the
/// stream's own finalizer still has bytes to write.
/// </summary>
/// <remarks>The kept object must not refer to the stream, which could then never be finalized.</remarks>
internal struct Keeping
{
    private GCHandle _handle;

    /// <summary>Starts keeping an object.</summary>
    internal void Begin(object kept) => _handle = GCHandle.Alloc(kept);

    /// <summary>Stops keeping it; does nothing if it has not started.</summary>
    internal void End()
    {
        if (_handle.IsAllocated)
        {
            _handle.Free();
        }
    }
}
