using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>The nearest command for a cell.</summary>
internal sealed class FioCommand(SetupRecord setup, FioFileName file, CellRecord cell)
{
    private readonly string _mode = Value(setup, cell, "mode");
    private readonly string _operation = Value(setup, cell, "operation");
    private readonly long _depth = Thinks(setup, cell) ? 1 : DepthOf(setup, cell);
    private readonly long _requestSize = LongOf(Value(setup, cell, "request_size_bytes")) ?? 0;
    private readonly long _threads = Math.Max(1, LongOf(Value(setup, cell, "threads")) ?? 1)
        * (Thinks(setup, cell) ? DepthOf(setup, cell) : 1);
    private readonly RunRecord? _run = cell.Runs.Count > 0 ? cell.Runs[0] : null;

    /// <summary>One line for a POSIX shell.</summary>
    public string Line => string.Join(' ', Words());

    /// <summary>What fio does otherwise; none: no difference.</summary>
    public IEnumerable<string> Differences
    {
        get
        {
            if (FileStreamBuffer.WhyNotForFio(IsStream, _requestSize) is { } why)
            {
                yield return $"{why}: these are its system calls";
            }

            if (Distance is > 0 and < 100)
            {
                yield return $"requests are within {Value("distance_pct")} % of the file, fio's anywhere";
            }

            if (Value("distribution").StartsWith("hot:", StringComparison.Ordinal))
            {
                yield return "fio's hot places are at the start of the file, ours are scattered";
            }

            if (Value("size_shares").Length > 0)
            {
                yield return "fio draws each size alone, here each 100 requests have the shares";
            }

            if (Is("is_reverse") && Value("size_shares").Length > 0)
            {
                yield return "fio goes backwards only with one size: this goes forwards";
            }

            if (Value("stride_bytes").Length > 0)
            {
                yield return "at the end fio begins at the same places again, not one request later";
            }

            if (Rate > 0)
            {
                yield return "fio waits for all requests in flight before it sleeps, and times a request from its "
                    + "submission";
            }

            if (Rate > 0 && (ReadsPerJob + WritesPerJob) * _threads != Rate)
            {
                yield return $"fio starts {Number((ReadsPerJob + WritesPerJob) * _threads)} requests per second";
            }

            if (Rate > 0 && ReadPct > 0 && ReadsPerJob * 100 != RatePerJob * ReadPct)
            {
                yield return $"of fio's requests {Number(ReadsPerJob)} read and "
                    + $"{Number(WritesPerJob)} write per second";
            }

            if (Thinks(setup, cell) && DepthOf(setup, cell) > 1)
            {
                yield return "fio pauses only when its queue is empty, so each request in flight becomes a separate "
                    + "job with its part of the file";
            }

            if (Thinks(setup, cell) && Process == "poisson")
            {
                yield return "fio's pauses are all alike, ours exponentially distributed";
            }

            if (SteadyOf(Value("until")) is not null)
            {
                yield return "fio compares seconds with their mean, not five rounds with a line through them";
            }

            if (Is("touch") && (Reads || IsMix))
            {
                yield return "fio does not look at the bytes";
            }

            if (Value("blocks").Length > 0)
            {
                yield return "fio neither writes blocks that prove themselves nor compares them (its --verify has a "
                    + "format of its own)";
            }

            if (setup.Axes.Count == 0 && setup.Rounds > 1)
            {
                yield return $"one run of {Number(setup.Rounds)}";
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

    private bool IsStream => Value("api") == "filestream";

    private bool Reads => _operation == "read";

    private bool IsMix => _operation == "mix";

    private long ReadPct => LongOf(Value("read_pct")) ?? 0;

    // What fio adds to the end of a request to find the next one.
    private string Gap => GapOf(
        Is("is_reverse"), LongOf(Value("stride_bytes")), _requestSize, Value("size_shares").Length > 0);

    private double Distance => double.TryParse(Value("distance_pct"), CultureInfo.InvariantCulture, out double pct) ? pct : 0;

    // A sweep is cold and ends writes with a flush; a measurement says so.
    private bool IsCold => Value("cold").Length == 0 ? Reads : Is("cold");

    private string Flush => Value("flush") is { Length: > 0 } flush ? flush : Reads ? "none" : "end";

    // fio takes whole requests per second.
    private double Rate =>
        double.TryParse(Value("requests_per_s"), CultureInfo.InvariantCulture, out double perS) ? perS : 0;

    private string Process => Value("arrivals") == "poisson" ? "poisson" : "linear";

    // Of reads and writes with separate rates; otherwise 0.
    private double RateOfWrites =>
        double.TryParse(Value("write_requests_per_s"), CultureInfo.InvariantCulture, out double perS) ? perS : 0;

    private long RatePerJob => Rate > 0 ? PerJob(Rate) : 0;

    // Of a mix fio takes one rate for reads and one for writes.
    private string RatesPerJob => IsMix ? $"{Number(ReadsPerJob)},{Number(WritesPerJob)}" : Number(RatePerJob);

    private long ReadsPerJob => RateOfWrites > 0 ? PerJob(Rate - RateOfWrites)
        : IsMix ? Math.Max(1, RatePerJob * ReadPct / 100) : RatePerJob;

    // 0 would be no limit.
    private long WritesPerJob => RateOfWrites > 0 ? PerJob(RateOfWrites)
        : IsMix ? Math.Max(1, RatePerJob - ReadsPerJob) : 0;

    private bool Deep => _depth > 1;

    private string Engine => _run?.Case?.Effective.Engine ?? Value("engine") switch
    {
        "threads" or "synchronous" => Value("engine"),
        _ => "uring",
    };

    /// <summary>What fio calls a distribution, or null if all places are used alike.</summary>
    /// <param name="distribution">The word of the result; null or empty: all alike.</param>
    internal static string? DistributionOf(string? distribution) => distribution?.Split(':') switch
    {
        ["zipf", "1"] => "zipf:1.00001", // fio refuses 1
        ["zipf", var exponent] => $"zipf:{exponent}",
        ["hot", var places, var requests] when LongOf(places) is { } hot && LongOf(requests) is { } share =>
            $"zoned:{Number(share)}/{Number(hot)}:{Number(100 - share)}/{Number(100 - hot)}",
        _ => null,
    };

    /// <summary>What follows fio's name of a sequential pattern if the next request is not behind the last.</summary>
    internal static string GapOf(bool isReverse, long? stride, long requestSize, bool hasSizes)
    {
        long step = stride ?? requestSize;
        return isReverse ? hasSizes ? string.Empty : $":-{Number(step + requestSize)}"
            : step > requestSize ? $":{Number(step - requestSize)}" : string.Empty;
    }

    /// <summary>What fio calls several sizes, or null if there is one.</summary>
    /// <param name="sizes">Those of the result; null or empty: one.</param>
    internal static string? SplitOf(string? sizes) => string.IsNullOrEmpty(sizes)
        ? null
        : string.Join(':', SizeWords.Shares(sizes).Select(one => $"{Number(one.Bytes)}/{one.Pct}"));

    // "0.01s/4": a pause of 10 ms after four requests.
    private static string? ThinkOf(string think) => think.Split("s/") switch
    {
        [var pause] when MicrosecondsOf(pause.TrimEnd('s')) is { } us => $"--thinktime={us}us",
        [var pause, var requests] when MicrosecondsOf(pause) is { } us =>
            $"--thinktime={us}us --thinktime_blocks={requests}",
        _ => null,
    };

    private static string? MicrosecondsOf(string seconds) =>
        double.TryParse(seconds, CultureInfo.InvariantCulture, out double pause)
            ? Number((long)Math.Round(pause * 1e6)) : null;

    private static string? SteadyOf(string until) => until.Split('=', '%', '/') switch
    {
        ["steady", var pct, _, var window] => $"--steadystate=bw:{pct}% --ss_dur={window}",
        _ => null,
    };

    private long PerJob(double rate) => Math.Max(1, (long)Math.Round(rate / _threads));

    private IEnumerable<string> Words()
    {
        bool extends = _operation == "extend";
        string engine = EngineName();
        long size = IsStream ? Math.Max(_requestSize, FileStreamBuffer.Bytes) : _requestSize;
        long offset = Option("offset_bytes");
        long used = Option("file_bytes") - offset;
        bool isParted = _threads > 1 && used / _threads >= _requestSize; // fio refuses less than a request
        long limit = Option("limit_bytes") / _threads;
        string?[] words =
        [
            $"fio --name={cell.Name}",
            $"--filename={file.Quoted(extends ? ".extend" : string.Empty)}",
            $"--rw={(Distance > 0 ? "rand" : string.Empty)}{(Reads ? "read" : IsMix ? "rw" : "write")}{Gap}",
            ReadPct > 0 ? $"--rwmixread={Number(ReadPct)}" : null,
            DistributionOf(Value("distribution")) is { } skewed ? $"--random_distribution={skewed}" : null,
            Distance > 0 ? "--norandommap=1" : null, // here a place may be drawn again before all were
            SplitOf(Value("size_shares")) is { } split ? $"--bssplit={split}" : $"--bs={Number(size)}",
            $"--ioengine={engine}",
            engine == "psync" ? null : $"--iodepth={Number(_depth)}",
            .. RingFeatures(engine),
            RatePerJob > 0 ? $"--rate_iops={RatesPerJob} --rate_process={Process}" : null,
            ThinkOf(Value("think")),
            $"--direct={(_mode == "direct" ? "1" : "0")}",
            offset > 0 ? $"--offset={Number(offset)}" : null,
            $"--size={Number(isParted ? used / _threads : used)}",
            _threads > 1 ? $"--numjobs={Number(_threads)} --thread" : null,
            isParted ? $"--offset_increment={Number(used / _threads)}" : null,
            _threads > 1 ? "--group_reporting" : null,
            limit > 0 ? $"--io_size={Number(limit)}" : null,
            $"--runtime={Number(Math.Max(1, (long)Math.Ceiling(Seconds * 1000)))}ms",
            $"--time_based={(limit > 0 ? "0" : "1")}",
            SteadyOf(Value("until")),
            Reads || IsMix || IsCold ? $"--invalidate={(IsCold ? "1" : "0")}" : null,
            Flush == "end" ? "--end_fsync=1" : Flush == "each" ? "--sync=dsync" : null,
            Is("touch") && !Reads ? "--refill_buffers=1" : null,

            // fio would ask for a double read-ahead window, which neither FileStream nor our engine do.
            (Reads || IsMix) && _mode != "direct" ? "--fadvise_hint=0" : null,

            // A file that is there is written over, one that grows begins with nothing and is removed.
            Reads ? null
                : extends ? $"--fallocate={(Value("preparation") == "reserve" ? "native" : "none")} --unlink=1"
                : "--overwrite=1",
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

    private bool Is(string name) => Value(name) == "true";

    private string Value(string name) => Value(setup, cell, name);

    private static bool Thinks(SetupRecord setup, CellRecord cell) => Value(setup, cell, "think").Length > 0;

    private static long DepthOf(SetupRecord setup, CellRecord cell) => LongOf(Value(setup, cell, "queue_depth")) ?? 1;

    // A cell of a sweep has its case in its labels, that of a measurement in the options of all.
    private static string Value(SetupRecord setup, CellRecord cell, string name) =>
        cell.Labels.GetValueOrDefault(name) ?? setup.Options.GetValueOrDefault(name) ?? string.Empty;

    private static long? LongOf(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
