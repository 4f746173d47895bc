using System.Buffers.Binary;
using Landspeed.Engine;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Journal;

/// <summary>An append-only file of records: each carries its length, its kind and a checksum over all three.</summary>
/// <param name="bytes">The file, which is the caller's.</param>
/// <remarks>For one thread. One write a record, so that a process that is killed leaves whole records.</remarks>
internal sealed class RecordLog(WholeTransfer bytes)
{
    private const int HeadLength = 8;
    private const int CheckLength = 8;
    private const int LongestRecord = 1 << 20;

    private long _end;

    /// <summary>Bytes that a record takes beside what it says.</summary>
    internal const int Overhead = HeadLength + CheckLength;

    /// <summary>Longest part of a record that says something: 1 MiB.</summary>
    internal const int LongestPayload = LongestRecord;

    /// <summary>Bytes of the file that are whole records: what lies behind them is of one that was torn.</summary>
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

    /// <summary>Reads all records, and appends behind them from then on.</summary>
    /// <param name="found">Receives kind and payload of each.</param>
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

    /// <summary>Bytes that <see cref="WriteTime"/> fills: 16.</summary>
    internal const int TimeLength = 16;

    /// <summary>Writes a moment into a record.</summary>
    /// <param name="record">Room for it.</param>
    /// <param name="time">Null: the file system keeps none.</param>
    internal static void WriteTime(Span<byte> record, FileTime? time)
    {
        BinaryPrimitives.WriteInt64LittleEndian(record, time?.Seconds ?? 0);
        BinaryPrimitives.WriteInt64LittleEndian(record[8..], time?.Nanoseconds ?? -1); // no time: -1 nanoseconds
    }

    /// <summary>Reads what <see cref="WriteTime"/> wrote.</summary>
    internal static FileTime? ReadTime(ReadOnlySpan<byte> record)
    {
        long nanoseconds = BinaryPrimitives.ReadInt64LittleEndian(record[8..]);
        return nanoseconds is < 0 or > 999_999_999 ? null
            : new FileTime(BinaryPrimitives.ReadInt64LittleEndian(record), (int)nanoseconds);
    }

    // A machine that lost its power may have kept the file's length and lost what was in it.
    private static bool IsZero(ReadOnlySpan<byte> record) => record.IndexOfAnyExcept((byte)0) < 0;
}

/// <summary>Receives a record of a <see cref="RecordLog"/>.</summary>
/// <param name="kind">Its kind.</param>
/// <param name="payload">What it says; valid during the call.</param>
internal delegate void LogRecord(int kind, ReadOnlySpan<byte> payload);

/// <summary>How a file of records ends.</summary>
internal enum LogEnd
{
    /// <summary>With a whole record.</summary>
    Whole,

    /// <summary>With a part of one, as of a process or a machine that ended while it was written.</summary>
    Torn,

    /// <summary>With one that somebody or something changed.</summary>
    Damaged,
}
