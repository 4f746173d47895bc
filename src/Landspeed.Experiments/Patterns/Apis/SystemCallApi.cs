using System.Runtime.InteropServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>The system's own read and write, at offsets (pread, pwrite).</summary>
internal struct SystemCallApi(StorageFile file, WholeTransfer transfer) : IRecordApi<SystemCallApi>
{
    private long _offset;

    /// <inheritdoc/>
    public static SystemCallApi Open(RecordWork work)
    {
        StorageFile file = StorageFile.Open(work.File, new StorageFileOptions
        {
            Access = work.Writes ? FileAccessKind.ReadWrite : FileAccessKind.Read,
        });
        return new SystemCallApi(file, new WholeTransfer(file.Handle, file.Path));
    }

    /// <inheritdoc/>
    public void Seek(long offset) => _offset = offset;

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length)
    {
        int done = transfer.Read(AddressOf(buffer, start), length, _offset);
        _offset += done;
        return done;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length)
    {
        transfer.Write(AddressOf(buffer, start), length, _offset);
        _offset += length;
    }

    /// <inheritdoc/>
    public readonly void Dispose() => file.Dispose();

    // The record buffer is pinned.
    private static nint AddressOf(byte[] buffer, int start) => Marshal.UnsafeAddrOfPinnedArrayElement(buffer, start);
}
