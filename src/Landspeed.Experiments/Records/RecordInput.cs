using Landspeed.Files;
using Landspeed.Streams;
using Landspeed.Streams.Blocks;

namespace Landspeed.Experiments.Records;

/// <summary>The bytes of a file or stream in order, piece by piece, one piece a worker at a time.</summary>
/// <remarks>One caller at a time.</remarks>
internal abstract class RecordInput : IDisposable
{
    // Requests in flight besides the pieces that the workers hold: 8 × 800 KiB, enough for current devices.
    private const int QueueDepth = 8;

    /// <summary>How the bytes pass the page cache; null: they come from no file.</summary>
    internal abstract IoMode? Mode { get; }

    /// <summary>Opens the input of a task.</summary>
    /// <param name="task">The task.</param>
    /// <param name="length">Bytes of the file; what it grows by meanwhile is not waited for. Ignored for a stream.</param>
    /// <param name="stop">Ends every wait for a stream.</param>
    internal static RecordInput Open(RecordCheck task, long length, CancellationToken stop) => task.Source is null
        ? new StreamInput(new RecordStream(task.Input!, RecordStream.StandardInput, stop), task.Threads)
        : new FileInput(BlockReader.Open(task.Source, new SequentialFileOptions
        {
            Mode = task.Mode,
            Necessity = task.Necessity,
            RequestSize = new(RecordSource.PieceLength),
            QueueDepth = QueueDepth + task.Threads,
        }), length);

    /// <summary>Takes the next bytes.</summary>
    /// <param name="worker">Who; has given back what it took before.</param>
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
            // The reader of a small file has no block for more than its length, and each may be held by a worker.
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
            // The stream stays with its owner.
        }

        internal override RecordPiece Take(int worker)
        {
            int length = stream.Read(_buffers[worker]);
            return new RecordPiece(_buffers[worker].AsMemory(0, length), default);
        }
    }
}

/// <summary>Bytes in a row, lent until they are given back.</summary>
/// <param name="bytes">The bytes; none at the end.</param>
/// <param name="block">What holds them, or nothing.</param>
internal readonly struct RecordPiece(ReadOnlyMemory<byte> bytes, ReadBlock block) : IDisposable
{
    /// <summary>The bytes; none at the end.</summary>
    internal ReadOnlyMemory<byte> Bytes => bytes;

    /// <summary>Gives them back.</summary>
    public void Dispose() => block.Dispose();
}
