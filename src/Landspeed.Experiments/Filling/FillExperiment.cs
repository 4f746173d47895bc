using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// Fragments the free space of a volume: fills it and removes a part of it, repeatedly. What is kept remains.
/// </summary>
/// <param name="options">The volume and the settings.</param>
public sealed class FillExperiment(FillOptions options) : IExperiment
{
    private const double BytesPerS = 1e9; // a device; the estimate says so
    private const double NsPerFile = 100_000; // create and remove; ext4, XFS and btrfs take 30 to 100 µs each

    private FillPlan? _plan;
    private FillSession? _session;

    /// <inheritdoc/>
    public string Word => "filling";

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        FillPlan plan = _plan = FillPlan.Of(options);
        FillLimits limits = plan.Limits;
        long written = FillProbe.WrittenBytes(ProbeLength(plan));
        double filling = Math.Min(options.Time.TotalSeconds, MostFiles(plan) * NsPerFile / 1e9);
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Fragment, ResultKinds.Fill), EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory), Setup(plan), [ResultPreview.Cell(FillCase.CellOf(options), [])], now),
            Facts = [.. Facts(plan)],
            Uses = [(options.Directory, "the directory to be filled")],
            Reserved = [(options.Directory, "the directory to be filled")],
            SpaceNeededBytes = limits.TargetBytes,
            PreparationBytes = 0,
            ReadBytes = 0,
            WriteBytes = written,
            EstimatedTime = TimeSpan.FromSeconds(filling + (written / BytesPerS)),
            TimeBasis = options.HoleLength is null ? TimeBasis(plan, written) : null,
            BaselineRunTime = null,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        FillSession session = _session = FillSession.Begin(_plan!, monitor.Stop);
        return [new FillCase(session)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => FillConclusions.Of(cells);

    /// <inheritdoc/>
    public void CleanUp() => _session?.Dispose();

    /// <summary>
    /// Leaves everything as it is, with its journal: two processes must not remove it at the same time.
    /// </summary>
    public void Abandon()
    {
    }

    private static string TimeBasis(FillPlan plan, long written)
    {
        long files = MostFiles(plan);
        string filling = files * NsPerFile / 1e9 < plan.Options.Time.TotalSeconds
            ? $"{AmountText.Count(files, "file")} of {AmountText.Duration(NsPerFile)}" : "the time limit";
        return $"at most: {filling}, and {Display(written)} of new files at 1 GB/s";
    }

    private static long ProbeLength(FillPlan plan) => FillProbe.LengthFor(plan.Use.AvailableBytes / 4);

    private static long MostFiles(FillPlan plan)
    {
        FillOptions options = plan.Options;
        long mean = Math.Max(1, (plan.Limits.SmallestBytes + plan.Limits.LargestBytes) / 2);
        long again = (plan.Limits.TargetBytes - plan.Limits.KeptBytes) / mean;
        long cycles = options.Cycles == 0 ? options.MostFiles : options.Cycles;
        return Math.Min(options.MostFiles, cycles * Math.Min(options.FilesPerCycle, (plan.Limits.TargetBytes / mean) + again + 1));
    }

    private static IEnumerable<(string Label, string Text)> Facts(FillPlan plan)
    {
        (FillOptions options, FillLimits limits, VolumeUse use) = (plan.Options, plan.Limits, plan.Use);
        yield return ("directory", options.Directory.Display);
        yield return ("volume", $"{plan.FileSystem}, {Display(use.CapacityBytes)}, {AmountText.Percent(use.UsedPct)} used, {Display(limits.ReserveBytes)} stay free");
        if (options.HoleLength is { } hole)
        {
            yield return ("fill", Invariant($"to {options.FillPct} %: {Display(limits.TargetBytes)} are reserved, not written; then {AmountText.Count(limits.TargetBytes / (2 * hole), "hole")} of {AmountText.Size(hole)} are punched"));
        }
        else
        {
            yield return ("fill", Invariant($"to {options.FillPct} %: {Display(limits.TargetBytes)} are reserved, not written; then down to {limits.KeptPct} %"));
            yield return ("files", Invariant($"of {AmountText.Size(limits.SmallestBytes)} to {AmountText.Size(limits.LargestBytes)}, at most {AmountText.Count(options.FilesPerCycle)} per cycle and {AmountText.Count(options.MostFiles)} in all"));
            yield return ("cycles", $"{(options.Cycles == 0 ? "as many as there is time for" : AmountText.Count(options.Cycles))}, at most {AmountText.Duration(options.Time.TotalNanoseconds)}");
        }

        yield return ("new file", FillProbe.Words(ProbeLength(plan)));
        yield return ("afterwards", options.Undo ? "everything is removed" : $"kept files stay until landspeed fragment --clean {options.Directory.Display}");
        if (plan.Left is { } left)
        {
            yield return ("leftovers", $"{AmountText.Count(left.Files, "file")} of an earlier run, {Display(left.Bytes)}, removed first");
        }
    }

    /// <summary>Returns the options by name, as in the setup of a result.</summary>
    /// <param name="options">The options.</param>
    /// <param name="keptPct">Share of the volume that each deletion leaves.</param>
    internal static Dictionary<string, string> Named(FillOptions options, int keptPct) => new(StringComparer.Ordinal)
    {
        ["fill_pct"] = Number(options.FillPct),
        ["keep_pct"] = Number(keptPct),
        ["hole_bytes"] = Number(options.HoleLength ?? 0),
        ["cycles"] = Number(options.Cycles),
        ["time_s"] = options.Time.TotalSeconds.ToString(CultureInfo.InvariantCulture),
        ["most_files"] = Number(options.MostFiles),
        ["files_per_cycle"] = Number(options.FilesPerCycle),
        ["files_per_directory"] = Number(options.FilesPerDirectory),
        ["directories_per_directory"] = Number(options.DirectoriesPerDirectory),
        ["undo"] = options.Undo ? "yes" : "no",
    };

    private SetupRecord Setup(FillPlan plan) => new()
    {
        Seed = options.Seed,
        Rounds = 1,
        Options = new Dictionary<string, string>(Named(options, plan.Limits.KeptPct))
        {
            ["smallest_bytes"] = Number(plan.Limits.SmallestBytes),
            ["largest_bytes"] = Number(plan.Limits.LargestBytes),
        },
    };

    private static string Display(long bytes) => new ByteCount(bytes).ToDisplay();

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
