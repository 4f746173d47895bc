using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>The nearest command for a cell.</summary>
internal sealed class FioCommand(SetupRecord setup, FioFileName file, CellRecord cell)
{
    private readonly string _mode = Label(cell, "mode");
    private readonly string _operation = Label(cell, "operation");
    private readonly long _depth = LongOf(Label(cell, "queue_depth")) ?? 1;
    private readonly long _requestSize = LongOf(Label(cell, "request_size_bytes")) ?? 0;
    private readonly RunRecord? _run = cell.Runs.Count > 0 ? cell.Runs[0] : null;

    /// <summary>One line for a POSIX shell.</summary>
    public string Line => string.Join(' ', Words());

    /// <summary>What fio does otherwise; none: no difference.</summary>
    public IEnumerable<string> Differences
    {
        get
        {
            if (FileStreamBuffer.WhyNotForFio(cell) is { } why)
            {
                yield return $"{why}: these are its system calls";
            }

            if (_mode == "uncached")
            {
                yield return "fio 3.33 cannot drop pages behind (RWF_DONTCACHE): they stay in the page cache";
            }

            if (IsStream || Engine != "threads" || _depth == 1)
            {
                yield break;
            }

            yield return _mode == "direct"
                ? "the engine here had threads instead of io_uring: libaio is as deep"
                : "the engine here had threads instead of io_uring: fio has nothing as deep, psync has 1 in flight";
        }
    }

    private bool IsStream => Label(cell, "api") == "filestream";

    private bool Deep => _depth > 1;

    private string Engine => _run?.Case?.Effective.Engine ?? "uring";

    private IEnumerable<string> Words()
    {
        bool reads = _operation == "read";
        bool extends = _operation == "extend";
        string engine = EngineName();
        long size = IsStream ? Math.Max(_requestSize, FileStreamBuffer.Bytes) : _requestSize;
        string?[] words =
        [
            $"fio --name={cell.Name}",
            $"--filename={file.Quoted(extends ? ".extend" : string.Empty)}",
            $"--rw={(reads ? "read" : "write")}",
            $"--bs={Number(size)}",
            $"--ioengine={engine}",
            engine == "psync" ? null : $"--iodepth={Number(_depth)}",
            .. RingFeatures(engine),
            $"--direct={(_mode == "direct" ? "1" : "0")}",
            $"--size={Number(Option("file_bytes"))}",
            $"--io_size={Number(Option("limit_bytes"))}",
            $"--runtime={Number(Math.Max(1, (long)Math.Ceiling(Seconds * 1000)))}ms",
            "--time_based=0",
            reads ? "--invalidate=1" : "--end_fsync=1",

            // fio would ask for a double read-ahead window, which neither FileStream nor our engine do.
            reads && _mode != "direct" ? "--fadvise_hint=0" : null,

            // A file that is there is written over, one that grows begins with nothing and is removed.
            reads ? null : extends ? "--fallocate=none --unlink=1" : "--overwrite=1",
        ];
        return words.OfType<string>();
    }

    private string EngineName() => (Engine, IsStream) switch
    {
        (_, true) or ("synchronous", _) => "psync",
        ("threads", _) => Deep && _mode == "direct" ? "libaio" : "psync",
        _ => "io_uring",
    };

    private IEnumerable<string?> RingFeatures(string engine) => engine != "io_uring" || _run?.Case is not { } its
        ? []
        :
        [
            its.EngineFeatures.Contains("registered buffers") ? "--fixedbufs=1" : null,
            its.EngineFeatures.Contains("registered files") ? "--registerfiles=1" : null,
        ];

    private double Seconds =>
        double.TryParse(setup.Options.GetValueOrDefault("time_s"), CultureInfo.InvariantCulture, out double seconds) ? seconds : 0;

    private long Option(string name) =>
        LongOf(setup.Effective.GetValueOrDefault(name) ?? setup.Options.GetValueOrDefault(name)) ?? 0;

    private static string Label(CellRecord cell, string name) => cell.Labels.GetValueOrDefault(name, string.Empty);

    private static long? LongOf(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
