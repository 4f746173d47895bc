using System.Buffers.Binary;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.PowerCuts;

/// <summary>What a <see cref="WriteRecorder"/> wrote down, in the order in which it reached the medium.</summary>
internal sealed class WriteLog : IDisposable
{
    private const int HeaderLength = 24;
    private readonly SafeFileHandle _file;

    /// <summary>Reads the order; the data stay in the file.</summary>
    internal WriteLog(string path)
    {
        _file = File.OpenHandle(path);
        long end = RandomAccess.GetLength(_file);
        Span<byte> header = stackalloc byte[HeaderLength];
        List<WriteRecord> records = [];
        for (long at = 0; at < end;)
        {
            RandomAccess.Read(_file, header, at);
            at += HeaderLength;
            var record = new WriteRecord(
                (WriteKind)BinaryPrimitives.ReadUInt32LittleEndian(header),
                BinaryPrimitives.ReadInt32LittleEndian(header[4..]),
                BinaryPrimitives.ReadInt64LittleEndian(header[8..]),
                BinaryPrimitives.ReadInt64LittleEndian(header[16..]),
                at);
            records.Add(record);
            at += record.Kind is WriteKind.Write or WriteKind.Mark ? record.Length : 0;
        }

        Records = records;
    }

    internal IReadOnlyList<WriteRecord> Records { get; }

    /// <summary>Where a mark is, as an index of <see cref="Records"/>; the first of that text.</summary>
    internal int Find(string mark) => All(mark).First();

    /// <summary>Where all marks of a text are.</summary>
    internal IReadOnlyList<int> FindAll(string mark) => [.. All(mark)];

    /// <summary>Does to an image what a record says.</summary>
    /// <param name="record">A write or a zeroed range.</param>
    /// <param name="image">Open for writing.</param>
    /// <param name="arrives">Whether the piece of a number arrives; null: all do.</param>
    /// <param name="tearSize">Bytes of a piece; pieces begin at multiples of it.</param>
    internal void Apply(in WriteRecord record, SafeFileHandle image, Func<bool>? arrives = null, int tearSize = 0)
    {
        byte[] data = new byte[record.Length];
        if (record.Kind == WriteKind.Write)
        {
            RandomAccess.Read(_file, data, record.DataOffset);
        }

        if (arrives is null || tearSize == 0)
        {
            RandomAccess.Write(image, data, record.Offset);
            return;
        }

        for (int from = 0; from < data.Length;)
        {
            int length = (int)Math.Min(data.Length - from, tearSize - ((record.Offset + from) % tearSize));
            if (arrives())
            {
                RandomAccess.Write(image, data.AsSpan(from, length), record.Offset + from);
            }

            from += length;
        }
    }

    public void Dispose() => _file.Dispose();

    private IEnumerable<int> All(string mark) => Enumerable.Range(0, Records.Count)
        .Where(at => Records[at].Kind == WriteKind.Mark && Text(Records[at]) == mark);

    private string Text(in WriteRecord mark)
    {
        byte[] text = new byte[mark.Length];
        RandomAccess.Read(_file, text, mark.DataOffset);
        return Encoding.UTF8.GetString(text);
    }
}

/// <summary>What a record is about; the numbers are those of <c>record-fuse.c</c>.</summary>
internal enum WriteKind
{
    Write = 1,
    Zero = 2,
    Flush = 3,
    Mark = 4,
}

/// <summary>One record.</summary>
/// <param name="Kind">What it is about.</param>
/// <param name="Image">The number of the image.</param>
/// <param name="Offset">In the image, bytes.</param>
/// <param name="Length">Bytes.</param>
/// <param name="DataOffset">Where in the log its data are.</param>
internal readonly record struct WriteRecord(WriteKind Kind, int Image, long Offset, long Length, long DataOffset)
{
    internal bool IsChange => Kind is WriteKind.Write or WriteKind.Zero;
}
