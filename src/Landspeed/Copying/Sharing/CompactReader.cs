namespace Landspeed.Copying.Sharing;

/// <summary>Reads what <see cref="CompactWriter"/> wrote, and rejects everything else.</summary>
/// <param name="bytes">The message.</param>
internal ref struct CompactReader(ReadOnlySpan<byte> bytes)
{
    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>True if everything has been read.</summary>
    internal readonly bool IsAtEnd => _rest.IsEmpty;

    /// <summary>Reads a number.</summary>
    /// <exception cref="InvalidDataException">There is none.</exception>
    internal long Number()
    {
        long number = 0;
        for (int index = 0; index < Math.Min(9, _rest.Length); index++)
        {
            number |= (_rest[index] & 0x7FL) << (7 * index);
            if (_rest[index] < 0x80)
            {
                _rest = _rest[(index + 1)..];
                return number;
            }
        }

        throw Damaged();
    }

    /// <summary>Reads a number that counts something in memory.</summary>
    /// <exception cref="InvalidDataException">There is no number from 0 to 2,147,483,647.</exception>
    internal int Count() => Number() is var number and <= int.MaxValue ? (int)number : throw Damaged();

    /// <summary>Reads how many elements follow, each of at least one byte.</summary>
    /// <exception cref="InvalidDataException">The number is larger than possible.</exception>
    internal int Elements() => Count() is var count && count <= _rest.Length ? count : throw Damaged();

    /// <summary>Reads bytes.</summary>
    /// <exception cref="InvalidDataException">There are fewer than their count says.</exception>
    internal byte[] Bytes()
    {
        int length = Elements();
        byte[] read = _rest[..length].ToArray();
        _rest = _rest[length..];
        return read;
    }

    /// <summary>Ends reading.</summary>
    /// <exception cref="InvalidDataException">Bytes are left over.</exception>
    internal readonly void End()
    {
        if (!IsAtEnd)
        {
            throw Damaged();
        }
    }

    /// <summary>Creates the exception for a message that is not one of ours.</summary>
    internal static InvalidDataException Damaged() =>
        new("a message of another rank is damaged or of another version: start the same program on all ranks");
}
