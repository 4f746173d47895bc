using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Records;

/// <summary>Creates a file of records.</summary>
internal sealed class RecordFileTrial(RecordGeneration task, string name) : ITrial
{
    private readonly RecordSource _source = new(task);
    private volatile RecordPart? _part;
    private long _present;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        RecordPart part = RecordPart.Open(task.Target!, (task.Mode, task.RequireMode), task.Resumes);
        try
        {
            _present = task.Resumes ? new PresentRecords(_source).Measure(part.File, task.Records.Length, monitor) : 0;
        }
        catch
        {
            // Nothing has yet been added to what an earlier run left.
            part.Keep();
            part.Dispose();
            throw;
        }

        _part = part;
        return TrialStart.Unknown;
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        StorageFile file = _part!.File;
        long length = task.Records.Length;
        if (length > 0)
        {
            Preallocation.ReserveBlocks(file, length, SpaceReservation.SetLength);
            Write(file, length, monitor);
        }

        Preallocation.SetLengthOnly(file, length); // a direct write ends on a boundary
        return new TrialWork
        {
            BytesWritten = length - _present,
            Records = (length - _present) / RecordSet.RecordLength,
            WriteMode = file.EffectiveMode,
            Metrics = new Dictionary<string, double>(StringComparer.Ordinal)
            {
                [Metrics.ResumedBytes.Name] = _present,
            },
            Facts = RecordFacts.OfGeneration(file, _source.Checksum),
        };
    }

    /// <inheritdoc/>
    public bool MakeDurable(ProgressMonitor monitor)
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

    /// <summary>Removes what is incomplete, unless it is kept; may be called from any thread.</summary>
    internal void CleanUp()
    {
        if (task.KeepsPart)
        {
            _part?.Keep();
        }

        _part?.Remove();
    }

    private void Write(StorageFile file, long length, ProgressMonitor monitor)
    {
        int threads = (int)Math.Clamp((length - _present) / RecordSource.PieceLength, 1, task.Threads);
        var range = new FillRange(_present, length);
        long[] done = new long[threads];
        WorkerThreads.Run(
            threads,
            (number, stop) =>
            {
                using FileFiller filler = Fillers.Open(file, _source.Content, RecordSource.PieceLength);
                filler.Fill(range, written => Report(done, number, written, monitor), stop);
            },
            monitor.Stop);
    }

    private void Report(long[] done, int number, long written, ProgressMonitor monitor)
    {
        Volatile.Write(ref done[number], written);
        monitor.Report(_present + done.Sum(), task.Records.Length);
    }
}
