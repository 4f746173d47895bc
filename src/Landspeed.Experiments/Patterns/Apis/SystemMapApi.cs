using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>The system's own mapping (mmap), copied from and to by address.</summary>
internal unsafe struct SystemMapApi(byte* map, long mapLength) : IRecordApi<SystemMapApi>
{
    private long _offset;

    /// <inheritdoc/>
    public static SystemMapApi Open(RecordWork work)
    {
        using StorageFile file = StorageFile.Open(work.File, new StorageFileOptions
        {
            Access = work.Writes ? FileAccessKind.ReadWrite : FileAccessKind.Read,
        });
        NativeResult mapped = work.Writes
            ? NativePlatform.Memory.MapFileForWriting(file.Handle, 0, work.FileLength, out nint address)
            : NativePlatform.Memory.MapFile(file.Handle, 0, work.FileLength, out address);
        return mapped.Succeeded
            ? new SystemMapApi((byte*)address, work.FileLength)
            : throw new NativeIOException("map", work.File, mapped.Error, length: work.FileLength);
    }

    /// <inheritdoc/>
    public void Seek(long offset) => _offset = offset;

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length)
    {
        new ReadOnlySpan<byte>(map + _offset, length).CopyTo(buffer.AsSpan(start));
        _offset += length;
        return length;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length)
    {
        buffer.AsSpan(start, length).CopyTo(new Span<byte>(map + _offset, length));
        _offset += length;
    }

    /// <inheritdoc/>
    public readonly void Dispose() => NativePlatform.Memory.Unmap((nint)map, mapLength);
}
