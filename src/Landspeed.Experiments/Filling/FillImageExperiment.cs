using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;
using Landspeed.Results.Volumes;
using static System.FormattableString;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// Does the same in a temporary volume, which is created for it and removed at the end: it shows what the procedure
/// does to a file system, without affecting an existing one.
/// </summary>
/// <param name="options">How it is filled; its directory is where the volume's file is stored.</param>
/// <param name="image">The volume.</param>
public sealed class FillImageExperiment(FillOptions options, ImageOptions image) : IExperiment
{
    private const long BlockBytes = 4096; // for all three file systems as they are created here
    private const double BytesPerS = 1e9; // a device; mentioned wherever the estimate is printed

    private DateTimeOffset _now;
    private volatile ImageVolume? _volume;
    private volatile FillExperiment? _filling;

    private FillOptions Inner => options with { Undo = true };

    /// <inheritdoc/>
    public string Word => "filling";

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        _now = now;
        TrialLeftovers leftovers = ImageVolume.Check(options.Directory, image);
        // Refuses what an empty volume of that size would refuse, before creating one.
        FillLimits.Of(Inner, new VolumeUse(image.Size, 0, 0, BlockBytes), image.FileSystem.ToWord());
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Fragment, ResultKinds.Fill), EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory), Setup(), [ResultPreview.Cell(FillCase.CellOf(options), [])], now),
            Facts =
            [
                ("volume", $"of {AmountText.Size(image.Size)} with {image.FileSystem.ToWord()}, in a file in {options.Directory.Display}, removed at the end"),
                ("fill", options.HoleLength is { } hole
                    ? Invariant($"to {options.FillPct} %, and holes of {AmountText.Size(hole)} punched") : Invariant($"to {options.FillPct} %; then down to {options.KeepPct ?? FillOptions.UsualKeepPct} %")),
                ("new file", FillProbe.Words(FillProbe.LengthFor(image.Size / 4))),
                ("cycles", $"{(options.Cycles == 0 ? "as many as there is time for" : AmountText.Count(options.Cycles))}, at most {AmountText.Duration(options.Time.TotalNanoseconds)}"),
            ],
            Uses = [(options.Directory, "the directory of the volume's file")],
            Leftovers = leftovers,
            SpaceNeededBytes = ImageVolume.SpaceBytes(image),
            PreparationBytes = ImageVolume.WrittenBytes(image),
            ReadBytes = 0,
            WriteBytes = FillProbe.WrittenBytes(FillProbe.LengthFor(image.Size / 4)),
            EstimatedTime = TimeSpan.FromSeconds(image.Size / BytesPerS) + TimeSpan.FromSeconds(Math.Min(options.Time.TotalSeconds, options.Cycles == 0 ? double.MaxValue : options.Cycles)),
            BaselineRunTime = null,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        ImageVolume volume = _volume = ImageVolume.Begin(options.Directory);
        volume.Fill(image, monitor);
        FillExperiment filling = _filling = new FillExperiment(Inner with { Directory = volume.Root });
        filling.Plan(_now);
        return filling.Prepare(monitor);
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        FillConclusions.Of(cells) is { Count: > 0 } all ? [.. all, .. _volume?.Cost.Conclusions ?? []] : [];

    /// <inheritdoc/>
    public void CleanUp()
    {
        _filling?.CleanUp();
        _volume?.Dispose();
    }

    /// <summary>Removes the volume with everything in it.</summary>
    public void Abandon() => _volume?.Dispose();

    private SetupRecord Setup() => new()
    {
        Seed = options.Seed,
        Rounds = 1,
        Options = new Dictionary<string, string>(FillExperiment.Named(Inner, Inner.KeepPct ?? FillOptions.UsualKeepPct))
        {
            [ImageLabels.BytesOption] = image.Size.ToString(CultureInfo.InvariantCulture),
            [ImageLabels.FileSystemOption] = image.FileSystem.ToWord(),
        },
    };
}
