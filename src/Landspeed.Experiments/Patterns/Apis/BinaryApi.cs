namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>BinaryReader and BinaryWriter over a FileStream with its default buffer.</summary>
internal readonly struct BinaryApi(FileStream stream, BinaryReader? reader, BinaryWriter? writer) : IRecordApi<BinaryApi>
{
    /// <inheritdoc/>
    public static BinaryApi Open(RecordWork work)
    {
        FileStream stream = TestStream.Open(work, TestStream.DefaultBuffer);
        return work.Writes
            ? new BinaryApi(stream, null, new BinaryWriter(stream))
            : new BinaryApi(stream, new BinaryReader(stream), null);
    }

    /// <inheritdoc/>
    public void Seek(long offset)
    {
        if (writer is null)
        {
            stream.Seek(offset, SeekOrigin.Begin);
        }
        else
        {
            writer.Flush();
            stream.Seek(offset, SeekOrigin.Begin);
        }
    }

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length)
    {
        int done = 0;
        for (int read = 1; done < length && read > 0; done += read)
        {
            read = reader!.Read(buffer, start + done, length - done);
        }

        return done;
    }

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length) => writer!.Write(buffer, start, length);

    /// <inheritdoc/>
    public void Dispose()
    {
        writer?.Dispose();
        stream.Dispose();
    }
}
