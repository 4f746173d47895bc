using System.Diagnostics;
using Landspeed.Platform;
using Landspeed.Platform.Linux;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <summary>Files and memory registered with the ring: optimisations, each granted or refused separately.</summary>
internal sealed unsafe partial class UringEngine
{
    // The kernel's own limit for one registered buffer: 1 GiB (1,073,741,824 bytes).
    private const int BufferShift = 30;

    // The completion that reports that a detached file is no longer in use.
    private const ulong ReleaseTag = ulong.MaxValue - 1;

    // Kernels before 6.13 delay it by a second.
    private static readonly TimeSpan s_longestRelease = TimeSpan.FromSeconds(5);

    // Detached files whose completion has not been taken yet.
    private int _releasing;

    /// <summary>Takes the completions of releases out of the queue.</summary>
    /// <returns>Available completions of requests and of the waker.</returns>
    /// <remarks>Left there, they fill the queue when many files are detached, and others find no room.</remarks>
    private int Ready()
    {
        if (_releasing > 0)
        {
            _releasing -= _ring.Remove(ReleaseTag);
        }

        return _ring.Available;
    }

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

    // The kernel takes a closed ring apart later, and its files stay open until then, with their locks and their space:
    // a caller that disposes an engine and reopens the file would find it busy. Until Linux 6.12 this call waits for
    // whatever still uses a file; since then a worker that has delivered a completion may hold the request for a moment
    // more, so the files are waited for one by one. If either is refused, nothing more is done.
    private void ReleaseFiles()
    {
        if (!_filesRegistered)
        {
            return;
        }

        for (int slot = 0; slot < EngineLimits.MaximumFiles; slot++)
        {
            if (_files.Contains(new EngineFile(slot)))
            {
                _ = TryUpdateFileTable(slot, -1);
            }
        }

        _ = _ring.Register(IORING_UNREGISTER_FILES, null, 0);
        long deadline = Stopwatch.GetTimestamp() + (long)(s_longestRelease.TotalSeconds * Stopwatch.Frequency);
        Span<IoCompletion> releases = stackalloc IoCompletion[16];
        bool mayWait = true;
        while (_releasing > 0 && mayWait)
        {
            mayWait = _ring.Available > 0
                || (!Enter(1, IORING_ENTER_GETEVENTS, deadline).IsError && !Deadline.HasPassed(deadline));
            Settle(releases[.._ring.Take(releases)]);
        }
    }

    private void UpdateFileTable(int slot, int descriptor)
    {
        NativeResult result = TryUpdateFileTable(slot, descriptor);
        if (result.Failed)
        {
            throw new NativeIOException("register a file with io_uring", null, result.Error);
        }
    }

    private NativeResult TryUpdateFileTable(int slot, int descriptor)
    {
        if (!_filesRegistered)
        {
            return default;
        }

        if (!_ring.TellsReleases)
        {
            var plain = new UringFilesUpdate { Offset = (uint)slot, Data = (ulong)(nint)(&descriptor) };
            return _ring.Register(IORING_REGISTER_FILES_UPDATE, &plain, 1);
        }

        ulong tag = descriptor >= 0 ? ReleaseTag : 0;
        var update = new UringTaggedUpdate
        {
            Offset = (uint)slot, Data = (ulong)(nint)(&descriptor), Tags = (ulong)(nint)(&tag), Count = 1,
        };
        NativeResult result = _ring.Register(IORING_REGISTER_FILES_UPDATE2, &update, (uint)sizeof(UringTaggedUpdate));
        _releasing += result.Succeeded && descriptor < 0 ? 1 : 0;
        return result;
    }

    /// <summary>Index of the registered buffer that holds the whole range, or -1 if none does.</summary>
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

    // Without registration requests still work; any error other than these would be a bug of ours.
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
