using System.Globalization;
using Landspeed.Engine;
using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Load;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>Checks the options as far as possible without examining the machine.</summary>
internal static class OptionLimits
{
    private const int MaximumThreads = 256;
    private const int MaximumRepeat = 1000;
    private const double MaximumDistancePct = 100;

    // 64 GiB of buffers would exhaust most machines; no device needs more than a few hundred MiB in flight.
    internal const long MaximumBufferBytes = 4L << 30;

    // A hundred days: longer runs are typing errors.
    private static readonly TimeSpan s_maximumTime = TimeSpan.FromDays(100);

    /// <summary>Refuses values out of range and contradictory options.</summary>
    /// <exception cref="ExperimentException">Usage; the message names value and range.</exception>
    internal static void Check(MeasurementOptions options)
    {
        CheckRange("request size", options.RequestSize, 1, EngineLimits.MaximumTransfer);
        CheckRange("queue depth", options.QueueDepth, 1, EngineLimits.MaximumQueueDepth);
        CheckRange("threads", options.Threads, 1, MaximumThreads);
        CheckRange("share of reads in percent", options.ReadPct, 1, 99);
        CheckRange("repeat", options.Repeat, 1, MaximumRepeat);
        CheckRange("offset", options.Offset, 0, long.MaxValue);
        CheckRange("size", options.Size ?? 1, 1, long.MaxValue);
        CheckRange("bytes", options.Bytes ?? 1, 1, long.MaxValue);
        if (options.DistancePct is not (>= 0 and <= MaximumDistancePct))
        {
            throw Usage(Invariant($"the distance {options.DistancePct} is out of range: it must be 0 to 100 percent"));
        }

        if (options.Time <= TimeSpan.Zero || options.Time > s_maximumTime)
        {
            throw Usage(Invariant($"the time {options.Time.TotalSeconds} s is out of range: it must be above 0, up to 100 days"));
        }

        if (options.Load is { } load)
        {
            CheckRate(load.Rate.RequestsPerS(options.MeanRequestSize));
            CheckRates(load, options);
        }

        if (options.Think is { IsInRange: false } think)
        {
            throw Usage($"pauses of {think} are out of range: they last 1 µs to 168 h, after 1 to "
                + Invariant($"{ThinkTime.MostRequests} requests"));
        }

        CheckTogether(options);
    }

    private static void CheckOffset(MeasurementOptions options)
    {
        string? limit = options switch
        {
            { Operation: MeasuredOperation.Extend } => "does not suit an extend, which begins with an empty file",
            { Blocks: not BlockUse.None } => "does not suit blocks that prove themselves: they fill the whole file",
            { Api: FileApi.FileStream } => "does not suit FileStream, which goes through whole files",
            { IsOfSeveralRanks: true } => "does not suit several ranks",
            _ => null,
        };
        Refuse("an offset", limit is null ? null : $"{limit}: leave out --offset");
    }

    private static void CheckThink(MeasurementOptions options)
    {
        string? limit = options switch
        {
            { Load: not null } => "do not start at a rate: leave out --think or --rate",
            { Blocks: BlockUse.Check } => "take longer than a check needs: leave out --think",
            _ => null,
        };
        Refuse("requests with pauses", limit);
    }

    private static void CheckRate(double perS)
    {
        if (!(perS is >= LoadOptions.LowestPerS and <= LoadOptions.HighestPerS))
        {
            throw Usage(Invariant(
                $"a rate of {perS:0.######} requests per second is out of range: it must be ")
                + Invariant($"{LoadOptions.LowestPerS} to {LoadOptions.HighestPerS:#,0}"));
        }
    }

    private static void CheckRates(LoadOptions load, MeasurementOptions options)
    {
        if (load.WriteRate is { } writes)
        {
            CheckRate(writes.RequestsPerS(options.MeanRequestSize));
            CheckRange("number of reads and writes in flight", options.QueueDepth, 2, EngineLimits.MaximumQueueDepth);
            if (!options.Mixes)
            {
                throw Usage("a rate of writes needs a mix of reads and writes");
            }
        }
    }

    private static void CheckUntil(MeasurementOptions options, SteadyLimit until)
    {
        if (options.Load is not null)
        {
            throw Usage("at a given rate requests are always steady: leave out --until");
        }

        if (options.Operation == MeasuredOperation.Extend)
        {
            throw Usage("an extend ends with the file, steady or not: leave out --until");
        }

        if (options.Part.IsShared || options.Part.Rank > 0)
        {
            throw Usage(
                "each of several ranks would become steady at another time: start it without a launcher, or leave "
                + "out --until");
        }

        if (options.Time < until.Window)
        {
            throw Usage(Invariant(
                $"a time of {options.Time.TotalSeconds:0.###} s is shorter than the ")
                + Invariant($"{until.Window.TotalSeconds:0.###} s in which ")
                + "the rate is to be steady: raise --time, or shorten the window, for example "
                + "--until steady=10%/5s");
        }
    }

