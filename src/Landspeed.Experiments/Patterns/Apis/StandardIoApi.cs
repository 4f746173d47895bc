using System.Runtime.InteropServices;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>The C library's fread, fwrite and fseek.</summary>
internal readonly struct StandardIoApi(FilePath path, nint stream) : IRecordApi<StandardIoApi>
{
    /// <inheritdoc/>
    public static StandardIoApi Open(RecordWork work)
    {
        FileAccessKind access = work.Writes ? FileAccessKind.ReadWrite : FileAccessKind.Read;
        NativeResult opened = NativePlatform.StandardIo.Open(work.File, access, out nint stream);
        return opened.Succeeded ? new(work.File, stream) : throw new NativeIOException("open", work.File, opened.Error);
    }

    /// <inheritdoc/>
    public void Seek(long offset) => Require(NativePlatform.StandardIo.Seek(stream, offset), "seek in");

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length) =>
        (int)Require(NativePlatform.StandardIo.Read(stream, AddressOf(buffer, start), length), "read");

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length) =>
        Require(NativePlatform.StandardIo.Write(stream, AddressOf(buffer, start), length), "write");

    /// <inheritdoc/>
    public void Dispose() => Require(NativePlatform.StandardIo.Close(stream), "close");

    // The record buffer is pinned.
    private static nint AddressOf(byte[] buffer, int start) => Marshal.UnsafeAddrOfPinnedArrayElement(buffer, start);

    private long Require(NativeResult result, string operation) =>
        result.Succeeded ? result.Raw : throw new NativeIOException(operation, path, result.Error);
}
