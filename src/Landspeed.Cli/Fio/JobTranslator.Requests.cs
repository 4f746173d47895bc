using Landspeed.Cli.Arguments;
using Landspeed.Engine;
using Landspeed.Experiments.Load;

namespace Landspeed.Cli.Fio;

/// <content>What the requests are, in which order, and how many at a time.</content>
internal sealed partial class JobTranslator
{
    /// <returns>The size of a request, and whether it is the only one.</returns>
    private (long Bytes, bool IsOnly) Sizes(Pattern pattern)
    {
        int direction = pattern.Reads ? Read : Write;
        JobOption? split = _reader.Take("bssplit");
        JobOption bs = _reader.Take("bs", "blocksize") ?? new JobOption("bs", "4k", _job.Place);
        foreach (JobOption option in new[] { split, bs }.OfType<JobOption>())
        {
            string[] names = option.Name == "bssplit" ? [option.Name] : ["bs", "blocksize"];
            if (pattern.IsMix && _reader.Each(Read, names) != _reader.Each(Write, names))
            {
                _reader.Refuse(option, "reads and writes of a mix have the same sizes here");
            }
        }

        (long Size, long Pct)[] shares =
            split is null || _reader.Each(direction, "bssplit") is not { } text ? [] : Shares(split, text);
        if (shares.Length > 1)
        {
            _words.Add(
                "--sizes", string.Join(',', shares.Select(one => Invariant($"{Shown.Typed(one.Size)}:{one.Pct}"))));
            _differences.Add("fio draws each size alone, here each 100 requests have the shares");
            return (shares.Max(one => one.Size), false);
        }

        long? size = shares.Length == 1 ? shares[0].Size
            : _reader.Each(direction, "bs", "blocksize") is { } one ? _reader.Numbers.Size(one) : 4096;
        size = size is > 0 and <= EngineLimits.MaximumTransfer ? size
            : _reader.Wrong<long?>(bs, "it is not the size of a request");
        _words.Add("--request-size", Shown.Typed(size ?? 4096));
        return (size ?? 4096, true);
    }

    // Sizes without a share have equal ones of what is left.
    private (long Size, long Pct)[] Shares(JobOption split, string text)
    {
        string[][] parts = [.. text.Split(':').Select(one => one.Split('/', 2))];
        (long? Size, long? Pct, bool IsGiven)[] shares =
        [
            .. parts.Select(one => (
                _reader.Numbers.Size(one[0]),
                one.Length > 1 && one[1].Length > 0 ? JobNumbers.Count(one[1]) : 0,
                one.Length > 1 && one[1].Length > 0)),
        ];
        long left = 100 - shares.Sum(one => Math.Min(one.Pct ?? 0, 1000));
        int others = shares.Count(one => !one.IsGiven);
        bool isKnown = shares.All(one => one is { Size: > 0, Pct: not null })
            && left >= 0 && (others == 0 ? left == 0 : left % others == 0);
        return isKnown
            ? [.. shares.Select(one => (one.Size!.Value, one.IsGiven ? one.Pct!.Value : left / others))]
            : _reader.Wrong<(long, long)[]>(split, "sizes have whole percent of the requests, 100 together") ?? [];
    }

