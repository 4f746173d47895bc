namespace Landspeed.Experiments.Processing;

/// <summary>
/// Reads a stream line by line through one buffer, like StreamReader, but bytes instead of characters.
/// </summary>
/// <remarks>For use by one thread. A line that is longer than the buffer makes it grow.</remarks>
internal sealed class LineReader(Stream source, int bufferSize)
{
    private byte[] _buffer = new byte[bufferSize];
    private int _start;
    private int _end;
    private bool _isExhausted;

    /// <summary>Reads the next line.</summary>
    /// <param name="line">Its bytes without the LF, which may be changed; valid until the next call.</param>
    /// <param name="isEnded">Whether LF followed; may be false for the last line.</param>
    /// <returns>False at the end of the file.</returns>
    internal bool TryRead(out Span<byte> line, out bool isEnded)
    {
        int searched = 0;
        while (true)
        {
            int found = _buffer.AsSpan(_start + searched, _end - _start - searched).IndexOf(LineWork.LineEnd);
            if (found >= 0)
            {
                int length = searched + found;
                line = _buffer.AsSpan(_start, length);
                _start += length + 1;
                isEnded = true;
                return true;
            }

            searched = _end - _start;
            if (!Fill())
            {
                line = _buffer.AsSpan(_start, searched);
                _start = _end;
                isEnded = false;
                return searched > 0;
            }
        }
    }

    private bool Fill()
    {
        if (_isExhausted)
        {
            return false;
        }

        int kept = _end - _start;
        _buffer.AsSpan(_start, kept).CopyTo(_buffer);
        if (kept == _buffer.Length)
        {
            Array.Resize(ref _buffer, (int)Math.Min(kept * 2L, Array.MaxLength));
        }

        int read = source.Read(_buffer, kept, Math.Min(bufferSize, _buffer.Length - kept));
        (_start, _end) = (0, kept + read);
        _isExhausted = read == 0;
        return read > 0;
    }
}
