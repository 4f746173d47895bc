using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>Creates a file stored in runs of one length: single work, judged by where its blocks are.</summary>
/// <param name="options">The file and its layout.</param>
public sealed class FragmentExperiment(FragmentOptions options) : IExperiment
{
    // ext4, XFS and btrfs reserve 65,536 pieces in 0.3 to 0.7 s and write them in twice that time.
    private const double NsPerPiece = 20_000;

    private FragmentPlan? _plan;
    private volatile FragmentWorkfile? _workfile;

    /// <inheritdoc/>
    public string Word => "file";

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        FragmentPlan plan = _plan = FragmentPlan.Of(options);
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Fragment, null), EnvironmentProbe.Place(PlaceRoles.File, options.Path), Setup(plan), [ResultPreview.Cell(FragmentTrial.Cell, [])], now),
            Facts =
            [
                ("file", $"{options.Path.Display}, {AmountText.Size(plan.Length)}, {(plan.IsThere ? "which landspeed made and makes again" : "which is created")}"),
                ("runs", $"{AmountText.Count(plan.Pieces)} of {AmountText.Size(options.RunLength)}, {options.Order.ToWord()}"),
            ],
            Uses = [(options.Path, "the file to be fragmented")],
            SpaceNeededBytes = plan.Length,
            PreparationBytes = 0,
            ReadBytes = 0,
            WriteBytes = plan.Length,
            EstimatedTime = TimeSpan.FromSeconds((plan.Length / 1e9) + (plan.Pieces * NsPerPiece / 1e9)),
            BaselineRunTime = null,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        FragmentWorkfile workfile = _workfile = new FragmentWorkfile(_plan!);
        return [new FragmentTrial(_plan!, workfile)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        cells.Count == 1 && cells[0][Metrics.FileFragments] is { } runs && cells[0][Metrics.RunLengthMedian] is { } median
            ? [ConclusionCodes.RunsReached.Says(
                $"The file is stored in {AmountText.Count((long)runs.Median, "run")} (median "
                + $"{AmountText.Size((long)median.Median)}); requested: {AmountText.Count(_plan!.Pieces)} of {AmountText.Size(options.RunLength)}.")]
            : [];

    /// <inheritdoc/>
    public void CleanUp() => _workfile?.Remove();

    private SetupRecord Setup(FragmentPlan plan) => new()
    {
        Seed = options.Seed,
        Rounds = 1,
        Options = new Dictionary<string, string>
        {
            ["run_length_bytes"] = Number(options.RunLength),
            ["file_bytes"] = Number(plan.Length),
            ["order"] = options.Order.ToWord(),
            ["runs"] = Number(plan.Pieces),
        },
    };

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
