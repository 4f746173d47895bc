using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Fio;

/// <content>Which file it is, how long, and what ends the job.</content>
internal sealed partial class JobTranslator
{
    private (string Name, bool IsShared) File(int jobs)
    {
        JobOption? directory = _reader.Take("directory");
        JobOption? named = _reader.Take("filename");
        JobOption? format = _reader.Take("filename_format");
        if (_reader.Count(1, (1, int.MaxValue), "nrfiles", "nr_files") != 1)
        {
            _reader.Lacks("nrfiles is more than 1, but a measurement has one file");
        }

        if (_file is not null)
        {
            return (_file, true);
        }

        string pattern = format?.Value ?? "$jobname.$jobnum.$filenum";
        string known = pattern
            .Replace("$jobnum", "0", StringComparison.Ordinal).Replace("$filenum", "0", StringComparison.Ordinal);
        const string JobName = "$jobname";
        string rest = known.Replace(JobName, "x", StringComparison.Ordinal);
        if (format is not null && (rest.Length == 0 || rest.Contains('$', StringComparison.Ordinal)))
        {
            _reader.Refuse(format, "of the words with $ only $jobname, $jobnum and $filenum are known");
        }

        string name = named is not null ? One(named)
            : known.Replace(JobName, _job.Name.Replace('/', '_'), StringComparison.Ordinal);
        bool isShared = named is not null || jobs == 1 || !pattern.Contains("$jobnum", StringComparison.Ordinal);
        string path = directory is null ? name : $"{One(directory)}/{name}";
        return (path, isShared);
    }

    // A colon parts several names, unless there is a backslash before it.
    private string One(JobOption option)
    {
        const string Escaped = "\\:";
        string name = option.Value.Replace(Escaped, "\0", StringComparison.Ordinal);
        string? wrong = name.Length == 0 ? "it names nothing"
            : name.Contains(':', StringComparison.Ordinal) ? "it names several, but a measurement has one file"
            : s_notOfNames.Any(word => name.Contains(word, StringComparison.Ordinal))
            ? "words that stand for others are not replaced in names" : null;
        return wrong is null ? name.Replace('\0', ':') : _reader.Wrong<string>(option, wrong) ?? option.Value;
    }

    // fio does whole requests only.
    private static long? Whole(long? bytes, (long Bytes, bool IsOnly) request, bool isUp = false) =>
        bytes is not { } all || !request.IsOnly || (all < request.Bytes && !isUp) ? bytes
            : Times((all / request.Bytes) + (isUp && all % request.Bytes > 0 ? 1 : 0), request.Bytes);

    private static long? Times(long? bytes, long factor) =>
        bytes is { } one ? (long)Int128.Min(long.MaxValue, (Int128)one * factor) : null;

    private static long? Least(long? one, long? other) => one < other ? one : other;

    private static long? PercentOf(long? bytes, long pct) => Times(bytes / 100, pct) + (bytes % 100 * pct / 100);

    private void AddSize(Pattern pattern, (long Bytes, bool IsOnly) request, string file, bool isShared, int jobs)
    {
        JobOption? given = _reader.Take("size");
        JobOption? ofFile = _reader.Take("filesize", "file_size");
        long? existing = _lengthOf(file);
        long? laidOut = ofFile is null ? existing
            : _reader.Numbers.Size(ofFile.Value) ?? _reader.Wrong<long?>(ofFile, "it is not a size");
        long offset = Offset(laidOut, request.Bytes);
        bool isPercent = given is not null && given.Value.EndsWith('%');
        long? rest = laidOut - offset;
        long? whole = given is null ? rest
            : !isPercent ? _reader.Numbers.Size(given.Value) ?? _reader.Wrong<long?>(given, "it is not a size")
            : JobNumbers.Count(given.Value[..^1]) is { } pct and > 0 and <= 100
            ? Least(PercentOf(laidOut, pct), rest)
            : _reader.Wrong<long?>(given, "it is 1% to 100%");
        if (given is not null && !isPercent && ofFile is not null && whole != rest)
        {
            _reader.Refuse(ofFile, "it does not end where size does, but a measurement has one end");
        }

        // In order fio begins a request before the end of size, and goes beyond it where the file does.
        long? up = Whole(whole, request, isUp: true);
        bool isUp = given is not null && !isPercent && !pattern.IsRandom && rest >= up;
        long? size = isUp ? up : Whole(whole, request);
        if (size is null && laidOut is null && (given is null || isPercent))
        {
            _reader.Lacks(
                $"there is no file {Shown.Value(file)} yet, and size does not say how many bytes it will have");
        }

        JobOption? step = _reader.Take("offset_increment");
        long? increment = jobs == 1 || step is null ? null : _reader.Size("offset_increment");
        if (increment is > 0 && (increment != whole || !isShared))
        {
            _reader.Refuse(step!, "it is not the size of a job's part of one file; here each thread has an equal part");
        }

        bool isParted = increment is > 0;
        if (jobs > 1 && !isParted)
        {
            _differences.Add(isShared
                ? Invariant($"each of fio's {jobs} jobs goes through the whole file, ")
                    + Invariant($"here each of {jobs} threads through its part")
                : Invariant($"fio gives each of its {jobs} jobs a file; ")
                    + Invariant($"here {jobs} threads share one, as large as those together"));
        }

        long? length = isShared && !isParted ? size : Times(size, jobs);
        bool isWhole = size == rest && ofFile is null && (given is null || isPercent);
        _words.Add("--offset", offset > 0 ? Shown.Typed(offset) : null);
        _words.Add("--size", !isWhole && length is { } bytes
            ? Shown.Typed((long)Int128.Min(long.MaxValue, (Int128)offset + bytes)) : null);
        AddEnd(pattern, request, Times(size, jobs), jobs);
    }

