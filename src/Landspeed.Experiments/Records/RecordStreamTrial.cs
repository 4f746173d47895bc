using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Writes records to standard output: several threads generate the next pieces while one writes the previous ones.
/// </summary>
internal sealed class RecordStreamTrial(RecordGeneration task, string name) : ITrial
{
    private readonly RecordSource _source = new(task);

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor) => TrialStart.Unknown;

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        long length = task.Records.Length;
        var output = new RecordStream(task.Output!, RecordStream.StandardOutput, monitor.Stop);
        (byte[][] made, byte[][] next) = (Pieces(), Pieces());
        Task<int> making = Task.Run(() => Make(0, made));
        for (long done = 0; done < length;)
        {
            monitor.ThrowIfStopped();
            long after = done + making.GetAwaiter().GetResult();
            long nextOffset = after;
            byte[][] target = next;
            making = Task.Run(() => Make(nextOffset, target));
            Write(output, made, (int)(after - done));
            (made, next) = (next, made);
            done = after;
            monitor.Report(done, length);
        }

        return new TrialWork // a stream is not a file: it is unknown where its bytes went
        {
            Records = task.Records.Count,
            Facts = RecordFacts.OfGeneration(null, _source.Checksum),
        };
    }

    private byte[][] Pieces() => [.. Enumerable.Range(0, task.Threads).Select(_ => new byte[RecordSource.PieceLength])];

    private int Make(long offset, byte[][] pieces)
    {
        long length = Math.Min(task.Records.Length - offset, (long)pieces.Length * RecordSource.PieceLength);
        Parallel.For(0, pieces.Length, number =>
        {
            long start = (long)number * RecordSource.PieceLength;
            if (start < length)
            {
                _source.Content(offset + start, pieces[number].AsSpan(0, (int)Math.Min(RecordSource.PieceLength, length - start)));
            }
        });
        return (int)length;
    }

    private static void Write(RecordStream output, byte[][] pieces, int length)
    {
        for (int start = 0; start < length; start += RecordSource.PieceLength)
        {
            output.Write(pieces[start / RecordSource.PieceLength].AsSpan(0, Math.Min(RecordSource.PieceLength, length - start)));
        }
    }
}
