using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.Simulation;

/// <summary>The system's calls, with transfers and changes of the length as a test wants them.</summary>
internal sealed class FaultyFileCalls : IFileCalls
{
    private readonly IFileCalls _calls = NativePlatform.Files;

    /// <summary>Before each read: a result in its place, or null; may shorten it.</summary>
    internal Func<int, (NativeResult? Result, int Length)> OnRead { get; set; } = length => (null, length);

    /// <summary>Before each read, by its offset: a result in its place, or null.</summary>
    internal Func<long, NativeResult?> OnReadAt { get; set; } = _ => null;

    /// <summary>Before each write: a result in its place, or null; may shorten it.</summary>
    internal Func<int, (NativeResult? Result, int Length)> OnWrite { get; set; } = length => (null, length);

    /// <summary>Before the length is set: a result in its place, or null.</summary>
    internal Func<NativeResult?> OnSetLength { get; set; } = () => null;

    internal static NativeResult Error(NativeErrorKind kind) => NativeResult.Failure(NativeError.Of(kind));

    public NativeResult Read(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags)
    {
        (NativeResult? result, int part) = OnRead(length);
        return OnReadAt(offset) ?? result ?? _calls.Read(handle, address, part, offset, flags);
    }

    public NativeResult Write(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags)
    {
        (NativeResult? result, int part) = OnWrite(length);
        return result ?? _calls.Write(handle, address, part, offset, flags);
    }

    public NativeResult SetLength(SafeFileHandle handle, long length) =>
        OnSetLength() ?? _calls.SetLength(handle, length);

    public NativeResult Open(
        FilePath path,
        FileAccessKind access,
        FileCreation creation,
        out SafeFileHandle? handle,
        UnixFileMode? permissions = null) => _calls.Open(path, access, creation, out handle, permissions);

    public NativeResult EnableDirect(SafeFileHandle handle) => _calls.EnableDirect(handle);

    public NativeResult DisableDirect(SafeFileHandle handle) => _calls.DisableDirect(handle);

    public NativeResult FlushData(SafeFileHandle handle) => _calls.FlushData(handle);

    public NativeResult FlushAll(SafeFileHandle handle) => _calls.FlushAll(handle);

    public NativeResult FlushFileSystem(SafeFileHandle handle) => _calls.FlushFileSystem(handle);

    public NativeResult Reserve(SafeFileHandle handle, long offset, long length, SpaceReservation reservation) =>
        _calls.Reserve(handle, offset, length, reservation);

    public NativeResult PunchHole(SafeFileHandle handle, long offset, long length) =>
        _calls.PunchHole(handle, offset, length);

    public NativeResult TryLock(SafeFileHandle handle, FileLockKind kind) => _calls.TryLock(handle, kind);

    public NativeResult Unlock(SafeFileHandle handle) => _calls.Unlock(handle);

    public NativeResult Advise(SafeFileHandle handle, long offset, long length, AccessAdvice advice) =>
        _calls.Advise(handle, offset, length, advice);

    public NativeResult Status(SafeFileHandle handle, out FileStatus status, bool asksServer = false) =>
        _calls.Status(handle, out status, asksServer);

    public NativeResult StatusOf(FilePath path, out FileStatus status) => _calls.StatusOf(path, out status);

    public NativeResult Volume(SafeFileHandle handle, out VolumeStatus status) => _calls.Volume(handle, out status);

    public NativeResult Extents(SafeFileHandle handle, long start, Span<NativeExtent> extents, ExtentQuery query) =>
        _calls.Extents(handle, start, extents, query);

    public NativeResult VolumeExtents(SafeFileHandle handle, in NativeVolumeExtent after, Span<NativeVolumeExtent> extents) =>
        _calls.VolumeExtents(handle, after, extents);

    public NativeResult CachedPages(SafeFileHandle handle, long offset, long length, out CachedPageCounts counts) =>
        _calls.CachedPages(handle, offset, length, out counts);

    public NativeResult UnreadBytes(SafeFileHandle pipe) => _calls.UnreadBytes(pipe);

    public NativeResult Remove(FilePath path) => _calls.Remove(path);
}
