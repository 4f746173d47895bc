namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>
/// A file API, as the loop over records uses it. A structure, so that the loop is compiled for each API.
/// </summary>
/// <typeparam name="TSelf">The API.</typeparam>
internal interface IRecordApi<TSelf> : IDisposable
    where TSelf : struct, IRecordApi<TSelf>
{
    /// <summary>Opens the test file, which exists, without truncating it.</summary>
    static abstract TSelf Open(RecordWork work);

    /// <summary>Moves to a record.</summary>
    void Seek(long offset);

    /// <summary>Reads the next record.</summary>
    /// <returns>Bytes read: as many as requested, or fewer at the end.</returns>
    int Read(byte[] buffer, int start, int length);

    /// <summary>Writes the next record.</summary>
    void Write(byte[] buffer, int start, int length);
}

/// <summary>A file API that is awaited.</summary>
internal interface IAsyncRecordApi : IAsyncDisposable
{
    /// <summary>Moves to a record.</summary>
    void Seek(long offset);

    /// <summary>Reads the next record, or the rest of it.</summary>
    /// <returns>Bytes read, one or more; 0 at the end.</returns>
    ValueTask<int> ReadAsync(Memory<byte> record, CancellationToken stop);

    /// <summary>Writes the next record.</summary>
    ValueTask WriteAsync(ReadOnlyMemory<byte> record, CancellationToken stop);
}
