using System.Runtime.InteropServices;
using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>An anonymous mapping, unmapped once, by Dispose or otherwise by its finalizer.</summary>
internal sealed class MappedMemory : SafeHandle
{
    private MappedMemory(nint address, long length)
        : base(invalidHandleValue: 0, ownsHandle: true)
    {
        Length = length;
        SetHandle(address);
    }

    /// <inheritdoc/>
    public override bool IsInvalid => handle == 0;

    internal nint Address => handle;

    internal long Length { get; }

    /// <summary>Maps memory whose start has a larger alignment than a page.</summary>
    /// <param name="length">Bytes, a multiple of the page size.</param>
    /// <param name="alignment">A power of two, the page size or more.</param>
    internal static MappedMemory Map(long length, long alignment)
    {
        IMemoryCalls memory = NativePlatform.Memory;
        long slack = alignment - memory.PageSize;
        NativeResult mapped = memory.MapAnonymous(length + slack, out nint start);
        if (mapped.Failed)
        {
            throw new NativeIOException(
                "map I/O memory", path: null, mapped.Error, length: length, hint: "Use fewer or smaller buffers.");
        }

        // Example: 2 MiB wanted at a multiple of 2 MiB and mapped at 5 MiB: the part up to 6 MiB and the part from 8
        // MiB are unmapped.
        nint address = (nint)Alignment.AlignUp(start, alignment);
        long head = address - start;
        GiveBack(start, head);
        GiveBack(address + (nint)length, slack - head);
        return new MappedMemory(address, length);
    }

    /// <inheritdoc/>
    protected override bool ReleaseHandle() => NativePlatform.Memory.Unmap(handle, Length).Succeeded;

    private static void GiveBack(nint address, long length)
    {
        if (length > 0)
        {
            NativePlatform.Memory.Unmap(address, length);
        }
    }
}
