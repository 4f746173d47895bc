using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;

namespace Landspeed.Cli.Commands;

/// <summary>A plan for people: what an experiment would do.</summary>
internal static class ExperimentPlanText
{
    /// <summary>Writes it: facts, cases, and what is skipped with the reason.</summary>
    internal static void Write(ExperimentTask task, ExperimentPlan plan, TextWriter writer)
    {
        foreach ((string label, string text) in plan.Facts.Concat(Common(task, plan)))
        {
            writer.Write($"{label,-11} {Shown.OneLine(text)}\n");
        }

        ExperimentCellRecord[] cells = [.. plan.Preview.Cells];
        WriteCells("cases", cells.Where(cell => cell.State != CellState.Skipped), writer);
        foreach (IGrouping<string?, ExperimentCellRecord> group in
            cells.Where(cell => cell.State == CellState.Skipped).GroupBy(cell => cell.Reason))
        {
            WriteCells($"skipped: {Shown.OneLine(group.Key ?? "no reason is known")}", group, writer);
        }

        writer.Write("\nNothing stays behind: --dry-run shows the plan only.\n");
    }

    private static IEnumerable<(string Label, string Text)> Common(ExperimentTask task, ExperimentPlan plan)
    {
        ExperimentSetupRecord setup = plan.Preview.Setup;
        EnvironmentRecord place = plan.Preview.Environment;
        int runs = plan.RunsLeft;
        yield return ("place", $"{place.FileSystem ?? "unknown file system"} at {place.MountPoint ?? "an unknown mount"}" +
            (place.Device is { } device ? $", device {device}" : ", no block device"));
        string available = place.AvailableBytes is { } bytes ? $", {Shown.Size(bytes)} available" : string.Empty;
        yield return ("space", plan.SpaceNeededBytes == 0 ? "none needed" : $"{Shown.Size(plan.SpaceNeededBytes)} needed{available}");
        yield return ("preparation", plan.PreparationBytes == 0
            ? "nothing is written before" : $"{Shown.Size(plan.PreparationBytes)} written before");
        yield return ("runs", Text($"{runs} {(runs == 1 ? "run" : "runs")}, {setup.Repetitions} of each case in all"));
        yield return ("moves", Text(
            $"at most {Shown.Size(plan.ReadBytesPerRound * setup.Repetitions)} read, {Shown.Size(plan.WriteBytesPerRound * setup.Repetitions)} written"));
        yield return ("time", $"about {SweepStatus.Clock(plan.EstimatedTime)} on a device of 1 GB/s");
        yield return ("order", Text($"random within each round, seed {setup.Seed}"));
        yield return ("journal", task.Journal is { } journal ? journal : "none");
    }

    private static void WriteCells(string title, IEnumerable<ExperimentCellRecord> cells, TextWriter writer)
    {
        writer.Write($"\n{title}\n");
        foreach (ExperimentCellRecord cell in cells)
        {
            writer.Write($"  {Shown.OneLine(cell.Name)}\n");
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
