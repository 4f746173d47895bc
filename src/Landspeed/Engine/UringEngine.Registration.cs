using Landspeed.Platform;
using Landspeed.Platform.Linux;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <summary>Files and memory registered with the ring: optimisations, each refused or granted on its own.</summary>
public sealed unsafe partial class UringEngine
{
    // The kernel's own limit for one registered buffer: 1 GiB (1,073,741,824 bytes).
    private const int BufferShift = 30;

    /// <inheritdoc/>
    public void AttachMemory(nint address, long length)
    {
        CheckUsable();
        _memory.Attach(address, length, Outstanding);
        int count = (int)(((length - 1) >> BufferShift) + 1);
        var vectors = new IoVector[count];
        for (int index = 0; index < count; index++)
        {
            long start = (long)index << BufferShift;
            vectors[index].Address = address + (nint)start;
            vectors[index].Length = (nuint)Math.Min(length - start, 1L << BufferShift);
        }

        fixed (IoVector* first = vectors)
        {
            NativeResult result = _ring.Register(IORING_REGISTER_BUFFERS, first, (uint)count);
            _memoryRegistered = result.Succeeded;
            Note("registered buffers", result);
        }
    }

    private void RegisterFileTable()
    {
        Span<int> empty = stackalloc int[EngineLimits.MaximumFiles];
        empty.Fill(-1);
        fixed (int* first = empty)
        {
            NativeResult result = _ring.Register(IORING_REGISTER_FILES, first, (uint)empty.Length);
            _filesRegistered = result.Succeeded;
            Note("registered files", result);
        }
    }

    // The kernel takes a closed ring apart later, and the files in it stay open until then, with their locks: a caller that
    // disposes an engine and reopens the file would find it busy. Where this is refused, so it stays.
    private void UnregisterFileTable()
    {
        if (_filesRegistered)
        {
            _ = _ring.Register(IORING_UNREGISTER_FILES, null, 0);
        }
    }

    private void UpdateFileTable(int slot, int descriptor)
    {
        if (!_filesRegistered)
        {
            return;
        }

        var update = new UringFilesUpdate { Offset = (uint)slot, Data = (ulong)(nint)(&descriptor) };
        NativeResult result = _ring.Register(IORING_REGISTER_FILES_UPDATE, &update, 1);
        if (result.Failed)
        {
            throw new NativeIOException("register a file with io_uring", null, result.Error);
        }
    }

    /// <summary>Index of the registered buffer that holds a range whole; -1: none.</summary>
    private int RegisteredBuffer(nint address, int length)
    {
        if (!_memoryRegistered || !_memory.Contains(address, length))
        {
            return -1;
        }

        long start = address - _memory.Address;
        long buffer = start >> BufferShift;
        return buffer == (start + length - 1) >> BufferShift ? (int)buffer : -1;
    }

    // Without registration requests work all the same; anything but these codes would be a bug of ours.
    private void Note(string feature, NativeResult result)
    {
        if (result.Succeeded)
        {
            _features.Add(feature);
            return;
        }

        _missing.Add(result.Error.Kind switch
        {
            NativeErrorKind.OutOfMemory =>
                $"{feature}: above the limit on locked memory ({result.Error.Name}); raise it with ulimit -l",
            NativeErrorKind.TooManyFiles =>
                $"{feature}: above the limit on open files ({result.Error.Name}); raise it with ulimit -n",
            NativeErrorKind.NotPermitted or NativeErrorKind.AccessDenied or NativeErrorKind.NotSupported
                or NativeErrorKind.InvalidArgument => $"{feature}: refused by the kernel ({result.Error.Name})",
            _ => throw new NativeIOException($"register with io_uring ({feature})", null, result.Error),
        });
    }
}
