namespace Landspeed.Hashing;

/// <summary>Reads the lines of a stream one by one in a buffer that never grows.</summary>
internal sealed class ManifestLines
{
    private readonly byte[] _buffer = new byte[ChecksumManifest.LongestLine + 1];
    private readonly Stream _source;
    private int _start;
    private int _end;
    private int _first;
    private int _length;
    private bool _isAtEnd;

    internal ManifestLines(Stream source) => _source = source;

    /// <summary>The current line's number, from 1.</summary>
    internal long Number { get; private set; }

    /// <summary>True if the current line is longer than the buffer; the excess was dropped.</summary>
    internal bool IsTooLong { get; private set; }

    /// <summary>The current line without its newline; valid until the next one.</summary>
    internal ReadOnlySpan<byte> Current => _buffer.AsSpan(_first, _length);

    /// <summary>Moves to the next line.</summary>
    /// <returns>False at the end. A last line without a newline counts as a line.</returns>
    internal bool MoveNext()
    {
        IsTooLong = false;
        _length = 0;
        int scanned = 0;
        while (true)
        {
            int newline = _buffer.AsSpan(_start + scanned, _end - _start - scanned).IndexOf((byte)'\n');
            if (newline >= 0)
            {
                Take(scanned + newline, newlineLength: 1);
                return true;
            }

            scanned = _end - _start;
            if (_isAtEnd)
            {
                bool isLine = scanned > 0 || IsTooLong;
                if (isLine)
                {
                    Take(scanned, newlineLength: 0);
                }

                return isLine;
            }

            if (scanned == _buffer.Length)
            {
                IsTooLong = true;
                _start = _end = scanned = 0;
            }

            Fill();
        }
    }

    private void Take(int length, int newlineLength)
    {
        _first = _start;
        _length = IsTooLong ? 0 : length;
        _start += length + newlineLength;
        Number++;
    }

    private void Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        int count = _source.Read(_buffer, _end, _buffer.Length - _end);
        _isAtEnd = count == 0;
        _end += count;
    }
}
