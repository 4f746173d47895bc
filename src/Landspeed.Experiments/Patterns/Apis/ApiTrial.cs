using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Moves records of one size in one order through one API.</summary>
/// <param name="api">The API.</param>
/// <param name="cell">The rest of the cell.</param>
/// <param name="files">The files.</param>
/// <param name="options">Time, seed and cache.</param>
internal sealed class ApiTrial(MatrixApi api, ApiCase cell, ApiTestFiles files, ApiOptions options) : ITrial
{
    private ulong _seed = options.Seed;
    private RecordWork? _work;
    private IoMode _mode;

    /// <inheritdoc/>
    public string Name => cell.NameWith(api.Name);

    private bool Writes => cell.Operation == ApiOperation.Write;

    private FilePath Written => api.IsWholeFile ? files.Whole : files.ForFramework;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        // Each run has different data: what is found in the file afterwards was written by this run.
        ulong seed = unchecked(_seed++);
        _work = new RecordWork
        {
            File = Writes ? Written : files.ForFramework,
            FileLength = files.Length,
            Case = cell,
            Buffer = new RecordBuffer(seed),
            Seed = seed,
            Pool = api.IsAwaited ? new PoolTimer() : null,
            WholeContent = Writes && api.IsWholeFile ? Content(seed) : null,
        };
        _mode = EffectiveMode();
        return new TrialStart
        {
            ResidentPct = files.SetCache(cell.Flush, monitor),
            MustBeCold = !Writes && cell.Flush == ApiFlush.On && options.CacheFlush != CacheFlush.None,
            Fragments = files.Fragments,
        };
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        long records = api.Move(_work!, options.LimitOf(cell.RecordSize), monitor.Stop);
        long bytes = records * _work!.RecordSize;
        return new TrialWork
        {
            BytesRead = Writes ? 0 : bytes,
            BytesWritten = Writes ? bytes : 0,
            Records = records,
            WriteMode = _mode,
            Pool = _work.Pool?.Seen,
        };
    }

    /// <inheritdoc/>
    public bool MakeDurable(ProgressMonitor monitor)
    {
        if (!Writes || cell.Flush == ApiFlush.Off)
        {
            return false;
        }

        using StorageFile file = OpenWritten();
        Durability.Flush(file, api.IsWholeFile ? FlushScope.DataAndMetadata : FlushScope.Data);
        return true;
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        try
        {
            return work is null ? TrialEnd.Nothing : Look(work);
        }
        finally
        {
            _work = null;
            NativePlatform.Files.Remove(files.Whole);
        }
    }

    private TrialEnd Look(TrialWork work)
    {
        using StorageFile file = OpenWritten(files.Test);
        Residency left = PageResidency.Measure(file, 0, long.MaxValue);
        Residency written = Writes && api.IsWholeFile ? ResidencyOfWhole() : left;
        if (file.Length != files.Length)
        {
            throw new ExperimentException(Outcome.Mismatch, FormattableString.Invariant(
                $"{api.Calls} changed the length of the test file from {files.Length} to {file.Length} bytes"));
        }

        _work!.Witness.Check(_work.File);
        return new TrialEnd
        {
            ResidentPct = 100.0 * left.ResidentBytes / files.Length,
            NotYetOnDeviceBytes = Writes ? written.DirtyBytes + written.WritebackBytes : null,
            Metrics = Values(100.0 * work.Records!.Value / _work.Count),
        };
    }

    private Dictionary<string, double> Values(double donePct)
    {
        var values = new Dictionary<string, double>
        {
            [Metrics.RecordBytes.Name] = cell.RecordSize ?? files.Length,
            [Metrics.WorkDone.Name] = donePct,
        };
        if (files.Fragments is { } fragments)
        {
            values[Metrics.FileFragments.Name] = fragments;
        }

        return values;
    }

    private Residency ResidencyOfWhole()
    {
        using StorageFile file = OpenWritten();
        return PageResidency.Measure(file, 0, long.MaxValue);
    }

    private StorageFile OpenWritten() => OpenWritten(Written);

    private static StorageFile OpenWritten(FilePath path) =>
        StorageFile.Open(path, new StorageFileOptions { Access = FileAccessKind.ReadWrite });

    private IoMode EffectiveMode()
    {
        if (api.Mode == IoMode.Buffered)
        {
            return IoMode.Buffered;
        }

        using StorageFile file = StorageFile.Open(
            files.Test, new StorageFileOptions { Access = FileAccessKind.ReadWrite, Mode = api.Mode });
        return file.EffectiveMode;
    }

    private byte[] Content(ulong seed)
    {
        byte[] content = GC.AllocateUninitializedArray<byte>((int)files.Length);
        new IncompressibleData(seed).Fill(content);
        return content;
    }
}
