using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Measuring;
using Landspeed.Files;

namespace Landspeed.Cli.Commands;

/// <summary>A plan for people: what a measurement would do.</summary>
internal static class PlanText
{
    /// <summary>Writes it, one fact a line.</summary>
    internal static void Write(MeasurementPlan plan, TextWriter writer)
    {
        foreach ((string label, string text) in Lines(plan))
        {
            writer.Write($"{label,-11} {text}\n");
        }

        writer.Write("\nNothing was touched: --dry-run shows the plan only.\n");
    }

    private static IEnumerable<(string Label, string Text)> Lines(MeasurementPlan plan)
    {
        MeasurementOptions options = plan.Options;
        yield return ("file", $"{options.Path.Display}, {Task(plan)}");
        yield return ("place", Place(plan));
        yield return ("space", Space(plan));
        yield return ("preparation", Preparation(plan));
        yield return ("case", Case(options));
        yield return ("mode", Mode(plan));
        yield return ("engine", options.Api == FileApi.FileStream ? "none: FileStream of .NET" : Engine(options.Engine));
        yield return ("bounds", Bounds(plan));
    }

    private static string Task(MeasurementPlan plan) => plan.FileTask switch
    {
        FileTask.Create => $"is missing: it is created, {Shown.Size(plan.FileLength)}, {Content(plan.Options)}",
        FileTask.Lengthen => $"is lengthened to {Shown.Size(plan.FileLength)}",
        FileTask.Refill => $"was left half filled by a run that was killed: it is filled again, {Shown.Size(plan.FileLength)}",
        FileTask.Empty => $"is emptied and extended to {Shown.Size(plan.FileLength)}; its present content is lost",
        _ when plan.Options.Operation == MeasuredOperation.Write =>
            $"{Shown.Size(plan.FileLength)}; its present content is overwritten",
        _ => $"{Shown.Size(plan.FileLength)}, used as it is",
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

    private static string Place(MeasurementPlan plan)
    {
        string device = plan.Environment.Device is { } name ? $", device {name}" : ", no block device";
        return $"{plan.Environment.FileSystem ?? "unknown file system"} at " +
            $"{plan.Environment.MountPoint ?? "an unknown mount"}{device}";
    }

    private static string Space(MeasurementPlan plan)
    {
        string available = plan.Environment.AvailableBytes is { } bytes
            ? $", {Shown.Size(bytes)} available"
            : string.Empty;
        return plan.SpaceNeededBytes == 0
            ? "none needed"
            : $"{Shown.Size(plan.SpaceNeededBytes)} needed{available}";
    }

    private static string Preparation(MeasurementPlan plan) => plan.PreparationBytes == 0
        ? "nothing is written before"
        : $"{Shown.Size(plan.PreparationBytes)} written before";

    private static string Mode(MeasurementPlan plan)
    {
        bool mayFallBack = plan.Options is { ModeNecessity: Necessity.Preferred, Mode: not IoMode.Buffered };
        string mode = Name(plan.Options.Mode) + (mayFallBack ? ", or buffered where the file system refuses it" : string.Empty);
        return plan.Options.Cold ? $"{mode}; dropped from the page cache first" : mode;
    }

    private static string Engine(EngineChoice engine) => engine == EngineChoice.Automatic
        ? "automatic: io_uring, else threads"
        : Name(engine);

    private static string Case(MeasurementOptions options) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Name(options.Operation)}, requests of {Shown.Size(options.RequestSize)}, queue depth " +
        $"{options.QueueDepth}, " +
        $"threads {options.Threads}, distance {options.DistancePct} %, flush {Name(options.Flush)}");

    private static string Bounds(MeasurementPlan plan)
    {
        string? bytes = plan.RunBytes is { } limit ? Shown.Size(limit) : null;
        string time = string.Create(CultureInfo.InvariantCulture, $"{plan.RunTime.TotalSeconds:0.###} s");
        string bound = (bytes, plan.RunTime >= Values.LongestTime) switch
        {
            (null, _) => time,
            (_, true) => bytes,
            _ => $"{bytes} or {time}, whichever comes first",
        };
        return string.Create(CultureInfo.InvariantCulture, $"{bound}; runs: {plan.Options.Repeat}");
    }

    private static string Name(Enum value) => value.ToString().ToLowerInvariant();
}
