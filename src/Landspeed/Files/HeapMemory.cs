using System.Runtime.InteropServices;

namespace Landspeed.Files;

/// <summary>
/// Memory from the C library's heap, freed once, by Dispose or otherwise by its finalizer. For buffers that the system
/// only copies into, where mapping would cost more than the copy.
/// </summary>
internal sealed unsafe class HeapMemory : SafeHandle
{
    // Starts at a page: copying from the start of a page to 16 bytes after one, where the heap puts long pieces, takes
    // eight times as long, apparently because each load waits for the preceding store.
    private const int MinAlignment = 4096;

    /// <summary>Allocates memory without clearing it.</summary>
    /// <param name="length">Length in bytes, 1 or more.</param>
    /// <param name="alignment">
    /// Alignment of its start in bytes, a power of two; values below 4096 are treated as 4096.
    /// </param>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    internal HeapMemory(int length, int alignment = MinAlignment)
        : base(invalidHandleValue: 0, ownsHandle: true)
    {
        // Not through the allocator's own alignment: that never reuses long pieces, and new ones take a fault per page.
        Length = length;
        alignment = Math.Max(alignment, MinAlignment);
        SetHandle((nint)NativeMemory.Alloc((nuint)(length + (long)alignment)));
        Address = (nint)Alignment.AlignUp((long)handle, alignment);
    }

    /// <inheritdoc/>
    public override bool IsInvalid => handle == 0;

    /// <summary>Address of the first byte.</summary>
    internal nint Address { get; }

    /// <summary>Length in bytes.</summary>
    internal int Length { get; }

    /// <inheritdoc/>
    protected override bool ReleaseHandle()
    {
        NativeMemory.Free((void*)handle);
        return true;
    }
}
