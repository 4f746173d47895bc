using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Rounds;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>A plan for people: what an experiment would do.</summary>
internal static class ExperimentPlanText
{
    // More of them say nothing that the facts do not: a comparison of all APIs has 500.
    private const int MostCases = 24;
    private const int Examples = 3;

    /// <summary>Writes it: facts, cases, and what is skipped with the reason.</summary>
    /// <param name="task">What was asked for.</param>
    /// <param name="plan">Its plan.</param>
    /// <param name="isDetailed">Whether all cases are listed; otherwise three of a long list are.</param>
    /// <param name="writer">Where it goes.</param>
    internal static void Write(ExperimentTask task, ExperimentPlan plan, bool isDetailed, TextWriter writer)
    {
        WriteFacts(task, plan, writer);
        if (plan.Preview is { Kind: ResultKinds.Measure, Variant: null })
        {
            writer.Write("\nNothing was touched: --dry-run only shows the plan.\n");
            return;
        }

        IReadOnlyList<CellRecord> cells = plan.Preview.Cells;
        bool isShort = !isDetailed && cells.Count(cell => cell.Curve is null) > MostCases;
        WriteCells("cases", cells.Where(cell => cell.State != CellState.Skipped), isShort, writer);
        foreach (IGrouping<string?, CellRecord> group in
            cells.Where(cell => cell.State == CellState.Skipped).GroupBy(cell => cell.Reason))
        {
            WriteCells($"skipped: {Shown.OneLine(group.Key ?? "no reason is known")}", group, isShort, writer);
        }

        writer.Write("\nNothing is left behind: --dry-run only shows the plan.\n");
    }

    /// <summary>Writes the facts alone: what is made where, bytes, space, time and runs.</summary>
    internal static void WriteFacts(ExperimentTask task, ExperimentPlan plan, TextWriter writer)
    {
        foreach ((string label, string text) in plan.Facts.Concat(Common(task, plan)))
        {
            writer.Write($"{label,-11} {Shown.OneLine(text)}\n");
        }
    }

    /// <summary>The plan on one line, for example <c>260 runs of 52 cases, about 1:08, seed 417</c>.</summary>
    internal static string Heading(ExperimentPlan plan) => Text(
        $"landspeed: {Runs(plan)}, {About(plan)}, seed {plan.Preview.Setup.Seed}");

    private static IEnumerable<(string Label, string Text)> Common(ExperimentTask task, ExperimentPlan plan)
    {
        SetupRecord setup = plan.Preview.Setup;
        PlaceRecord place = plan.Preview.Places[0];
        yield return ("place", $"{place.FileSystem ?? "unknown file system"} at {place.MountPoint ?? "an unknown mount"}" +
            (place.Device is { } device ? $", device {device}" : ", no block device"));
        string available = place.AvailableBytes is { } bytes ? $", {Shown.Size(bytes)} available" : string.Empty;
        yield return ("space", plan.SpaceNeededBytes == 0 ? "none needed" : $"{Shown.Size(plan.SpaceNeededBytes)} needed{available}");
        yield return ("preparation", plan.PreparationBytes == 0
            ? "nothing is written first" : $"{Shown.Size(plan.PreparationBytes)} written first");
        if (plan.Preview is { Kind: ResultKinds.Measure, Variant: null })
        {
            yield break;
        }

        yield return ("moves", plan.IsLimitedByTime
            ? "as much as the device does in the time"
            : Text($"at most {Shown.Size(plan.ReadBytes)} read, {Shown.Size(plan.WriteBytes)} written"));
        yield return ("time", $"{About(plan)} {plan.TimeBasis ?? "on a device of 1 GB/s"}");
        if (setup.Rounds == 1 && plan.Preview.Cells.Count == 1)
        {
            yield break;
        }

        yield return ("runs", Runs(plan));
        yield return ("order", Text($"random within each round, seed {setup.Seed}"));
        yield return ("journal", task.Journal is { } journal ? journal : "none");
    }

    private static string Runs(ExperimentPlan plan)
    {
        int count = plan.Preview.Cells.Count(cell => cell.State != CellState.Skipped);
        int all = count * plan.Preview.Setup.Rounds;
        string cases = Text($"{count} {(count == 1 ? "case" : "cases")}");
        return plan.RunsLeft < all
            ? Text($"{plan.RunsLeft} of {all} runs of {cases} are left")
            : Text($"{all} {(all == 1 ? "run" : "runs")} of {cases}");
    }

    private static string About(ExperimentPlan plan) => $"about {SweepStatus.Clock(plan.EstimatedTime)}";

    private static void WriteCells(string title, IEnumerable<CellRecord> cells, bool isShort, TextWriter writer)
    {
        CellRecord[] all = [.. cells];
        writer.Write($"\n{title}\n");
        CellRecord[] single = [.. all.Where(cell => cell.Curve is null)];
        int listed = isShort ? Math.Min(single.Length, Examples) : single.Length;
        foreach (CellRecord cell in single.Take(listed))
        {
            writer.Write($"  {Shown.OneLine(cell.Name)}\n");
        }

        if (listed < single.Length)
        {
            writer.Write(Text($"  and {single.Length - listed} more; --details lists all\n"));
        }

        IGrouping<string, SweepPoint>[] curves =
            [.. all.Where(cell => cell.Curve is not null).Select(SweepPoint.Of).GroupBy(point => point.Curve)];
        int width = curves.Select(curve => curve.Key.Length).DefaultIfEmpty().Max();
        foreach (IGrouping<string, SweepPoint> curve in curves)
        {
            string sizes = string.Join(", ", curve.Select(point => new ByteCount(point.RequestSizeBytes)));
            writer.Write($"  {curve.Key.PadRight(width)}  {sizes}\n");
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
