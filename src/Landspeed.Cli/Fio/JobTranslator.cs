using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Jobs;
using Landspeed.Experiments;

namespace Landspeed.Cli.Fio;

/// <summary>Puts a job of fio into the words of <c>measure</c>.</summary>
/// <remarks>
/// An option that has no counterpart is refused with its place; what changes nothing here is named, and so is what is
/// known to be done otherwise. Defaults are those of fio 3.33.
/// </remarks>
internal sealed partial class JobTranslator
{
    private const int MostNamed = 5;
    private const int Read = 0;
    private const int Write = 1;

    private static readonly string[] s_oneByOne = ["sync", "psync", "pvsync", "pvsync2"];
    private static readonly string[] s_queues = ["libaio", "io_uring", "posixaio"];
    private static readonly string[] s_contents =
        ["zero_buffers", "buffer_pattern", "buffer_compress_percentage", "buffer_compress_chunk", "dedupe_percentage"];

    private static readonly string[] s_notOfNames = ["$pagesize", "$ncpus", "$mb_memory", "{rank}"];

    private static readonly string[] s_batches =
    [
        "iodepth_batch", "iodepth_batch_submit", "iodepth_batch_complete", "iodepth_batch_complete_min",
        "iodepth_batch_complete_max", "iodepth_low",
    ];

    // What fio prints, how it starts its jobs, and what it does for itself. Others are refused.
    private static readonly HashSet<string> s_ignored =
    [
        "allrandrepeat", "clat_percentiles", "clocksource", "cpus_allowed_policy", "create_fsync", "create_on_open",
        "create_serialize", "description", "disable_bw_measurement", "disable_clat", "disable_lat", "disable_slat",
        "disk_util", "eta", "exitall", "exitall_on_error",
        "fadvise_hint", "file_service_type", "fixedbufs", "group_reporting", "gtod_cpu", "gtod_reduce", "iomem",
        "iomem_align", "lat_percentiles", "mem", "mem_align", "name", "new_group", "openfiles", "per_job_logs",
        "percentile_list", "random_generator", "randrepeat", "randseed", "registerfiles", "rwmixread", "rwmixwrite",
        "scramble_buffers", "significant_figures", "slat_percentiles", "softrandommap", "ss_ramp", "ss_ramp_time",
        "startdelay", "stats", "thinktime_blocks", "thinktime_blocks_type", "thinktime_iotime", "thinktime_spin",
        "thread",
        "unified_rw_reporting", "unit_base", "userspace_reap", "verify_async", "verify_dump", "verify_fatal",
        "verify_interval", "verify_offset", "verify_pattern", "verify_state_load", "verify_state_save",
    ];

    private readonly JobSection _job;
    private readonly JobReader _reader;
    private readonly string? _file;
    private readonly Func<string, long?> _lengthOf;
    private readonly List<string> _differences = [];
    private readonly JobWords _words = new();

    private JobTranslator(JobSection job, string? file, Func<string, long?> lengthOf)
    {
        (_job, _reader, _file, _lengthOf) = (job, new JobReader(job), file, lengthOf);
    }

    /// <summary>Translates a job.</summary>
    /// <param name="job">The job.</param>
    /// <param name="file">The file to be measured instead of the job's; null: the job's.</param>
    /// <param name="lengthOf">The length of a file; null: there is none of that name.</param>
    /// <exception cref="ExperimentException">It has options without a counterpart.</exception>
    internal static TranslatedJob Translate(JobSection job, string? file, Func<string, long?> lengthOf) =>
        new JobTranslator(job, file, lengthOf).Translate();

