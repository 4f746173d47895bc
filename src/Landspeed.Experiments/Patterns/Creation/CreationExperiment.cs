using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Volumes;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Creates files with requests of many sizes, preallocated or not: figure 8 of 2004.</summary>
/// <param name="options">The options.</param>
public sealed class CreationExperiment(CreationOptions options) : IExperiment
{
    private const long WarmUpLength = 1 << 20;
    private const int PageSize = 4096;

    // A volume must be at least this many times as large as its longest file: only half of it is in holes.
    private const int LeastVolumes = 4;
    private const int LeastPieces = 8; // of which half are holes

    private readonly CreationBounds _bounds = new(options);
    private Medium _medium = new(null, null);
    private ModeSupport? _direct;
    private volatile TrialDirectory? _directory;
    private volatile CreationImages? _images;
    private IReadOnlyList<CreationVolume> _volumes = [];

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps =>
        from volume in _volumes
        from preallocation in CreationLabels.Preallocations
        from size in new[] { options.Sizes.FirstOrDefault(size => Refusal(size) is null), options.Sizes.FirstOrDefault(size => size >= PageSize && Refusal(size) is null) }.Distinct()
        where size > 0
        select Trial(new CreationCase(volume.State, preallocation, size, Math.Max(1, Math.Min(options.LengthOf(size), WarmUpLength) / size) * size));

    private IReadOnlyList<string> States => options.Image is null ? [CreationLabels.AsIs] : [CreationLabels.Clean, CreationLabels.Fragmented];

