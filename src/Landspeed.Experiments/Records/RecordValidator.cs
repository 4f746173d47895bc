using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Records;

/// <summary>Validates records: threads take pieces in turn, judge them in parallel, and join their results.</summary>
/// <remarks>Memory: 800 KiB per thread and 6.4 MB, whatever the length. For use by one thread.</remarks>
internal sealed class RecordValidator(RecordCheck task)
{
    private const int PiecesPerReport = 64;

    private readonly RecordJudge _judge = new(task.IgnoresCase);
    private readonly SummaryJoin _join = new();
    private readonly Lock _turn = new();
    private long _pieces;
    private long _bytes;

    /// <summary>How the bytes used the page cache, or null if they did not come from a file.</summary>
    internal IoMode? Mode { get; private set; }

    /// <summary>Validates all records.</summary>
    /// <param name="length">Expected number of bytes, for the progress; 0 if unknown.</param>
    /// <param name="monitor">Stops it; receives the progress.</param>
    /// <returns>The summary, and the number of bytes after the last complete record.</returns>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal (RecordSummary Summary, int Surplus) Run(long length, ProgressMonitor monitor)
    {
        using var input = RecordInput.Open(task, length, monitor.Stop);
        Mode = input.Mode;
        var cutter = new RecordCutter(_judge);
        WorkerThreads.Run(task.Threads, (worker, stop) => Work(worker, input, cutter, (length, monitor), stop), monitor.Stop);
        return (_join.Whole, cutter.Surplus);
    }

    private void Work(
        int worker, RecordInput input, RecordCutter cutter, (long Length, ProgressMonitor Monitor) progress, CancellationToken stop)
    {
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            RecordPiece piece;
            ReadOnlyMemory<byte> records;
            RecordSummary lead;
            long ordinal;
            lock (_turn)
            {
                piece = input.Take(worker);
                if (piece.Bytes.IsEmpty)
                {
                    return;
                }

                records = cutter.Cut(piece.Bytes, out lead);
                ordinal = _pieces++;
                _bytes += piece.Bytes.Length;
                if (ordinal % PiecesPerReport == 0)
                {
                    progress.Monitor.Report(_bytes, progress.Length);
                }
            }

            using (piece)
            {
                _join.Enter(ordinal, lead.Join(_judge.Summarize(records.Span)));
            }
        }
    }
}

/// <summary>Cuts bytes that arrive in pieces of any length into complete records.</summary>
/// <param name="judge">Examines the records that are split between two pieces.</param>
/// <remarks>For one caller at a time; the pieces in order.</remarks>
internal sealed class RecordCutter(RecordJudge judge)
{
    private readonly byte[] _begun = new byte[RecordSet.RecordLength];

    /// <summary>Bytes of a record that has started but not ended.</summary>
    internal int Surplus { get; private set; }

    /// <summary>Cuts the next piece.</summary>
    /// <param name="bytes">The piece.</param>
    /// <param name="lead">The summary of the record that the previous piece started and this one completes, or an empty
    /// one.</param>
    /// <returns>The complete records in the piece, after that one.</returns>
    internal ReadOnlyMemory<byte> Cut(ReadOnlyMemory<byte> bytes, out RecordSummary lead)
    {
        lead = default;
        if (Surplus > 0)
        {
            int missing = Math.Min(_begun.Length - Surplus, bytes.Length);
            Keep(bytes.Span[..missing]);
            bytes = bytes[missing..];
            if (Surplus < _begun.Length)
            {
                return default;
            }

            lead = judge.Summarize(_begun);
            Surplus = 0;
        }

        int whole = bytes.Length - (bytes.Length % RecordSet.RecordLength);
        Keep(bytes.Span[whole..]);
        return bytes[..whole];
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_begun.AsSpan(Surplus));
        Surplus += bytes.Length;
    }
}
