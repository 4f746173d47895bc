using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>The nearest command for a cell.</summary>
internal sealed class FioCommand(SweepSetupRecord setup, FioFileName file, SweepCellRecord cell)
{
    private readonly MeasurementRecord? _run = cell.Runs.Count > 0 ? cell.Runs[0] : null;

    /// <summary>One line for a POSIX shell.</summary>
    public string Line => string.Join(' ', Words());

    /// <summary>What fio does otherwise; none: nothing to tell.</summary>
    public IEnumerable<string> Differences
    {
        get
        {
            if (FileStreamBuffer.WhyNotForFio(cell) is { } why)
            {
                yield return $"{why}: these are its system calls";
            }

            if (cell.Mode == "uncached")
            {
                yield return "fio 3.33 cannot drop pages behind (RWF_DONTCACHE): they stay in the page cache";
            }

            if (IsStream || Engine != "threads" || cell.QueueDepth == 1)
            {
                yield break;
            }

            yield return cell.Mode == "direct"
                ? "the engine here had threads instead of io_uring: libaio is as deep"
                : "the engine here had threads instead of io_uring: fio has nothing as deep, psync has 1 in flight";
        }
    }

    private bool IsStream => cell.Api == "filestream";

    private bool Deep => cell.QueueDepth > 1;

    private string Engine => _run?.Effective.Engine ?? "uring";

    private IEnumerable<string> Words()
    {
        bool reads = cell.Operation == "read";
        bool extends = cell.Operation == "extend";
        string engine = EngineName();
        long size = IsStream ? Math.Max(cell.RequestSizeBytes, FileStreamBuffer.Bytes) : cell.RequestSizeBytes;
        string?[] words =
        [
            $"fio --name={cell.Name}",
            $"--filename={file.Quoted(extends ? ".extend" : string.Empty)}",
            $"--rw={(reads ? "read" : "write")}",
            $"--bs={Number(size)}",
            $"--ioengine={engine}",
            engine == "psync" ? null : $"--iodepth={Number(cell.QueueDepth)}",
            .. RingFeatures(engine),
            $"--direct={(cell.Mode == "direct" ? "1" : "0")}",
            $"--size={Number(setup.FileBytes)}",
            $"--io_size={Number(setup.LimitBytes)}",
            $"--runtime={Number(Math.Max(1, (long)Math.Ceiling(setup.TimeS * 1000)))}ms",
            "--time_based=0",
            reads ? "--invalidate=1" : "--end_fsync=1",

            // fio would ask for a double read-ahead window, which neither FileStream nor our engine do.
            reads && cell.Mode != "direct" ? "--fadvise_hint=0" : null,

            // A file that is there is written over, one that grows begins with nothing and is removed.
            reads ? null : extends ? "--fallocate=none --unlink=1" : "--overwrite=1",
        ];
        return words.OfType<string>();
    }

    private string EngineName() => (Engine, IsStream) switch
    {
        (_, true) or ("synchronous", _) => "psync",
        ("threads", _) => Deep && cell.Mode == "direct" ? "libaio" : "psync",
        _ => "io_uring",
    };

    private IEnumerable<string?> RingFeatures(string engine) => engine != "io_uring" || _run is null
        ? []
        :
        [
            _run.EngineFeatures.Contains("registered buffers") ? "--fixedbufs=1" : null,
            _run.EngineFeatures.Contains("registered files") ? "--registerfiles=1" : null,
        ];

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
