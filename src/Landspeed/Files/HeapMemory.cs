using System.Runtime.InteropServices;

namespace Landspeed.Files;

/// <summary>
/// Memory of the C library's heap, given back once, by Dispose or else by its finalizer. For buffers that the system
/// only copies into: where mapping would cost more than the copy.
/// </summary>
internal sealed unsafe class HeapMemory : SafeHandle
{
    // Begins with a page: copied from the beginning of a page to 16 bytes behind one, where the heap puts long pieces,
    // bytes take eight times as long, because each load seems to wait for the store before it.
    private const int LeastAlignment = 4096;

    /// <summary>Takes it; what was in it before is still there.</summary>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="alignment">Of its beginning, bytes, a power of two; less than 4096 counts as 4096.</param>
    /// <exception cref="OutOfMemoryException">There is none.</exception>
    internal HeapMemory(int length, int alignment = LeastAlignment)
        : base(invalidHandleValue: 0, ownsHandle: true)
    {
        // Not by the allocator's own alignment: that never reuses long pieces, and new ones take a fault for each page.
        Length = length;
        alignment = Math.Max(alignment, LeastAlignment);
        SetHandle((nint)NativeMemory.Alloc((nuint)(length + (long)alignment)));
        Address = (nint)Alignment.AlignUp((long)handle, alignment);
    }

    /// <inheritdoc/>
    public override bool IsInvalid => handle == 0;

    /// <summary>Where it begins.</summary>
    internal nint Address { get; }

    /// <summary>Bytes.</summary>
    internal int Length { get; }

    /// <inheritdoc/>
    protected override bool ReleaseHandle()
    {
        NativeMemory.Free((void*)handle);
        return true;
    }
}
