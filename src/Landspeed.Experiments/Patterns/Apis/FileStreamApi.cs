namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>FileStream with its default buffer.</summary>
internal readonly struct FileStreamApi(Stream stream) : IRecordApi<FileStreamApi>
{
    /// <inheritdoc/>
    public static FileStreamApi Open(RecordWork work) => new(TestStream.Open(work, TestStream.DefaultBuffer));

    /// <inheritdoc/>
    public void Seek(long offset) => stream.Seek(offset, SeekOrigin.Begin);

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length) => TestStream.ReadRecord(stream, buffer, start, length);

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length) => stream.Write(buffer, start, length);

    /// <inheritdoc/>
    public void Dispose() => stream.Dispose();
}

/// <summary>FileStream without a buffer: each record is one system call.</summary>
internal readonly struct UnbufferedStreamApi(Stream stream) : IRecordApi<UnbufferedStreamApi>
{
    /// <inheritdoc/>
    public static UnbufferedStreamApi Open(RecordWork work) => new(TestStream.Open(work, bufferSize: 0));

    /// <inheritdoc/>
    public void Seek(long offset) => stream.Seek(offset, SeekOrigin.Begin);

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length) => TestStream.ReadRecord(stream, buffer, start, length);

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length) => stream.Write(buffer, start, length);

    /// <inheritdoc/>
    public void Dispose() => stream.Dispose();
}

/// <summary>BufferedStream around a FileStream without a buffer.</summary>
internal readonly struct BufferedStreamApi(Stream stream) : IRecordApi<BufferedStreamApi>
{
    /// <inheritdoc/>
    public static BufferedStreamApi Open(RecordWork work) => new(new BufferedStream(TestStream.Open(work, bufferSize: 0)));

    /// <inheritdoc/>
    public void Seek(long offset) => stream.Seek(offset, SeekOrigin.Begin);

    /// <inheritdoc/>
    public int Read(byte[] buffer, int start, int length) => TestStream.ReadRecord(stream, buffer, start, length);

    /// <inheritdoc/>
    public void Write(byte[] buffer, int start, int length) => stream.Write(buffer, start, length);

    /// <inheritdoc/>
    public void Dispose() => stream.Dispose();
}
