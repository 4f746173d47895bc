using System.Runtime.InteropServices;

namespace Landspeed.Files;

/// <summary>
/// Memory of the C library's heap, given back once, by Dispose or else by its finalizer. For buffers that the system
/// only copies into: where mapping would cost more than the copy.
/// </summary>
internal sealed unsafe class HeapMemory : SafeHandle
{
    /// <summary>Takes it; what was in it before is still there.</summary>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <exception cref="OutOfMemoryException">There is none.</exception>
    internal HeapMemory(int length)
        : base(invalidHandleValue: 0, ownsHandle: true)
    {
        Length = length;
        SetHandle((nint)NativeMemory.Alloc((nuint)length));
    }

    /// <inheritdoc/>
    public override bool IsInvalid => handle == 0;

    /// <summary>Where it begins.</summary>
    internal nint Address => handle;

    /// <summary>Bytes.</summary>
    internal int Length { get; }

    /// <inheritdoc/>
    protected override bool ReleaseHandle()
    {
        NativeMemory.Free((void*)handle);
        return true;
    }
}