    /// <returns>Whether it is direct I/O.</returns>
    private bool AddEngine(int jobs, (string Words, bool IsOfEach)? rate)
    {
        JobOption engine = _reader.Take("ioengine") ?? new JobOption("ioengine", "psync", _job.Place);
        long depth = _reader.Count(1, (1, EngineLimits.MaximumQueueDepth), "iodepth");
        JobOption? mode = _reader.Take("direct", "buffered");
        if (mode is { Value: not "0" and not "1" })
        {
            _reader.Refuse(mode, "it is 0 or 1");
        }

        bool isDirect = mode is { Name: "buffered", Value: "0" } or { Name: not "buffered", Value: "1" };
        bool isOneByOne = s_oneByOne.Contains(engine.Value);
        if (!isOneByOne && !s_queues.Contains(engine.Value))
        {
            _reader.Refuse(engine, $"only {string.Join(", ", s_oneByOne.Concat(s_queues))} have a counterpart");
        }

        if (!isDirect && depth > 1 && engine.Value == "libaio")
        {
            _differences.Add("without direct I/O libaio waits in each submission; here "
                + Invariant($"{depth} requests are in flight"));
        }

        JobOption?[] batches = [.. s_batches.Select(name => _reader.Take(name))];
        if (!isOneByOne && batches.Any(option => option is { Value: not "0" and not "1" }))
        {
            _differences.Add("fio submits and reaps several requests together; here each starts when a place is free");
        }

        if (rate is not null)
        {
            _differences.Add(
                "fio waits for all requests in flight before it sleeps, and times a request from its submission");
        }

        if (rate is { IsOfEach: true } && (isOneByOne || depth == 1))
        {
            (isOneByOne, depth) = (false, 2);
            _differences.Add("fio has one request in flight; here reads and writes have one each");
        }

        string? think = Think(ref depth, isOneByOne, hasRate: rate is not null);
        _words.Add(rate is null ? "--queue-depth" : "--in-flight", isOneByOne ? null : Invariant($"{depth}"));
        _words.Add("--think", think);
        _words.Add("--threads", jobs > 1 ? Invariant($"{jobs}") : null);
        _words.Add("--mode", isDirect ? "direct" : "buffered");
        _words.Add("--engine", isOneByOne ? "synchronous" : null);
        _words.Add("--rate", rate?.Words);
        JobOption? process = _reader.Take("rate_process");
        if (process is { Value: not "linear" and not "poisson" })
        {
            _reader.Refuse(process, "it is linear or poisson");
        }

        _words.Add("--arrivals", rate is not null && process is { Value: "poisson" } ? "poisson" : null);
        return isDirect;
    }

    // fio limits each job and each direction; here all jobs together have one rate, or one of each direction.
    private (string Words, bool IsOfEach)? Rate(int jobs, Pattern pattern)
    {
        JobOption? requests = _reader.Take("rate_iops");
        JobOption? bytes = _reader.Take("rate");
        long?[] perS = requests is null ? [0, 0] : Each("rate_iops", JobNumbers.Count);
        bool isOfBytes = perS.All(rate => rate == 0) && bytes is not null;
        long?[] each = isOfBytes ? Each("rate", _reader.Numbers.Size) : perS;
        JobOption option = (isOfBytes ? bytes : requests) ?? pattern.Option;
        bool isBoth = !isOfBytes && bytes is not null && Each("rate", _reader.Numbers.Size).Any(rate => rate != 0);
        if (each.Contains(null) || isBoth)
        {
            _reader.Refuse(option, "it is not a rate, or there are two");
            return null;
        }

        long?[] Each(string name, Func<string, long?> read) =>
            [.. new[] { Read, Write }.Select(direction => _reader.Each(direction, name) is { } text ? read(text) : 0)];

        long reads = pattern.Reads ? each[Read]!.Value : 0;
        long writes = pattern.Writes ? each[Write]!.Value : 0;
        if ((reads, writes) is (0, 0))
        {
            return null;
        }

        if (pattern.IsMix && (reads == 0 || writes == 0))
        {
            _reader.Refuse(option, "one direction of the mix has no rate");
            return null;
        }

        string unit = isOfBytes ? "B/s" : "/s";
        return pattern.IsMix && (Int128)reads * (100 - pattern.ReadPct) != (Int128)writes * pattern.ReadPct
            ? (Invariant($"{(Int128)reads * jobs}{unit}:{(Int128)writes * jobs}{unit}"), true)
            : (Invariant($"{((Int128)reads + writes) * jobs}{unit}"), false);
    }

