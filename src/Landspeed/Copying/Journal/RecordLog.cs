using System.Buffers.Binary;
using Landspeed.Engine;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Journal;

/// <summary>
/// An append-only file of records, each with its length, its kind and a checksum over both and the content.
/// </summary>
/// <param name="bytes">The file; owned by the caller.</param>
/// <remarks>
/// For use by one thread. Each record is one write, so that a killed process leaves complete records.
/// </remarks>
internal sealed class RecordLog(WholeTransfer bytes)
{
    private const int HeadLength = 8;
    private const int CheckLength = 8;
    private const int LongestRecord = 1 << 20;

    private long _end;

    /// <summary>Bytes of a record in addition to its content.</summary>
    internal const int Overhead = HeadLength + CheckLength;

    /// <summary>Maximum length of a record's content: 1 MiB.</summary>
    internal const int LongestPayload = LongestRecord;

    /// <summary>Total length of the complete records; bytes behind them belong to an incomplete one.</summary>
    internal long Length => _end;

    /// <summary>Appends a record.</summary>
    /// <exception cref="NativeIOException">It cannot be written.</exception>
    internal void Append(int kind, ReadOnlySpan<byte> payload)
    {
        byte[] record = new byte[HeadLength + payload.Length + CheckLength];
        BinaryPrimitives.WriteInt32LittleEndian(record, payload.Length);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(4), kind);
        payload.CopyTo(record.AsSpan(HeadLength));
        int checkedLength = HeadLength + payload.Length;
        BinaryPrimitives.WriteUInt64LittleEndian(
            record.AsSpan(checkedLength), Xxh3.Hash64(record.AsSpan(0, checkedLength)));
        bytes.Write(record, _end);
        _end += record.Length;
    }

    /// <summary>Reads all records; later records are appended after them.</summary>
    /// <param name="found">Called with kind and content of each record.</param>
    /// <returns>How the file ends.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal LogEnd Read(LogRecord found)
    {
        byte[] head = new byte[HeadLength];
        while (true)
        {
            int headRead = bytes.Read(head, _end);
            if (headRead < head.Length)
            {
                return headRead == 0 ? LogEnd.Whole : LogEnd.Torn;
            }

            int length = BinaryPrimitives.ReadInt32LittleEndian(head);
            if (length is < 0 or > LongestRecord)
            {
                return LogEnd.Damaged;
            }

            byte[] record = new byte[HeadLength + length + CheckLength];
            int read = bytes.Read(record, _end);
            if (read < record.Length
                || Xxh3.Hash64(record.AsSpan(0, HeadLength + length))
                    != BinaryPrimitives.ReadUInt64LittleEndian(record.AsSpan(HeadLength + length)))
            {
                return read < record.Length || IsZero(record) ? LogEnd.Torn : LogEnd.Damaged;
            }

            found(BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(4)), record.AsSpan(HeadLength, length));
            _end += record.Length;
        }
    }

    /// <summary>Length of the time that <see cref="WriteTime"/> writes: 16 bytes.</summary>
    internal const int TimeLength = 16;

    /// <summary>Writes a time into a record.</summary>
    /// <param name="record">Destination.</param>
    /// <param name="time">The time, or null if the file system keeps none.</param>
    internal static void WriteTime(Span<byte> record, FileTime? time)
    {
        BinaryPrimitives.WriteInt64LittleEndian(record, time?.Seconds ?? 0);
        BinaryPrimitives.WriteInt64LittleEndian(record[8..], time?.Nanoseconds ?? -1); // no time: -1 nanoseconds
    }

    /// <summary>Reads a time written by <see cref="WriteTime"/>.</summary>
    internal static FileTime? ReadTime(ReadOnlySpan<byte> record)
    {
        long nanoseconds = BinaryPrimitives.ReadInt64LittleEndian(record[8..]);
        return nanoseconds is < 0 or > 999_999_999 ? null
            : new FileTime(BinaryPrimitives.ReadInt64LittleEndian(record), (int)nanoseconds);
    }

    // After a power failure the file may have its length but not its content.
    private static bool IsZero(ReadOnlySpan<byte> record) => record.IndexOfAnyExcept((byte)0) < 0;
}

/// <summary>Receives a record of a <see cref="RecordLog"/>.</summary>
/// <param name="kind">Its kind.</param>
/// <param name="payload">Its content; valid during the call.</param>
internal delegate void LogRecord(int kind, ReadOnlySpan<byte> payload);

/// <summary>How a file of records ends.</summary>
internal enum LogEnd
{
    /// <summary>With a complete record.</summary>
    Whole,

    /// <summary>With part of a record, because the process or machine stopped while writing it.</summary>
    Torn,

    /// <summary>With a record that was changed.</summary>
    Damaged,
}
