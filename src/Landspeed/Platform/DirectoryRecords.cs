using System.Buffers.Binary;

namespace Landspeed.Platform;

/// <summary>Walks over the records that <see cref="ITreeCalls.ReadNames"/> filled in.</summary>
/// <remarks>For one thread; allocates nothing. Source: getdents64(2); identical on all processors, in their own byte order.</remarks>
internal ref struct DirectoryRecords
{
    private readonly ReadOnlySpan<byte> _records;
    private int _next;

    /// <summary>Starts before the first record.</summary>
    /// <param name="records">As many bytes as were filled.</param>
    public DirectoryRecords(ReadOnlySpan<byte> records)
    {
        _records = records;
    }

    /// <summary>The name's bytes, without a terminating zero; valid as long as the buffer.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>What it stands for; null when the file system does not record it in directories.</summary>
    public FileKind? Kind { get; private set; }

    /// <summary>Goes to the next name that is neither <c>.</c> nor <c>..</c>.</summary>
    /// <returns>False when there is none.</returns>
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
