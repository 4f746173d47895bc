using System.IO.MemoryMappedFiles;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>MemoryMappedFile with the accessor of its view.</summary>
internal struct MappedFileApi(MemoryMappedFile map, MemoryMappedViewAccessor view) : IRecordApi<MappedFileApi>
{
    private long _offset;

    /// <inheritdoc/>
    public static MappedFileApi Open(RecordWork work)
    {
        MemoryMappedFileAccess access = work.Writes ? MemoryMappedFileAccess.ReadWrite : MemoryMappedFileAccess.Read;
        var map = MemoryMappedFile.CreateFromFile(work.File.Text, FileMode.Open, null, 0, access);
        try
        {
            return new MappedFileApi(map, map.CreateViewAccessor(0, work.FileLength, access));
        }
        catch
        {
            map.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Seek(long offset) => _offset = offset;

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length)
    {
        int read = view.ReadArray(_offset, buffer, start, length);
        _offset += read;
        return read;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length)
    {
        view.WriteArray(_offset, buffer, start, length);
        _offset += length;
    }

    /// <inheritdoc/>
    public readonly void Dispose()
    {
        view.Dispose();
        map.Dispose();
    }
}
