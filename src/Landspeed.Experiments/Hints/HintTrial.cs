using System.Globalization;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Hints;

/// <summary>
/// Reads the ranges of every file once, with one hint; none of them is in the page cache at the start.
/// </summary>
/// <param name="name">Name of the cell.</param>
/// <param name="files">The files.</param>
/// <param name="reader">Reads one file.</param>
/// <param name="options">What is read.</param>
/// <param name="trace">Records the requests of the device, or null if that is impossible.</param>
internal sealed class HintTrial(string name, IHintFiles files, IFileReader reader, HintOptions options, IRequestTrace? trace) : ITrial
{
    private readonly long _total = files.All.Sum(file => file.Length);

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        double? resident = files.Drop(monitor.Stop);
        trace?.Start();
        return new TrialStart { MustBeCold = true, ResidentPct = resident };
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        long reads = 0;
        long bytes = files.Guard(() =>
        {
            long got = 0;
            foreach ((FilePath path, long length) in files.All)
            {
                monitor.ThrowIfStopped();
                HintRanges ranges = HintRanges.Of(options, length);
                got += reader.Read(path, ranges);
                reads += ranges.Count;
            }

            return got;
        });
        return new TrialWork { BytesRead = bytes, Records = reads };
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        RequestSizes? requests = trace?.Stop();
        if (work is null)
        {
            return TrialEnd.Nothing;
        }

        long wanted = files.All.Sum(file => HintRanges.Of(options, file.Length).Bytes);
        if (work.BytesRead != wanted)
        {
            throw new ExperimentException(
                options.FilesOf is null ? Outcome.Failed : Outcome.SourceChanged,
                FormattableString.Invariant($"{name} got {work.BytesRead} bytes instead of {wanted}: a file became shorter during the run"));
        }

        long? left = files.Resident();
        return new TrialEnd
        {
            ResidentPct = 100.0 * left / _total,
            Metrics = left is { } bytes
                ? new Dictionary<string, double> { [Metrics.PagesLeft.Name] = bytes }
                : new Dictionary<string, double>(),
            Facts = requests is null ? new Dictionary<string, string>() : Facts(requests),
        };
    }

    private static Dictionary<string, string> Facts(RequestSizes requests)
    {
        var facts = new Dictionary<string, string>
        {
            [HintLabels.RequestSizes] = string.Join(' ', requests.Counts.Select(size => FormattableString.Invariant($"{size.Key}:{size.Value}"))),
        };
        if (requests.Lost > 0)
        {
            facts[HintLabels.RequestsLost] = requests.Lost.ToString(CultureInfo.InvariantCulture);
        }

        return facts;
    }
}
