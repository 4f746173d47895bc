using System.Buffers.Binary;

namespace Landspeed.Platform;

/// <summary>Enumerates the records that <see cref="ITreeCalls.ReadNames"/> filled in.</summary>
/// <remarks>
/// For use by one thread; allocates nothing. Source: getdents64(2); the same on all CPUs, in their own byte order.
/// </remarks>
internal ref struct DirectoryRecords
{
    private readonly ReadOnlySpan<byte> _records;
    private int _next;

    /// <summary>Starts before the first record.</summary>
    /// <param name="records">The bytes that were filled.</param>
    public DirectoryRecords(ReadOnlySpan<byte> records)
    {
        _records = records;
    }

    /// <summary>The name's bytes without a terminating zero; valid as long as the buffer.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>The kind of the entry, or null if the file system does not record it in directories.</summary>
    public FileKind? Kind { get; private set; }

    /// <summary>Moves to the next name other than <c>.</c> and <c>..</c>.</summary>
    /// <returns>False if there is none.</returns>
    public bool MoveNext()
    {
        while (_next < _records.Length)
        {
            ReadOnlySpan<byte> record = _records[_next..];
            int length = BitConverter.IsLittleEndian
                ? BinaryPrimitives.ReadUInt16LittleEndian(record[16..]) : BinaryPrimitives.ReadUInt16BigEndian(record[16..]);
            _next += length;
            ReadOnlySpan<byte> name = record[19..length];
            Name = name[..name.IndexOf((byte)0)];
            if (Name is [(byte)'.'] or [(byte)'.', (byte)'.'])
            {
                continue;
            }

            Kind = KindOf(record[18]);
            return true;
        }

        return false;
    }

    // DT_* of dirent.h: the type bits of the mode, shifted.
    private static FileKind? KindOf(byte type) => type switch
    {
        1 => FileKind.Fifo,
        2 => FileKind.CharacterDevice,
        4 => FileKind.Directory,
        6 => FileKind.BlockDevice,
        8 => FileKind.Regular,
        10 => FileKind.SymbolicLink,
        12 => FileKind.Socket,
        _ => null,
    };
}