    // Before a pause fio waits for all in flight: after each request that leaves one at a time, however deep its queue.
    private string? Think(ref long depth, bool isOneByOne, bool hasRate)
    {
        const double Microsecond = 1e-6;
        if (_reader.Take("thinktime") is not { } option)
        {
            return null;
        }

        if (JobNumbers.Time(option.Value, Microsecond) is not { } pause)
        {
            return _reader.Wrong<string>(option, "it is not a time");
        }

        if (pause == TimeSpan.Zero)
        {
            return null;
        }

        long blocks = Math.Max(1, _reader.Count(1, (0, ThinkTime.MostRequests), "thinktime_blocks"));
        JobOption? type = _reader.Take("thinktime_blocks_type");
        bool isDeep = depth > 1 && !isOneByOne;
        string? why = hasRate ? "there is a rate, too, and requests that are due do not pause"
            : pause > ThinkTime.Longest ? "it is longer than a week"
            : isDeep && (blocks > 1 || type is { Value: not "complete" })
            ? "fio waits for all requests in flight before it pauses; use iodepth=1, or thinktime_blocks=1"
            : _reader.Take("thinktime_iotime") is { Value: not "0" }
            ? "here a pause follows requests, not a time; use thinktime_blocks instead of thinktime_iotime" : null;
        if (why is not null)
        {
            return _reader.Wrong<string>(option, why);
        }

        if (_reader.Take("thinktime_spin") is { Value: not "0" })
        {
            _differences.Add("fio keeps a CPU busy in a part of each pause (thinktime_spin), here it only waits");
        }

        if (isDeep)
        {
            depth = 1;
            _differences.Add("fio waits for all requests in flight before each pause, so here one is in flight");
        }

        return Invariant($"{pause.TotalMicroseconds}us") + (blocks == 1 ? string.Empty : Invariant($"/{blocks}"));
    }

    private void AddOrder(Pattern pattern, long request)
    {
        JobOption? distribution = _reader.Take("random_distribution");
        bool isDrawn = _reader.IsSet("norandommap");
        if (!pattern.IsRandom)
        {
            long step = pattern.IsReverse ? pattern.GapBytes - request : pattern.GapBytes + request;
            if (step < request || (step > request && _words.All.Contains("--sizes")))
            {
                _reader.Refuse(pattern.Option, "the gap is too small, or requests have several sizes");
            }

            if (pattern.GapBytes > 0)
            {
                _differences.Add(pattern.IsReverse
                    ? "fio begins at the start, and then goes backwards from the end; here it begins at the end"
                    : "fio ends after a pass, or begins it at the same places again; here it begins one request later");
            }

            _words.Add("--order", pattern.IsReverse ? "reverse" : null);
            _words.Add("--stride", step > request ? Shown.Typed(step) : null);
            return;
        }

        string[] words = distribution?.Value.ToLowerInvariant().Split(':') ?? ["random"];
        switch (words)
        {
            case ["random"]:
                _words.Add("--order", "random");
                if (!isDrawn)
                {
                    _differences.Add(
                        "fio uses each place once before any comes again; here some come twice, some never");
                }

                break;
            case ["zipf", var exponent]:
                _words.Add("--places", $"zipf:{exponent}");
                break;
            case ["zoned", var hot, var rest] when HotOf(hot, rest) is { } places:
                _words.Add("--places", places);
                _differences.Add("fio's hot places are at the start of the file, here they are scattered");
                break;
            default:
                _reader.Refuse(
                    distribution!, "only random, zipf:EXPONENT and zoned with two zones have a counterpart");
                break;
        }
    }

    // "90/10", "10/90": requests and places of the first zone, and of the rest.
    private static string? HotOf(string hot, string rest)
    {
        long?[] numbers = [.. $"{hot}/{rest}".Split('/').Select(JobNumbers.Count)];
        return numbers is [{ } requests, { } places, { } others, { } elsewhere]
            && requests + others == 100 && places + elsewhere == 100 ? Invariant($"hot:{places}:{requests}") : null;
    }
}
