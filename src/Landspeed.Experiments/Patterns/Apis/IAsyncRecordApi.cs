namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>A file API that is awaited.</summary>
internal interface IAsyncRecordApi : IAsyncDisposable
{
    /// <summary>Goes to a record.</summary>
    void Seek(long offset);

    /// <summary>Reads the next record.</summary>
    /// <returns>Bytes read: as many as wanted, or fewer at the end.</returns>
    ValueTask<int> ReadAsync(Memory<byte> record, CancellationToken stop);

    /// <summary>Writes the next record.</summary>
    ValueTask WriteAsync(ReadOnlyMemory<byte> record, CancellationToken stop);
}
