namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>
/// What every reading style computes of what it read, however it is cut: how many lines, and the sum of their characters
/// without line ends.
/// </summary>
internal struct RecordTotal
{
    private const byte CarriageReturn = (byte)'\r';
    private const byte LineFeed = (byte)'\n';

    private bool _isWithinLine;
    private long _ended;
    private long _sum;

    /// <summary>Lines, also a last one that nothing ends.</summary>
    internal readonly long Records => _ended + (_isWithinLine ? 1 : 0);

    /// <summary>Sum of all bytes but CR and LF.</summary>
    internal readonly long Sum => _sum;

    /// <summary>Adds the next byte.</summary>
    internal void Add(byte value)
    {
        if (value == LineFeed)
        {
            _ended++;
        }
        else if (value != CarriageReturn)
        {
            _sum += value;
        }

        _isWithinLine = value != LineFeed;
    }

    /// <summary>Adds the next bytes.</summary>
    internal void Add(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            return;
        }

        long lines = bytes.Count(LineFeed);
        _ended += lines;
        _sum += CharacterSum.Of(bytes) - (lines * LineFeed) - ((long)bytes.Count(CarriageReturn) * CarriageReturn);
        _isWithinLine = bytes[^1] != LineFeed;
    }

    /// <summary>Adds the next characters.</summary>
    internal void Add(ReadOnlySpan<char> characters)
    {
        if (characters.IsEmpty)
        {
            return;
        }

        long lines = characters.Count('\n');
        _ended += lines;
        _sum += CharacterSum.Of(characters) - (lines * '\n') - ((long)characters.Count('\r') * '\r');
        _isWithinLine = characters[^1] != '\n';
    }

    /// <summary>Adds the next line, whose end is not among its characters.</summary>
    internal void AddLine(ReadOnlySpan<char> line)
    {
        _ended++;
        _sum += CharacterSum.Of(line);
    }

    /// <summary>Adds the next line, whose line feed is not among its bytes.</summary>
    internal void AddLine(ReadOnlySpan<byte> line)
    {
        _ended++;
        _sum += CharacterSum.Of(line) - (line.EndsWith("\r"u8) ? CarriageReturn : 0);
    }

    /// <summary>Adds the next record that is no line.</summary>
    /// <param name="sum">Of all its bytes.</param>
    internal void AddRecord(long sum)
    {
        _ended++;
        _sum += sum;
    }

    /// <summary>Whether two readers found the same.</summary>
    internal readonly bool Agrees(RecordTotal other) => Records == other.Records && Sum == other.Sum;
}
