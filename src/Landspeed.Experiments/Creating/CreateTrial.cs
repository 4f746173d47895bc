using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;

namespace Landspeed.Experiments.Creating;

/// <summary>Writes the missing files of a data set.</summary>
internal sealed class CreateTrial(DataSetOptions options, DataSetWriter writer, IReadOnlyList<long> files) : ITrial
{
    /// <summary>The only cell.</summary>
    internal const string Cell = "create";

    public string Name => Cell;

    public TrialStart Prepare(ProgressMonitor monitor) => TrialStart.Unknown;

    public TrialWork Run(ProgressMonitor monitor)
    {
        DataShape shape = options.Shape;
        var tally = new ProcessTally(monitor, files.Count * shape.FileLength);
        writer.Write(files, tally, monitor.Stop);
        return new TrialWork
        {
            BytesWritten = shape.Kind == DataKind.Sparse ? 0 : tally.Bytes,
            Records = tally.Lines,
            WriteMode = writer.Mode,
            Metrics = new Dictionary<string, double>
            {
                [Metrics.FilesMade.Name] = files.Count,
                [Metrics.FilesKept.Name] = shape.Files - files.Count,
            },
        };
    }

    public bool MakeDurable(ProgressMonitor monitor) => FileSystemFlush.OfFiles(options.Directory);

    public TrialEnd Finish(TrialWork? work)
    {
        if (work is not null)
        {
            writer.Keep();
        }

        return TrialEnd.Nothing;
    }
}
