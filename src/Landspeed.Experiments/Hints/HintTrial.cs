using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;

namespace Landspeed.Experiments.Hints;

/// <summary>Reads the ranges of every file once, with one hint, none of them in the page cache before.</summary>
internal sealed class HintTrial(string name, HintFiles files, IFileReader reader, HintOptions options) : ITrial
{
    private readonly (long Offset, int Length)[] _ranges = HintRanges.Of(options);
    private readonly long _total = options.Files * options.FileSize;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor) => new()
    {
        MustBeCold = true,
        ResidentPct = 100.0 * files.Drop(monitor.Stop) / _total,
    };

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        long bytes = 0;
        foreach (FilePath path in files.Paths)
        {
            monitor.ThrowIfStopped();
            bytes += reader.Read(path, _ranges);
        }

        return new TrialWork { BytesRead = bytes, Records = (long)files.Paths.Length * _ranges.Length };
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        if (work is null)
        {
            return TrialEnd.Nothing;
        }

        long wanted = (long)files.Paths.Length * _ranges.Sum(range => (long)range.Length);
        if (work.BytesRead != wanted)
        {
            throw new ExperimentException(Outcome.Failed, FormattableString.Invariant(
                $"{name} got {work.BytesRead} bytes instead of {wanted}: a file became shorter meanwhile"));
        }

        long? left = files.Resident();
        return new TrialEnd
        {
            ResidentPct = 100.0 * left / _total,
            Metrics = left is { } bytes
                ? new Dictionary<string, double> { [Metrics.PagesLeft.Name] = bytes }
                : new Dictionary<string, double>(),
        };
    }
}
