using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>RandomAccess: reads and writes at offsets of a handle.</summary>
internal struct RandomAccessApi(SafeFileHandle file) : IRecordApi<RandomAccessApi>
{
    private long _offset;

    /// <inheritdoc/>
    public static RandomAccessApi Open(RecordWork work) =>
        new(File.OpenHandle(work.File.Text, FileMode.Open, work.Writes ? FileAccess.ReadWrite : FileAccess.Read));

    /// <inheritdoc/>
    public void Seek(long offset) => _offset = offset;

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length)
    {
        int read = RandomAccess.Read(file, buffer.AsSpan(start, length), _offset);
        _offset += read;
        return read;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length)
    {
        RandomAccess.Write(file, buffer.AsSpan(start, length), _offset);
        _offset += length;
    }

    /// <inheritdoc/>
    public readonly void Dispose() => file.Dispose();
}
