using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Reads the file of records in one style, cold.</summary>
internal sealed class StyleReadTrial(string name, RecordStyle style, RecordFile file) : ITrial
{
    private RecordTotal _total;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        using StorageFile opened = Open();
        CacheDrop drop = PageCache.Drop(opened, monitor.Stop);
        return new TrialStart { ResidentPct = Share(drop.After), MustBeCold = true };
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        PoolTimer? timer = style.IsAwaited ? new PoolTimer() : null;
        _total = TextPath.Use(file.Path, text => (style.TimedBy?.Invoke(timer) ?? style).Read!(text, monitor));
        return new TrialWork { BytesRead = file.Length, Records = _total.Records, Pool = timer?.Seen };
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        if (work is null)
        {
            return TrialEnd.Nothing;
        }

        if (!_total.Agrees(file.Total))
        {
            throw new ExperimentException(Outcome.Mismatch, Invariant(
                $"{style.Calls} found {_total.Records} records with the sum {_total.Sum} in {file.Path.Display}, ")
                + Invariant($"which holds {file.Total.Records} with the sum {file.Total.Sum}: the bytes are wrong"));
        }

        using StorageFile opened = Open();
        return new TrialEnd { ResidentPct = Share(PageResidency.Measure(opened, 0, long.MaxValue)) };
    }

    private StorageFile Open() => StorageFile.Open(file.Path, new StorageFileOptions());

    private double? Share(Residency residency) => 100.0 * residency.ResidentBytes / file.Length;
}
