using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.Creation;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Creates files with requests of many sizes, preallocated or not: figure 8 of 2004.</summary>
/// <param name="options">What and how.</param>
public sealed class CreationExperiment(CreationOptions options) : IExperiment
{
    private const long WarmUpLength = 1 << 20;
    private const int PageSize = 4096;

    private readonly CreationBounds _bounds = new(options);
    private bool? _turns;
    private ModeSupport? _direct;
    private volatile TrialDirectory? _directory;
    private IReadOnlyList<CreationVolume> _volumes = [];

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps =>
        from volume in _volumes.Take(1)
        from preallocation in CreationLabels.Preallocations
        from size in new[] { options.Sizes.FirstOrDefault(size => Refusal(size) is null), options.Sizes.FirstOrDefault(size => size >= PageSize && Refusal(size) is null) }.Distinct()
        where size > 0
        select Trial(new CreationCase(volume.State, preallocation, size, Math.Max(1, Math.Min(options.LengthOf(size), WarmUpLength) / size) * size));

    private static IReadOnlyList<string> States => [CreationLabels.AsIs];

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        CheckOptions();
        long needed = options.Sizes.Max(options.LengthOf);
        TrialLeftovers leftovers = TrialParent.Check(options.Directory, needed, "give a smaller --size");
        _direct = options.Mode == IoMode.Direct ? ModeSupport.In(options.Directory, IoMode.Direct) : null;
        PlaceRecord place = EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory);
        _turns = place.DeviceRotational;
        CreationCase[] runnable = [.. Cases().Where(one => Refusal(one.RequestSize) is null)];
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Patterns, ResultKinds.Creation), place, Setup(),
                [.. Cases().Select(one => ResultPreview.Cell(one.Name, one.Labels, Refusal(one.RequestSize)))], now),
            Facts = [.. Facts()],
            Uses = [(options.Directory, "directory of the files")],
            Leftovers = leftovers,
            SpaceNeededBytes = needed,
            PreparationBytes = 0,
            ReadBytes = 0,
            WriteBytes = runnable.Sum(one => one.Length) * options.Repetitions,
            EstimatedTime = _bounds.Time(runnable),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        TrialDirectory directory = _directory = TrialDirectory.Create(options.Directory, "creation");
        _volumes = [CreationVolume.Of(CreationLabels.AsIs, directory.Path, monitor.Stop)];
        return [.. Cases().Where(one => Refusal(one.RequestSize) is null).Select(Trial)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => CreationConclusions.Of(cells, _turns);

    /// <inheritdoc/>
    public void CleanUp() => _directory?.Dispose();

    private IEnumerable<CreationCase> Cases() =>
        from state in States
        from preallocation in CreationLabels.Preallocations
        from size in options.Sizes
        select new CreationCase(state, preallocation, size, options.LengthOf(size));

    private CreationTrial Trial(CreationCase one) =>
        new(one, _volumes.First(volume => volume.State == one.State), options.Mode, options.Seed);

    // What falls back to the page cache would be measured under a wrong name.
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
        },
    };

    private IEnumerable<(string Label, string Text)> Facts()
    {
        yield return ("file", $"{AmountText.Size(options.FileLength)}, {_bounds.Shorter}written from empty to durable in each run, then removed; in {options.Directory.Display}");
        yield return ("requests", string.Join(", ", options.Sizes.Select(size => AmountText.Size(size))));
        yield return ("before", "nothing; the length is set; the blocks are reserved: each is part of the time");
        yield return ("writes", options.Mode == IoMode.Direct
            ? "direct, one at a time"
            : "FileStream as it is, WriteByte where a request is one byte; then a flush of file and directory");
        yield return ("volume", "as it is; its free runs are counted before the first run where the file system reports them");
    }

    private void CheckOptions()
    {
        if (options.FileLength is < 1 or > CreationBounds.MostFileLength)
        {
            throw new ExperimentException(Outcome.Usage, Invariant($"files of {options.FileLength} bytes cannot be: give 1 byte to 1 TiB"));
        }

        IReadOnlyList<int> sizes = options.Sizes;
        if (sizes.Count == 0)
        {
            throw new ExperimentException(
                Outcome.Usage, $"a file of {AmountText.Size(options.FileLength)} is shorter than every request: give a larger --size, or a --request-size");
        }

        foreach (int size in sizes)
        {
            string? problem = size is < 1 or > CreationOptions.MostRequestSize ? "cannot be: give 1 byte to 64 MiB"
                : size > options.FileLength ? $"are larger than the file of {AmountText.Size(options.FileLength)}: give a larger --size, or smaller requests"
                : null;
            if (problem is not null)
            {
                throw new ExperimentException(Outcome.Usage, $"requests of {(size < 1 ? Invariant($"{size} bytes") : AmountText.Size(size))} {problem}");
            }
        }
    }
}
