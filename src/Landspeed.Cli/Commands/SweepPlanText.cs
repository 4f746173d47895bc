using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Quantities;

namespace Landspeed.Cli.Commands;

/// <summary>A plan for people: what a sweep would do.</summary>
internal static class SweepPlanText
{
    /// <summary>Writes it: facts, cases by curve, and what is skipped with the reason.</summary>
    internal static void Write(SweepPlan plan, TextWriter writer)
    {
        foreach ((string label, string text) in Facts(plan))
        {
            writer.Write($"{label,-11} {text}\n");
        }

        WriteCases("cases", plan.Cells.Select(cell => (cell.Curve, cell.RequestSize)), writer);
        foreach (IGrouping<string?, SweepCellRecord> group in Skipped(plan))
        {
            WriteCases(
                $"skipped: {Shown.OneLine(group.Key ?? "no reason is known")}",
                group.Select(cell => (cell.Curve, cell.RequestSizeBytes)),
                writer);
        }

        writer.Write("\nNothing stays behind: --dry-run shows the plan only.\n");
    }

    /// <summary>The plan on one line, for example <c>260 runs of 52 cases, about 1:08, seed 417</c>.</summary>
    internal static string Heading(SweepPlan plan) => Text(
        $"landspeed: {Runs(plan)}, {About(plan)}, seed {plan.Preview.Setup.Seed}");

    private static IEnumerable<(string Label, string Text)> Facts(SweepPlan plan)
    {
        EnvironmentRecord place = plan.Preview.Environment;
        yield return ("file", File(plan));
        if (plan.ExtendFile is { } extended)
        {
            yield return ("extends", $"{extended.Display}, {Made(plan)}");
        }

        yield return ("place", $"{place.FileSystem ?? "unknown file system"} at {place.MountPoint ?? "an unknown mount"}" +
            (place.Device is { } device ? $", device {device}" : ", no block device"));
        string available = place.AvailableBytes is { } bytes ? $", {Shown.Size(bytes)} available" : string.Empty;
        yield return ("space", plan.SpaceNeededBytes == 0
            ? "none needed"
            : $"{Shown.Size(plan.SpaceNeededBytes)} needed{available}");
        yield return ("preparation", plan.PreparationBytes == 0
            ? "nothing is written before"
            : $"{Shown.Size(plan.PreparationBytes)} written before");
        yield return ("runs", Runs(plan));
        yield return ("a run", Text(
            $"{plan.Preview.Setup.TimeS:0.###} s or {Shown.Size(plan.Preview.Setup.LimitBytes)}, whichever comes first"));
        yield return ("moves", $"at most {Shown.Size(plan.ReadBytes)} read, {Shown.Size(plan.WriteBytes)} written");
        yield return ("time", $"{About(plan)} on a device of 1 GB/s");
        yield return ("order", Text($"random within each round, seed {plan.Preview.Setup.Seed}"));
        yield return ("journal", plan.Options.Journal is { } journal ? Shown.OneLine(journal) : "none");
    }

    private static string Made(SweepPlan plan) =>
        plan.Options.Keep ? "which is made and stays" : "which is made and removed again";

    private static string File(SweepPlan plan) => plan.MakesFile
        ? $"{plan.File.Display}, {Made(plan)}, {Shown.Size(plan.Preview.Setup.FileBytes)}"
        : $"{plan.File.Display}, which is there, {Shown.Size(plan.Preview.Setup.FileBytes)}";

    private static string Runs(SweepPlan plan)
    {
        int all = plan.Cells.Count * plan.Preview.Setup.Repetitions;
        string cases = Text($"{plan.Cells.Count} {(plan.Cells.Count == 1 ? "case" : "cases")}");
        return plan.RunsLeft < all
            ? Text($"{plan.RunsLeft} of {all} runs of {cases} are left")
            : Text($"{all} {(all == 1 ? "run" : "runs")} of {cases}");
    }

    private static string About(SweepPlan plan) => $"about {SweepStatus.Clock(plan.EstimatedTime)}";

    private static void WriteCases(string title, IEnumerable<(string Curve, long Size)> cases, TextWriter writer)
    {
        IGrouping<string, (string Curve, long Size)>[] curves = [.. cases.GroupBy(one => one.Curve)];
        int width = curves.Select(curve => curve.Key.Length).DefaultIfEmpty().Max();
        writer.Write($"\n{title}\n");
        foreach (IGrouping<string, (string Curve, long Size)> curve in curves)
        {
            string sizes = string.Join(", ", curve.Select(one => new ByteCount(one.Size)));
            writer.Write($"  {curve.Key.PadRight(width)}  {sizes}\n");
        }
    }

    private static IEnumerable<IGrouping<string?, SweepCellRecord>> Skipped(SweepPlan plan) =>
        plan.Preview.Cells.Where(cell => cell.State == CellState.Skipped).GroupBy(cell => cell.Reason);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
