using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Creates a file of records in one style, and makes it durable; it is removed afterwards.</summary>
/// <param name="name">Name of the cell.</param>
/// <param name="style">A style that creates.</param>
/// <param name="model">The file that it must equal.</param>
/// <param name="path">An unused name of ours.</param>
internal sealed class StyleCreateTrial(string name, RecordStyle style, RecordFile model, FilePath path) : ITrial
{
    private IoMode _mode;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        using StorageFile probe = StorageFile.Open(
            model.Path, new StorageFileOptions { Access = FileAccessKind.ReadWrite, Mode = style.CreateMode });
        _mode = probe.EffectiveMode;
        return TrialStart.Unknown;
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        PoolTimer? timer = style.IsAwaited ? new PoolTimer() : null;
        (style.TimedBy?.Invoke(timer) ?? style).Create!(path.Text, model.Records, monitor);
        return new TrialWork { BytesWritten = model.Length, Records = model.Records, WriteMode = _mode, Pool = timer?.Seen };
    }

    /// <inheritdoc/>
    public bool MakeDurable(ProgressMonitor monitor)
    {
        using (StorageFile file = StorageFile.Open(path, new StorageFileOptions { Access = FileAccessKind.Write }))
        {
            Durability.Flush(file, FlushScope.DataAndMetadata);
        }

        Durability.FlushDirectory(path.Parent);
        return true;
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        try
        {
            if (work is not null && RecordFile.DigestOf(path) != model.Digest)
            {
                throw new ExperimentException(
                    Outcome.Mismatch, $"the file that {style.Calls} created differs from the records that it was given");
            }

            return TrialEnd.Nothing;
        }
        finally
        {
            NativePlatform.Files.Remove(path);
        }
    }
}