    private static void CheckBlocks(MeasurementOptions options)
    {
        string? limit = options switch
        {
            { Sizes: not null } => "are all alike: use --request-size instead of --sizes",
            _ when options.RequestSize % BlockStamp.SectorBytes != 0 => Invariant(
                $"consist of sectors of {BlockStamp.SectorBytes} bytes, and a request of {options.RequestSize} does ")
                + Invariant($"not: use --request-size {BlockStamp.SectorBytes} or a multiple of it"),
            { Operation: MeasuredOperation.Extend } => "are written within a file: use --write instead of --extend",
            { Touch: true } => "are examined anyway: leave out --touch",
            { Api: FileApi.FileStream } => "are written and read by an engine: leave out --api filestream",
            { Engine: EngineChoice.Null or EngineChoice.Memory } => "need a file: leave out the layers without one",
            { IsOfSeveralRanks: true } =>
                "have the journal of one process: start it without a launcher",
            { Blocks: BlockUse.Check, Operation: not MeasuredOperation.Read } =>
                "are only read by a check: leave out --write and --mix",
            { Blocks: BlockUse.Check, DistancePct: not 0 } => "are checked in order: leave out --order and --places",
            { Blocks: BlockUse.Check, Load: not null } => "are checked as fast as possible: leave out --rate",
            { Blocks: BlockUse.Check, Bytes: not null } => "are all checked: leave out --bytes",
            _ => null,
        };
        Refuse("blocks that prove themselves", limit);
    }

    private static void CheckPrecondition(MeasurementOptions options, Precondition precondition)
    {
        string? limit = options switch
        {
            _ when !precondition.Most.IsInRange => $"writes {precondition.Most}: use {WriteLimit.Range}",
            { Operation: MeasuredOperation.Extend } =>
                "writes over what is in the file, and an extend empties it: leave out --precondition",
            { Blocks: not BlockUse.None } =>
                "would write over blocks that prove themselves: leave out --precondition",
            { IsOfSeveralRanks: true } =>
                "is done by one process: start it without a launcher, or leave out --precondition",
            { Preparation: not null } =>
                "writes the whole file, which --preallocate leaves unwritten: leave one of them out",
            _ => null,
        };
        Refuse("preconditioning", limit);
    }

    private static void CheckSizes(MeasurementOptions options)
    {
        string? limit = options switch
        {
            { Operation: MeasuredOperation.Extend } =>
                "do not end where the file is to end: use --write, or --request-size with --extend",
            { IsOfSeveralRanks: true } =>
                "are measured by one process: start it without a launcher, or use --request-size",
            _ => null,
        };
        Refuse("requests of several sizes", limit);
    }

    private static void CheckOrder(MeasurementOptions options)
    {
        string what = options.IsReverse ? "requests in reverse order" : "requests with a stride";
        string option = options.IsReverse ? "--order reverse" : "--stride";
        string? limit = options switch
        {
            { DistancePct: not 0 } => $"are not at random: leave out {option}, or what asks for that",
            { Operation: MeasuredOperation.Extend } => $"do not append: leave out {option}",
            { Api: FileApi.FileStream } => $"are made by an engine: leave out {option}, or use --api engine",
            { Blocks: not BlockUse.None } => $"are unknown to the journal of blocks: leave out {option}",
            { Stride: not null, Sizes: not null } => "have one size: use --request-size instead of --sizes",
            { Stride: { } stride } when stride < options.RequestSize || stride % options.RequestSize != 0 =>
                Invariant($"of {stride} bytes do not fit requests of {options.RequestSize} bytes: use a multiple of ")
                + "--request-size",
            _ => null,
        };
        Refuse(what, limit);
    }