    // Percent are of the file, and go up to the next whole request.
    private long Offset(long? existing, long request)
    {
        if (_reader.Take("offset") is not { } option)
        {
            return 0;
        }

        bool isPercent = option.Value.EndsWith('%');
        long? percent = isPercent ? JobNumbers.Count(option.Value[..^1]) : null;
        long? offset = !isPercent ? _reader.Numbers.Size(option.Value)
            : percent is >= 0 and < 100
            ? Whole(PercentOf(existing, percent.Value), (request, true), isUp: true)
            : null;
        string? wrong = isPercent && existing is null
            ? "there is no file yet, so a percentage of it is not known"
            : offset is null or > long.MaxValue / 4 ? "it is not a size, or 0% to 99%"
            : offset >= existing && _reader.Take("size", "filesize", "file_size") is null
            ? "it is not before the end of the file" : null;
        return wrong is null ? offset!.Value : _reader.Wrong<long>(option, wrong);
    }

    private void AddEnd(Pattern pattern, (long Bytes, bool IsOnly) request, long? all, int jobs)
    {
        TimeSpan? runtime = _reader.Time("runtime", "timeout");
        bool isTimeBased = _reader.IsSet("time_based");
        long? moved = Times(Whole(_reader.Size("io_size", "io_limit"), request, isUp: true), jobs) ?? all;
        long loops = _reader.Count(1, (1, int.MaxValue), "loops");
        runtime = runtime == TimeSpan.Zero ? null : runtime;
        if (isTimeBased && runtime is null)
        {
            _reader.Lacks("time_based needs runtime");
        }

        if (_reader.Take("ramp_time") is { Value: not "0" })
        {
            _differences.Add("ramp_time: the warm-up that is left out of the numbers has a length of its own here");
        }

        _words.Add("--time", runtime is not { } time ? null
            : time.Ticks % TimeSpan.TicksPerSecond == 0 ? Invariant($"{time.TotalSeconds}s")
            : Invariant($"{time.TotalMilliseconds:0.###}ms"));
        _words.Add("--bytes", !isTimeBased && moved is { } bytes ? Shown.Typed(Times(bytes, loops)!.Value) : null);
        AddSteady();
        AddFlush(pattern);
    }

    private void AddSteady()
    {
        JobOption? state = _reader.Take("steadystate", "ss");
        TimeSpan? window = _reader.Time("steadystate_duration", "ss_dur");
        if (state is null)
        {
            return;
        }

        string[] parts = state.Value.Split(':', 2);
        if (parts is ["bw" or "iops", [.., '%']] && window is { } time)
        {
            _words.Add("--until", Invariant($"steady={parts[1]}/{time.TotalSeconds}s"));
            _differences.Add("fio compares seconds with their mean, not five rounds with a line through them");
        }
        else
        {
            _reader.Refuse(state, "only bw:PCT% and iops:PCT% with ss_dur have a counterpart");
        }
    }

    private void AddFlush(Pattern pattern)
    {
        JobOption? sync = _reader.Take("sync");
        string? otherwise = sync?.Value switch
        {
            "1" or "sync" => "fio writes with O_SYNC, here with O_DSYNC: the file's times need not be durable",
            null or "0" or "none" or "dsync" => null,
            _ => _reader.Wrong<string>(sync, "it is none, sync or dsync"),
        };
        bool isEach = sync is { Value: "1" or "sync" or "dsync" };
        foreach (string name in new[] { "fsync", "fdatasync" })
        {
            JobOption? option = _reader.Take(name);
            if (option is { Value: "1" })
            {
                isEach = true;
                otherwise = $"fio calls {name} after each write, here each write is durable by itself (O_DSYNC)";
            }
            else if (pattern.Writes && option is { Value: not "0" })
            {
                _reader.Refuse(option, "here each write is made durable, or all at the end; use 1, or end_fsync");
            }
        }

        _differences.AddRange(pattern.Writes && otherwise is not null ? [otherwise] : Array.Empty<string>());
        bool isEnd = _reader.IsSet("end_fsync") | _reader.IsSet("fsync_on_close");
        _words.Add("--flush", !pattern.Writes ? null : isEach ? "each" : isEnd ? "end" : null);
    }

    private void AddCaches(Pattern pattern, bool isDirect, bool isNew)
    {
        bool isCold = _reader.IsSet("invalidate", absent: true) && pattern.Reads && !isDirect;
        bool isTimeBased = _reader.IsSet("time_based");
        _words.Add(isCold && !isTimeBased ? "--cold" : null);
        if (isCold && isTimeBased)
        {
            _differences.Add("fio drops the file from the page cache before its first pass, here it stays there");
        }

        // A file that fio makes for writes has blocks that were never written.
        JobOption? fallocate = _reader.Take("fallocate");
        bool isLaidOut = _reader.IsSet("overwrite");
        string? how = fallocate?.Value switch
        {
            "none" or "0" or "truncate" => "length",
            null or "native" or "posix" or "keep" or "1" => "reserve",
            _ => _reader.Wrong<string>(fallocate, "it is none, native, posix, keep or truncate"),
        };
        _words.Add("--preallocate", pattern.ReadPct == 0 && isNew && !isLaidOut ? how : null);
        if (_reader.IsSet("unlink"))
        {
            _differences.Add("fio removes the file at the end, here it stays");
        }
    }
}
