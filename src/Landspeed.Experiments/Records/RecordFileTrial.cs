using Landspeed.Experiments.Results;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Trials;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams;

namespace Landspeed.Experiments.Records;

/// <summary>Makes a file of records.</summary>
internal sealed class RecordFileTrial(RecordGeneration task, string name) : ITrial
{
    private readonly RecordSource _source = new(task);
    private volatile UnpublishedFile? _part;
    private long _present;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(TrialControl control)
    {
        _present = task.Resumes ? PresentPart(control) : 0;
        _part = UnpublishedFile.Open(task.Target!, (task.Mode, task.Necessity), task.Resumes);
        return TrialStart.Unknown;
    }

    /// <inheritdoc/>
    public TrialWork Run(TrialControl control)
    {
        StorageFile file = _part!.File;
        long length = task.Records.Length;
        if (length > 0)
        {
            Preallocation.ReserveBlocks(file, length, SpaceReservation.SetLength);
            Write(file, length, control);
        }

        Preallocation.SetLengthOnly(file, length); // a direct write ends on a boundary
        return new TrialWork
        {
            BytesWritten = length - _present,
            Records = (length - _present) / RecordSet.RecordLength,
            WriteMode = file.EffectiveMode,
            Values = new Dictionary<string, double>(StringComparer.Ordinal)
            {
                [RecordLabels.ResumedBytes] = _present,
            },
            Facts = RecordFacts.OfGeneration(file, _source.Checksum),
        };
    }

    /// <inheritdoc/>
    public bool MakeDurable(TrialControl control)
    {
        Durability.Flush(_part!.File, FlushScope.DataAndMetadata);
        _part.Publish(task.Overwrite);
        return true;
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        CleanUp();
        _part?.Dispose();
        return TrialEnd.Nothing;
    }

    /// <summary>Removes what is not whole, unless it is kept; from any thread.</summary>
    internal void CleanUp()
    {
        if (task.KeepsPart)
        {
            _part?.Keep();
        }

        _part?.Remove();
    }

    private void Write(StorageFile file, long length, TrialControl control)
    {
        int threads = (int)Math.Clamp((length - _present) / RecordSource.PieceLength, 1, task.Threads);
        var range = new FillRange(_present, length);
        long[] done = new long[threads];
        WorkerThreads.Run(
            threads,
            (number, stop) =>
            {
                using var filler = new FileFiller(file, _source.Content, RecordSource.PieceLength);
                filler.Fill(range, written => Tell(done, number, written, control), stop);
            },
            control.Stop);
    }

    private void Tell(long[] done, int number, long written, TrialControl control)
    {
        Volatile.Write(ref done[number], written);
        control.Report(_present + done.Sum(), task.Records.Length);
    }

    // What is there is believed only where it is what would be made.
    private long PresentPart(TrialControl control)
    {
        FilePath path = UnpublishedFile.NameOf(task.Target!);
        if (NativePlatform.Files.StatusOf(path, out _).Failed)
        {
            return 0;
        }

        using BlockReader reader = BlockReader.Open(
            path, new SequentialFileOptions { RequestSize = new(RecordSource.PieceLength), Share = FileShare.ReadWrite });
        byte[] expected = new byte[RecordSource.PieceLength];
        long length = Math.Min(reader.Length, task.Records.Length);
        long equal = 0;
        while (length - equal >= RecordSource.PieceLength)
        {
            control.ThrowIfStopped();
            using ReadBlock block = reader.Read();
            if (block.Length != expected.Length)
            {
                break;
            }

            _source.Make(equal, expected);
            if (!block.Span.SequenceEqual(expected))
            {
                break;
            }

            _source.Enter(expected);
            equal += block.Length;
            control.Report(equal, task.Records.Length);
        }

        return equal;
    }
}
