namespace Landspeed.Experiments.Records;

/// <summary>The bytes of a file or stream in order, in pieces, with one piece per worker at a time.</summary>
/// <remarks>For one caller at a time.</remarks>
internal abstract class RecordInput : IDisposable
{
    // Requests in flight in addition to the pieces that the workers hold: 8 × 800 KiB, enough for current devices.
    private const int QueueDepth = 8;

    /// <summary>How the bytes use the page cache, or null if they do not come from a file.</summary>
    internal abstract IoMode? Mode { get; }

    /// <summary>Opens the input of a task.</summary>
    /// <param name="task">The task.</param>
    /// <param name="length">Bytes of the file; anything added to it during the run is ignored. Ignored for a
    /// stream.</param>
    /// <param name="stop">Ends all waiting for a stream.</param>
    internal static RecordInput Open(RecordCheck task, long length, CancellationToken stop) => task.Source is null
        ? new StreamInput(new RecordStream(task.Input!, RecordStream.StandardInput, stop), task.Threads)
        : new FileInput(BlockReader.Open(task.Source, new SequentialFileOptions
        {
            Mode = task.Mode,
            RequireMode = task.RequireMode,
            RequestSize = RecordSource.PieceLength,
            QueueDepth = QueueDepth + task.Threads,
        }), length);

    /// <summary>Takes the next bytes.</summary>
    /// <param name="worker">The worker; it has returned the piece that it took before.</param>
    /// <returns>Bytes, none at the end.</returns>
    internal abstract RecordPiece Take(int worker);

    /// <inheritdoc/>
    public abstract void Dispose();

    private sealed class FileInput(BlockReader reader, long length) : RecordInput
    {
        private long _taken;

        internal override IoMode? Mode => reader.EffectiveMode;

        public override void Dispose() => reader.Dispose();

        internal override RecordPiece Take(int worker)
        {
            // The reader of a small file has no blocks beyond its length, and each block may be held by a worker.
            if (_taken >= length)
            {
                return default;
            }

            ReadBlock block = reader.Read();
            _taken += block.Length;
            return new RecordPiece(block.Memory, block);
        }
    }

    private sealed class StreamInput(RecordStream stream, int workers) : RecordInput
    {
        private readonly byte[][] _buffers =
            [.. Enumerable.Range(0, workers).Select(_ => new byte[RecordSource.PieceLength])];

        internal override IoMode? Mode => null;

        public override void Dispose()
        {
            // The stream remains owned by the caller.
        }

        internal override RecordPiece Take(int worker)
        {
            int length = stream.Read(_buffers[worker]);
            return new RecordPiece(_buffers[worker].AsMemory(0, length), default);
        }
    }
}

/// <summary>Consecutive bytes, on loan until they are returned.</summary>
/// <param name="bytes">The bytes; empty at the end.</param>
/// <param name="block">The block that holds them, or none.</param>
internal readonly struct RecordPiece(ReadOnlyMemory<byte> bytes, ReadBlock block) : IDisposable
{
    /// <summary>The bytes; empty at the end.</summary>
    internal ReadOnlyMemory<byte> Bytes => bytes;

    /// <summary>Returns the bytes.</summary>
    public void Dispose() => block.Dispose();
}
