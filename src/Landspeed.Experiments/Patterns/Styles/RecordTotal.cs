namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>
/// What every reading style computes from the data, however it is divided: the number of lines, and the sum of their
/// characters without line ends.
/// </summary>
internal struct RecordTotal
{
    private const byte CarriageReturn = (byte)'\r';
    private const byte LineFeed = (byte)'\n';

    private bool _isWithinLine;
    private long _ended;
    private long _sum;

    /// <summary>Number of lines, including a last one without a line end.</summary>
    internal readonly long Records => _ended + (_isWithinLine ? 1 : 0);

    /// <summary>Sum of all bytes except CR and LF.</summary>
    internal readonly long Sum => _sum;

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

    /// <summary>Adds the next line, whose characters do not include its end.</summary>
    internal void AddLine(ReadOnlySpan<char> line)
    {
        _ended++;
        _sum += CharacterSum.Of(line);
    }

    /// <summary>Adds the next line, whose bytes do not include its line feed.</summary>
    internal void AddLine(ReadOnlySpan<byte> line)
    {
        _ended++;
        _sum += CharacterSum.Of(line) - (line.EndsWith("\r"u8) ? CarriageReturn : 0);
    }

    /// <summary>Adds the next record that is not a line.</summary>
    /// <param name="sum">Sum of all its bytes.</param>
    internal void AddRecord(long sum)
    {
        _ended++;
        _sum += sum;
    }

    /// <summary>Tells whether two readers found the same.</summary>
    internal readonly bool Agrees(RecordTotal other) => Records == other.Records && Sum == other.Sum;
}
