using System.Runtime.InteropServices;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>The system's own read and write, at offsets (pread, pwrite).</summary>
internal struct SystemCallApi(StorageFile file) : IRecordApi<SystemCallApi>
{
    private long _offset;

    /// <inheritdoc/>
    public static SystemCallApi Open(RecordWork work) => new(StorageFile.Open(work.File, new StorageFileOptions
    {
        Access = work.Writes ? FileAccessKind.ReadWrite : FileAccessKind.Read,
    }));

    /// <inheritdoc/>
    public void Seek(long offset) => _offset = offset;

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length)
    {
        int done = 0;
        for (long read = 1; done < length && read > 0; done += (int)read)
        {
            read = Require(NativePlatform.Files.Read(
                file.Handle, AddressOf(buffer, start + done), length - done, _offset + done, TransferFlags.None), "read");
        }

        _offset += done;
        return done;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length)
    {
        for (int done = 0; done < length;)
        {
            done += (int)Require(NativePlatform.Files.Write(
                file.Handle, AddressOf(buffer, start + done), length - done, _offset + done, TransferFlags.None), "write");
        }

        _offset += length;
    }

    /// <inheritdoc/>
    public readonly void Dispose() => file.Dispose();

    // The record buffer is pinned.
    private static nint AddressOf(byte[] buffer, int start) => Marshal.UnsafeAddrOfPinnedArrayElement(buffer, start);

    private readonly long Require(NativeResult result, string operation) =>
        result.Succeeded ? result.Raw : throw new NativeIOException(operation, file.Path, result.Error);
}
