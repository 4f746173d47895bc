using Landspeed.Copying.Sharing;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Lends entries to other ranks on rank 0, and takes their findings.</summary>
/// <remarks>
/// A question is: whether the rank was stopped, bytes that it read since the last one, how many entries it wants, and
/// the batches that it has compared. An answer is: whether all is stopped, whether there will be no more entries, and
/// batches.
/// </remarks>
/// <param name="queue">The entries.</param>
/// <param name="progress">Is told of what the others do.</param>
/// <param name="stop">Stops all ranks.</param>
internal sealed class PairLending(PairQueue queue, VerificationProgress progress, CancellationTokenSource stop)
{
    private readonly Dictionary<long, PairBatch> _lent = [];
    private long _next;

    /// <summary>Answers a question; for one thread at a time.</summary>
    /// <exception cref="InvalidDataException">The question is damaged.</exception>
    internal byte[] Answer(byte[] question)
    {
        var reader = new CompactReader(question);
        if (reader.Number() != 0)
        {
            stop.Cancel();
        }

        progress.Moved(reader.Number());
        int wants = reader.Count();
        for (int left = reader.Elements(); left > 0; left--)
        {
            if (!_lent.Remove(reader.Number(), out PairBatch? batch))
            {
                throw CompactReader.Damaged();
            }

            PairFinding?[] findings = PairForms.Findings(ref reader, batch);
            Array.ForEach(findings, _ => progress.End());
            queue.Return(batch, findings);
        }

        return Lend(wants);
    }

    private byte[] Lend(int wants)
    {
        List<PairBatch> batches = [];
        bool isOver = false;
        while (batches.Count < wants && !isOver && queue.TryLend(out isOver) is { } batch)
        {
            batch.Number = _next++;
            _lent.Add(batch.Number, batch);
            batches.Add(batch);
        }

        var writer = new CompactWriter();
        writer.Write(stop.IsCancellationRequested ? 1 : 0);
        writer.Write(isOver ? 1 : 0);
        writer.Write(batches.Count);
        batches.ForEach(batch => PairForms.Write(writer, batch));
        return writer.ToArray();
    }
}