    private static void CheckTogether(MeasurementOptions options)
    {
        if (options.Engine == EngineChoice.Synchronous && options.QueueDepth != 1)
        {
            throw Usage(Invariant(
                $"the synchronous engine has one request in flight, not {options.QueueDepth}")
                + ": use --queue-depth 1, or --engine uring or threads");
        }

        if (options.Load is not null && (options.Part.IsShared || options.Part.Rank > 0))
        {
            throw Usage("a rate is measured by one process: start it without a launcher, or leave out --rate");
        }

        if (options.Offset > 0)
        {
            CheckOffset(options);
        }

        if (options.Think is not null)
        {
            CheckThink(options);
        }

        if (options.Until is { } until)
        {
            CheckUntil(options, until);
        }

        if (options.Blocks != BlockUse.None)
        {
            CheckBlocks(options);
        }

        if (options.Precondition is { } precondition)
        {
            CheckPrecondition(options, precondition);
        }

        if (options.Sizes is not null)
        {
            CheckSizes(options);
        }

        if (options.Part.SegmentSize % options.RequestSize != 0)
        {
            throw Usage(Invariant(
                $"a segment of {options.Part.SegmentSize} bytes is not a multiple of the request size {options.RequestSize}: choose one that is"));
        }

        if (options.Part.IsShared && options.Api == FileApi.FileStream)
        {
            throw Usage("FileStream goes through whole files, and the ranks share one: put {rank} in its name, or use --api engine");
        }

        if (options.Operation == MeasuredOperation.Extend && options.Threads != 1)
        {
            throw Usage("an extend appends in one sequence: use --threads 1");
        }

        if (options.IsReverse || options.Stride is not null)
        {
            CheckOrder(options);
        }

        if (options.Distribution is not null && options.DistancePct != MaximumDistancePct)
        {
            throw Usage("a distribution says how often each place of the file is used at random: use --order random");
        }

        if (options.Operation == MeasuredOperation.Extend && options.DistancePct != 0)
        {
            string place = options.Distribution is null ? "--distance and --order random" : "--places";
            throw Usage($"an extend appends in one sequence: leave out {place}");
        }

        if (options.Operation == MeasuredOperation.Extend && options.Cold)
        {
            throw Usage("an extend begins with an empty file, which is never cached: leave out --cold");
        }

        if (!options.Writes && options.Flush != FlushPolicy.None)
        {
            throw Usage("a read has nothing to flush: leave out --flush");
        }

        if (options.Reads && options.Preparation == FilePreparation.None)
        {
            throw Usage("an empty file cannot be read: use --preallocate length, reserve or zero, or leave it out for real data");
        }

        if (options.Api == FileApi.FileStream)
        {
            CheckFileStream(options);
        }

        if (options.Bytes < options.RequestSize * options.Threads)
        {
            throw Usage(Invariant(
                $"the limit of {options.Bytes} bytes is less than one request of {options.RequestSize} bytes ")
                + Invariant($"for each of {options.Threads} threads: raise --bytes"));
        }

        long buffers = options.RequestSize * options.BuffersPerRequest * options.QueueDepth * options.Threads;
        if (buffers > MaximumBufferBytes)
        {
            throw Usage(
                $"queue depth × threads × request size {(options.Mixes ? "× 2 directions " : string.Empty)}needs "
                + $"{new ByteCount(buffers).ToDisplay()} of buffers: "
                + $"{new ByteCount(MaximumBufferBytes)} is the limit");
        }
    }

    private static void CheckFileStream(MeasurementOptions options)
    {
        string? limit = options switch
        {
            { Mode: not IoMode.Buffered } => $"is buffered: use --mode buffered, not {options.Mode.ToWord()}",
            { QueueDepth: not 1 } => "has one request in flight: use --queue-depth 1",
            { Threads: not 1 } => "has one cursor: use --threads 1",
            { Mixes: true } => "reads or writes, not both at once: use --read or --write",
            { Sizes: not null } => "has requests of one size: use --request-size instead of --sizes",
            { DistancePct: not 0 } => "goes through the file in order: leave out --distance and --order random",
            { Load: not null } => "waits for each request before the next: leave out --rate",
            { Think: not null } => "starts the next request at once: leave out --think",
            { Touch: true } => "only moves the bytes: leave out --touch",
            { Engine: not EngineChoice.Automatic } => "uses no engine: leave out --engine",
            { Flush: FlushPolicy.Each } => "collects small writes, so that none can be flushed alone: use --flush end",
            _ => null,
        };
        Refuse("FileStream", limit is null ? null : $"{limit}, or --api engine");
    }

    private static void Refuse(string what, string? limit)
    {
        if (limit is not null)
        {
            throw Usage($"{what} {limit}");
        }
    }

    private static void CheckRange(string name, long value, long least, long most)
    {
        if (value < least || value > most)
        {
            throw Usage(string.Create(
                CultureInfo.InvariantCulture, $"the {name} {value} is out of range: it must be {least} to {most}"));
        }
    }

    private static ExperimentException Usage(string message) => new(Outcome.Usage, message);
}