    private long Longest => options.Sizes.Max(options.LengthOf);

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        CheckOptions();
        long needed = options.Image is { } image ? 2 * ImageVolume.SpaceBytes(image) : Longest;
        TrialLeftovers leftovers = Check(needed);
        _direct = options.Mode == IoMode.Direct ? DirectSupport() : null;
        PlaceRecord place = EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory);
        CreationCase[] runnable = [.. Cases().Where(one => Refusal(one.RequestSize) is null)];
        ResultDocument preview = ResultPreview.Of(
            (ResultKinds.Patterns, ResultKinds.Creation), place, Setup(),
            [.. Cases().Select(one => ResultPreview.Cell(one.Name, one.Labels, Refusal(one.RequestSize)))], now);
        _medium = new Medium(place, preview.Hosts[0]);
        return new ExperimentPlan
        {
            Preview = preview,
            Facts = [.. Facts()],
            Uses = [(options.Directory, "directory of the files")],
            Leftovers = leftovers,
            SpaceNeededBytes = needed,
            PreparationBytes = options.Image is { } made ? 2 * ImageVolume.WrittenBytes(made) : 0,
            ReadBytes = 0,
            WriteBytes = runnable.Sum(one => one.Length) * options.Repetitions,
            EstimatedTime = _bounds.Time(runnable),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        _volumes = Volumes(monitor);
        return [.. Cases().Where(one => Refusal(one.RequestSize) is null).Select(Trial)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        CreationConclusions.Of(cells, _medium) is { Count: > 0 } all ? [.. all, .. _images?.LoopCost ?? []] : [];

    /// <inheritdoc/>
    public void CleanUp()
    {
        _directory?.Dispose();
        _images?.Dispose();
    }

    private IReadOnlyList<CreationVolume> Volumes(ProgressMonitor monitor)
    {
        if (options.Image is { } image)
        {
            CreationImages images = _images = CreationImages.Begin(options.Directory);
            return images.Make(image, options.Hole, Longest, monitor);
        }

        TrialDirectory directory = _directory = TrialDirectory.Create(options.Directory, "creation");
        return [CreationVolume.Of(CreationLabels.AsIs, directory.ForFramework, monitor.Stop)];
    }

    private TrialLeftovers Check(long needed)
    {
        if (options.Image is not { } image)
        {
            return TrialParent.Check(options.Directory, needed, RunSpace.AdviceFor(options.IsLengthFixed));
        }

        ImageVolume.Check(options.Directory, image);
        return TrialParent.Check(options.Directory, needed, "two volumes are made: give a smaller --image");
    }

    // The temporary volumes do not exist yet; all their file systems accept whole pages.
    private ModeSupport DirectSupport() =>
        options.Image is null ? ModeSupport.In(options.Directory, IoMode.Direct) : new ModeSupport(PageSize, null);

    private IEnumerable<CreationCase> Cases() =>
        from state in States
        from preallocation in CreationLabels.Preallocations
        from size in options.Sizes
        select new CreationCase(state, preallocation, size, options.LengthOf(size));

    private CreationTrial Trial(CreationCase one) =>
        new(one, _volumes.First(volume => volume.State == one.State), options.Mode, options.Seed);

    // A mode that falls back to the page cache would be measured under a wrong name.
    private string? Refusal(int size) => _direct is not { } direct ? null
        : direct.Refusal ?? (size % direct.Alignment == 0 ? null : Invariant($"direct requests are multiples of {direct.Alignment} bytes here"));

    private SetupRecord Setup() => new()
    {
        Seed = options.Seed,
        Rounds = options.Repetitions,
        Axes = [CreationLabels.StateAxis, CreationLabels.PreallocationAxis, CreationLabels.RequestSizeAxis],
        Options = new Dictionary<string, string>
        {
            ["full"] = options.Full ? "true" : "false",
            [CreationLabels.FileBytesOption] = Invariant($"{options.FileLength}"),
            [CreationLabels.ModeOption] = options.Mode.ToWord(),
            [CreationLabels.MostRequestsOption] = Invariant($"{options.MostRequests}"),
        }.Concat(ImageOptions()).ToDictionary(StringComparer.Ordinal),
    };

    private IEnumerable<KeyValuePair<string, string>> ImageOptions() => options.Image is not { } image ? [] :
    [
        new(ImageLabels.BytesOption, Invariant($"{image.Size}")),
        new(ImageLabels.FileSystemOption, image.FileSystem.ToWord()),
        new(CreationLabels.HoleBytesOption, Invariant($"{options.Hole}")),
    ];

    private IEnumerable<(string Label, string Text)> Facts()
    {
        yield return ("file", $"{AmountText.Size(options.FileLength)}, {_bounds.Shorter}written from empty until durable in each run, then removed; in {options.Directory.Display}");
        yield return ("requests", string.Join(", ", options.Sizes.Select(size => AmountText.Size(size))));
        yield return ("before", "nothing; the length is set; the blocks are reserved: each is part of the time");
        yield return ("writes", options.Mode == IoMode.Direct
            ? "direct, one at a time"
            : "FileStream as it is, WriteByte where a request is one byte; then a flush of file and directory");
        yield return ("volume", options.Image is { } image
            ? $"two of {AmountText.Size(image.Size)} with {image.FileSystem.ToWord()}, in files there, removed at the end: one clean, one full but for holes of "
                + $"{AmountText.Size(options.Hole)}; runs of both alternate"
            : "as it is; its free runs are counted before the first run where the file system reports them");
    }

    private string? ProblemOf(ImageOptions image)
    {
        string hole = AmountText.Size(options.Hole);
        return options.Hole < CreationOptions.SmallestHole || options.Hole % CreationOptions.SmallestHole != 0 ? $"--hole-size {hole} is not a multiple of 4 KiB"
            : image.Size / (2 * options.Hole) > HoledFiller.MostHoles
                ? $"a volume of {AmountText.Size(image.Size)} in holes of {hole} would have more than {AmountText.Count(HoledFiller.MostHoles)} holes: give a larger --hole-size, or a smaller --image"
            : options.Hole > image.Size / LeastPieces
                ? $"--hole-size {hole} does not fit several times into {AmountText.Size(image.Size)}: give less, or a larger --image"
            : Longest > image.Size / LeastVolumes
                ? $"files of {AmountText.Size(Longest)} are more than a quarter of --image "
                    + $"{AmountText.Size(image.Size)}, and half of it must be free in holes: "
                    + $"give a larger --image{OrSmaller}"
            : null;
    }

    private string OrSmaller => options.IsLengthFixed ? string.Empty : ", or a smaller --size";

    private void CheckOptions()
    {
        if (options.FileLength is < 1 or > CreationBounds.MostFileLength)
        {
            throw new ExperimentException(
                Outcome.Usage, Invariant($"files must have 1 byte to 1 TiB, not {options.FileLength} bytes"));
        }

        IReadOnlyList<int> sizes = options.Sizes;
        if (sizes.Count == 0)
        {
            throw new ExperimentException(
                Outcome.Usage, $"a file of {AmountText.Size(options.FileLength)} is shorter than every request: give a larger --size, or a --request-size");
        }

        if (options.Image is { } image && ProblemOf(image) is { } wrong)
        {
            throw new ExperimentException(Outcome.Usage, wrong);
        }

        foreach (int size in sizes)
        {
            string? problem = size is < 1 or > CreationOptions.MostRequestSize
                ? "are out of range: give 1 byte to 64 MiB"
                : size > options.FileLength ? $"are larger than the file of {AmountText.Size(options.FileLength)}: give a larger --size, or smaller requests"
                : null;
            if (problem is not null)
            {
                throw new ExperimentException(Outcome.Usage, $"requests of {(size < 1 ? Invariant($"{size} bytes") : AmountText.Size(size))} {problem}");
            }
        }
    }
}
