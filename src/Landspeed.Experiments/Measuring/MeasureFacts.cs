using System.Globalization;
using Landspeed.Experiments.Load;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>Describes what a measurement will do, for display.</summary>
internal static class MeasureFacts
{
    /// <summary>Returns one line per fact: label and text.</summary>
    internal static IEnumerable<(string Label, string Text)> Of(MeasurementPlan plan)
    {
        MeasurementOptions options = plan.Options;
        yield return ("file", $"{options.Path.Display}, {Task(plan)}");
        yield return ("case", Case(options));
        if (options.Precondition is { } precondition)
        {
            yield return ("before", Precondition(precondition, plan));
        }

        if (options.Load is { } load)
        {
            yield return ("rate", Rate(load, options));
        }

        if (options is { IsPrecise: true, Load: not null } or { IsPrecise: true, Think: not null })
        {
            yield return ("precise", "threads never sleep, so each takes a CPU");
        }

        yield return ("mode", Mode(options));
        yield return ("engine", options.Api == FileApi.FileStream ? "none: FileStream of .NET"
            : options.Engine == EngineChoice.Automatic ? "auto: io_uring, otherwise threads"
            : options.Engine.ToWord());
        yield return ("bounds", Bounds(plan));
        if (options.Blocks != BlockUse.None)
        {
            yield return ("blocks", Blocks(options));
        }
    }

    private static string Task(MeasurementPlan plan) => plan.FileTask switch
    {
        FileTask.Create => $"is missing: it is created, {Size(plan.FileLength)}, {Content(plan.Options)}",
        FileTask.Lengthen => $"is lengthened to {Size(plan.FileLength)}",
        FileTask.Refill => $"was left half filled by a run that was killed: it is filled again, {Size(plan.FileLength)}",
        FileTask.Empty => $"is emptied and extended to {Size(plan.FileLength)}; its current content is lost",
        FileTask.Remake =>
            $"is emptied and made again, {Size(plan.FileLength)}, {Content(plan.Options)}; its current content is lost",
        _ when plan.IsShorter =>
            $"{Size(plan.FileLength)}, read as it is: {Size(plan.Options.Size!.Value)} was requested, but it is not ours to lengthen",
        _ when plan.Options.WritesWithin || plan.Options.Precondition is not null =>
            $"{Size(plan.FileLength)}; its current content is overwritten",
        _ => $"{Size(plan.FileLength)}, used as it is",
    };

    private static string Content(MeasurementOptions options) => options.Preparation switch
    {
        FilePreparation.None => "empty",
        FilePreparation.Length => "length set, no blocks (a hole)",
        FilePreparation.Reserve => "blocks reserved, never written",
        FilePreparation.Zero => "zeros written",
        null when options.Operation == MeasuredOperation.Extend => "empty",
        _ => "incompressible data",
    };

    private static string Mode(MeasurementOptions options)
    {
        bool mayFallBack = options is { RequireMode: false, Mode: not IoMode.Buffered };
        string mode = options.Mode.ToWord() + (mayFallBack ? ", or buffered where the file system refuses it" : string.Empty);
        return options.Cold ? $"{mode}; dropped from the page cache first" : mode;
    }

    private static string Rate(LoadOptions load, MeasurementOptions options)
    {
        string full = load.WhenFull == FullPolicy.Queue ? "waits" : "is skipped";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Rates(load, options.MeanRequestSize)}, {options.Arrivals.ToWord()}, "
            + $"at most {options.QueueDepth * options.Threads:#,0} in flight; a request that is due then {full}");
    }

    private static string Rates(LoadOptions load, double size) => load.WriteRate is { } writes
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"{load.Rate.RequestsPerS(size):#,0.###} reads/s and {writes.RequestsPerS(size):#,0.###} writes/s")
        : string.Create(CultureInfo.InvariantCulture, $"{load.Rate.RequestsPerS(size):#,0.###} requests/s");

    private static string Case(MeasurementOptions options)
    {
        string depth = options.Load is null
            ? string.Create(CultureInfo.InvariantCulture, $"queue depth {options.QueueDepth}, ") : string.Empty;
        string think = options.Think is not { } pauses ? string.Empty
            : $"each pauses {AmountText.Duration(pauses.Pause.TotalNanoseconds)} "
                + (options.Arrivals == ArrivalPattern.Even ? string.Empty : "on average, exponentially distributed, ")
                + (pauses.Requests == 1 ? "after each request, "
                    : string.Create(CultureInfo.InvariantCulture, $"after {pauses.Requests:#,0} requests, "));
        string offset = options.Offset > 0 ? $"from {Size(options.Offset)} on, " : string.Empty;
        string mix = options.HasShares
            ? string.Create(
                CultureInfo.InvariantCulture, $" of {options.ReadPct} % reads, {100 - options.ReadPct} % writes")
            : string.Empty;
        string skew = options.Distribution is { } distribution ? $"distribution {distribution}, " : string.Empty;
        string order = (options.IsReverse ? "from the end, " : string.Empty)
            + (options.Stride is { } stride ? $"one every {Size(stride)}, " : string.Empty);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{options.Operation.ToWord()}{mix}, requests of {Sizes(options)}, {offset}"
            + $"{depth}{think}threads {options.Threads}, distance {options.DistancePct} %, {skew}{order}"
            + $"flush {options.Flush.ToWord()}");
    }

    private static string Bounds(MeasurementPlan plan)
    {
        string? bytes = plan.RunBytes is { } limit ? Size(limit) : null;
        string time = string.Create(CultureInfo.InvariantCulture, $"{plan.RunTime.TotalSeconds:0.###} s");
        string bound = (bytes, plan.RunTime >= MeasurementOptions.LongestTime) switch
        {
            (null, _) => time,
            (_, true) => bytes,
            _ => $"{bytes} or {time}, whichever comes first",
        };
        string steady = plan.Options.Until is { } until
            ? string.Create(
                CultureInfo.InvariantCulture,
                $", or earlier when the rate changes by up to {until.WithinPct} % in ")
                + string.Create(CultureInfo.InvariantCulture, $"{until.Window.TotalSeconds:0.#} s")
            : string.Empty;
        return string.Create(CultureInfo.InvariantCulture, $"{bound}{steady}; runs: {plan.Options.Repeat}");
    }

    private static string Precondition(Precondition how, MeasurementPlan plan) =>
        $"up to {Size(plan.PreconditionBytes)} are written over the file first, "
        + (how.Order == PreconditionOrder.Fill ? "in order" : "at random")
        + "; less if the device becomes slower";

    private static string Blocks(MeasurementOptions options)
    {
        string journal = MeasurementPlanner.JournalOf(options).Display;
        return options.Writes
            ? $"each says where and when it was written; what is durable is recorded in {journal}"
            : $"each is compared with the journal {journal}";
    }

    private static string Sizes(MeasurementOptions options) => options.Sizes is not { } sizes
        ? Size(options.RequestSize)
        : string.Join(" and ", sizes.All.Select(one => string.Create(
            CultureInfo.InvariantCulture, $"{Size(one.Bytes)} ({one.Pct} %)")));

    private static string Size(long bytes) => new ByteCount(bytes).ToDisplay();
}