    private TranslatedJob Translate()
    {
        _reader.Take("stonewall", "wait_for_previous");
        if (_reader.Take("kb_base") is { } unit && _job.Options[0] != unit
            && _job.Options.Any(option => option is { Name: "kb_base", Value: "1000" }))
        {
            _reader.Refuse(unit, "fio has read the sizes above it with another unit; write it above all of them");
        }

        Pattern pattern = PatternOf();
        int jobs = (int)_reader.Count(1, (1, 256), "numjobs");
        (string file, bool isShared) = File(jobs);
        _words.AddFile(file);
        _words.Add(pattern.ReadPct is 0 ? "--write" : null);
        (string Words, bool IsOfEach)? rate = Rate(jobs, pattern);
        bool hasShares = pattern.IsMix && rate is not { IsOfEach: true };
        _words.Add("--mix", hasShares ? Invariant($"{pattern.ReadPct}:{100 - pattern.ReadPct}") : null);
        (long Bytes, bool IsOnly) request = Sizes(pattern);
        bool isDirect = AddEngine(jobs, rate);
        AddOrder(pattern, request.Bytes);
        AddSize(pattern, request, file, isShared, jobs);
        AddCaches(pattern, isDirect, isNew: _lengthOf(file) is null);
        AddContents(pattern);
        List<string> ignored = Rest();
        if (_reader.Refused.Count > 0)
        {
            string named = string.Join("; ", _reader.Refused.Take(MostNamed));
            int more = _reader.Refused.Count - MostNamed;
            throw UsageError.Of($"{_job.Shown} cannot be measured as it is: {named}"
                + (more > 0 ? Invariant($"; and {more} more") : string.Empty));
        }

        return new TranslatedJob(_job.Name, _job.Shown, _words.All, ignored, _differences);
    }

    private Pattern PatternOf()
    {
        JobOption option = _reader.Take("rw", "readwrite") ?? new JobOption("rw", "read", _job.Place);
        string[] parts = option.Value.ToLowerInvariant().Split(':', 2);
        bool isRandom = parts[0].StartsWith("rand", StringComparison.Ordinal);
        int? readPct = (isRandom ? parts[0][4..] : parts[0]) switch
        {
            "read" => 100,
            "write" => 0,
            "rw" or "readwrite" => ReadShare(),
            _ => null,
        };
        if (readPct is null)
        {
            _reader.Refuse(option, "it neither reads nor writes");
        }

        string gap = parts.Length > 1 ? parts[1] : isRandom ? "1" : "0";
        long? bytes = _reader.Numbers.Size(gap.StartsWith('-') ? gap[1..] : gap);
        if (bytes is null || (isRandom && gap != "1"))
        {
            _reader.Refuse(option, "what is behind the colon has no counterpart; leave it out");
        }

        return new Pattern(
            option, readPct ?? 100, isRandom, IsReverse: gap.StartsWith('-'), GapBytes: isRandom ? 0 : bytes ?? 0);
    }

    private int ReadShare()
    {
        long share = _reader.Count(50, (0, 100), "rwmixread", "rwmixwrite");
        return (int)(_reader.Take("rwmixread", "rwmixwrite") is { Name: "rwmixwrite" } ? 100 - share : share);
    }

    private void AddContents(Pattern pattern)
    {
        _words.Add(_reader.IsSet("refill_buffers") && pattern.Writes ? "--touch" : null);
        JobOption?[] contents = [.. s_contents.Select(name => _reader.Take(name))];
        if (pattern.Writes && contents.Any(option => option is { Value: not "0" }))
        {
            _differences.Add("what is written does not compress and has no pattern here");
        }

        JobOption? verify = _reader.Take("verify");
        bool isCompared = _reader.IsSet("do_verify", absent: true);
        if (verify is { Value: not "0" and not "none" and not "null" })
        {
            if (isCompared || pattern.Reads)
            {
                _reader.Refuse(
                    verify, "use --write --verify-blocks and then --check, which tell what became of each block");
            }
            else
            {
                _differences.Add("fio writes a checksum into each block");
            }
        }
    }

    private List<string> Rest()
    {
        List<string> ignored = [];
        foreach (JobOption option in _reader.Left)
        {
            if (s_ignored.Contains(option.Name) || IsOfLog(option.Name))
            {
                ignored.Add(Shown.OneLine(option.Name));
            }
            else
            {
                _reader.Refuse(option, "it has no counterpart; leave it out");
            }
        }

        return ignored;
    }

    private static bool IsOfLog(string name) => name.StartsWith("log_", StringComparison.Ordinal)
        || (name.StartsWith("write_", StringComparison.Ordinal) && name.EndsWith("_log", StringComparison.Ordinal));

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private sealed record Pattern(JobOption Option, int ReadPct, bool IsRandom, bool IsReverse, long GapBytes)
    {
        internal bool Reads => ReadPct > 0;

        internal bool Writes => ReadPct < 100;

        internal bool IsMix => Reads && Writes;
    }
}
