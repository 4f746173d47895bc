using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// Compares streaming, buffering and pipelining by threads and work, over the files of one directory.
/// </summary>
public sealed class ProcessExperiment : IExperiment
{
    // Bytes that one thread processes per second and pass, and the time to prepare and check a file: measured on a
    // current server, for an estimate only.
    private const double PassBytesPerS = 10e9;
    private const double SecondsPerFile = 200e-6;

    private const long BytesPerName = 1024;

    private readonly ProcessOptions _options;
    private readonly ProcessDirectories _directories;
    private readonly IReadOnlyList<(CellRecord Cell, ProcessSettings Settings)> _cells;
    private IReadOnlyList<ProcessTrial> _trials = [];
    private volatile ResultDirectories? _results;
    private IReadOnlyList<ITrial> _warmUps = [];

    /// <summary>Initialises the experiment; touches nothing.</summary>
    /// <param name="options">What is compared, on what.</param>
    public ProcessExperiment(ProcessOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Data.Check();
        _options = options;
        _directories = new ProcessDirectories(options);
        _cells = ProcessCells.Of(options);
    }

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => _warmUps;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        RequireMemory();
        (long files, long bytes, int leftOut) = _directories.Check();
        bool isOwn = _options.Input is null;
        long needed = Needed(files, bytes);
        var leftovers = TrialLeftovers.Find(_directories.Output);
        RunSpace.Require(
            _directories.OutputVolume,
            _directories.Output,
            new(needed, (isOwn ? files : 0) + Math.Max(files, KeptNames(files)), leftovers.Bytes),
            isOwn ? "give a smaller --scale" : "process fewer or shorter files, or name an --output with more room");
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Process, null), EnvironmentProbe.Place(PlaceRoles.Directory, _directories.Output), Setup(files, bytes), [.. _cells.Select(pair => pair.Cell)], now),
            Facts = [.. Facts(files, bytes, leftOut)],
            Uses = [.. _directories.Uses],
            ReadsFrom = _options.Input ?? _options.Directory,
            Leftovers = leftovers,
            Reserved = _options.Input is { } input ? [(input, "the directory to process")] : [],
            SpaceNeededBytes = needed,
            PreparationBytes = isOwn ? bytes : 0,
            ReadBytes = bytes * _cells.Count * _options.Repetitions,
            WriteBytes = bytes * _cells.Count * _options.Repetitions,
            EstimatedTime = Estimate(files, bytes),
        };
    }

    private void RequireMemory()
    {
        long largest = _cells.Select(pair => pair.Settings)
            .Max(one => one.Threads * BuffersOf(one.Strategy) * one.BufferSize.Bytes);
        long allowed = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 2;
        if (largest > allowed)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"the buffers need {new ByteCount(largest).ToDisplay()}, more than half of the memory "
                + $"({new ByteCount(allowed).ToDisplay()}): give a smaller --buffer, or fewer --threads");
        }
    }

    // Reader and writer; those of text have characters of two bytes beside their bytes.
    private static long BuffersOf(ProcessStrategy strategy) => strategy switch
    {
        ProcessStrategy.Streaming => 2,
        ProcessStrategy.StreamReader => 6,
        _ => 0,
    };

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        InputDirectory input = _directories.Make(monitor);
        LinePasses[] levels = [.. _options.Passes.Select(count => new LinePasses(count, _options.FirstPass))];
        Dictionary<LinePasses, Hash128[]> expected = ExpectedContent.Digests(input, levels, monitor);
        DeviceNumber[] devices = [.. new[] { input.Path, _directories.OutputVolume }
            .Select(place => BlockDeviceLocator.Find(place).Device).OfType<DeviceNumber>().Distinct()];
        if (_options.Input is null)
        {
            FileSystemFlush.Of(input.Path); // all files at once; reading their maps would flush one after the other
        }

        long? pieces = TrialFailures.OnInput(input, () => FilePieces.Count(
            Enumerable.Range(0, input.Files.Count).Select(input.PathOf), monitor.Stop));
        _results = new ResultDirectories(_directories.Output, KeptNames(input.Files.Count) > 0, _options.Keep ? _cells.Select(pair => pair.Cell.Name) : []);
        _trials = [.. _cells.Select(pair => new ProcessTrial(
            pair.Cell.Name, input, _results, pair.Settings, expected[pair.Settings.Passes], devices, pieces))];
        _warmUps = [.. WarmUp(input.First())];
        return _trials;
    }

    /// <inheritdoc/>
    public void TakeOver() => _directories.TakeOver();

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => ProcessConclusions.Of(cells, _options.Repetitions);

    /// <inheritdoc/>
    public void CleanUp()
    {
        foreach (ProcessTrial trial in _trials)
        {
            trial.Dispose();
        }

        _results?.Remove();
        _directories.Remove();
    }

    // Number of emptied results that are kept until the end, or 0 if they are removed after each run.
    private long KeptNames(long files)
    {
        long names = files * _cells.Count * _options.Repetitions;
        return names <= ResultDirectories.MostNames ? names : 0;
    }

    // The results of one run, or of one run of each cell if they are kept, with the last block of each; an inode and a
    // name for each emptied one; and our own data.
    private long Needed(long files, long bytes)
    {
        long block = RunSpace.Allocation(_directories.OutputVolume, 1, 1);
        long blocks = bytes + (files * block);
        long kept = _options.Keep ? checked(blocks * _cells.Count) : 0;
        return (_options.Input is null ? 2 * blocks : blocks) + kept + (KeptNames(files) * BytesPerName);
    }

    private IEnumerable<ITrial> WarmUp(InputDirectory input)
    {
        var passes = new LinePasses(10);
        Hash128[] expected = ExpectedContent.Digests(input, [passes], ProgressMonitor.None)[passes];
        return _options.Strategies.Select(strategy => new ProcessTrial(
            "warm-up",
            input,
            _results!,
            new ProcessSettings { Strategy = strategy, Threads = _options.Threads.Max(), Passes = passes },
            expected,
            devices: []));
    }

    private IEnumerable<(string Label, string Text)> Facts(long files, long bytes, int leftOut)
    {
        yield return ("input", $"{_directories.InputText}: {Number(files)} files, {new ByteCount(bytes).ToDisplay()}");
        if (leftOut > 0)
        {
            yield return ("left out", $"{Number(leftOut)} {(leftOut == 1 ? "entry that is not a regular file" : "entries that are not regular files")}: directories, links and the like");
        }

        yield return ("results", _options.Keep
            ? $"below {_directories.Output.Display}; those of each case's first run stay, in a directory of its name"
            : $"below {_directories.Output.Display}, removed at the end; only those of one run take space");
        yield return ("compares", string.Join(", ", _options.Strategies.Select(value => value.ToWord())));
        yield return ("check", "each result is compared with the expected one");
    }

    private SetupRecord Setup(long files, long bytes) => new()
    {
        Seed = _options.Seed,
        Rounds = _options.Repetitions,
        Axes = ProcessCells.Axes(_options),
        Options = new Dictionary<string, string>
        {
            ["full"] = _options.Full ? "true" : "false",
            ["input"] = _options.Input?.Text ?? "own",
            ["files"] = Number(files),
            ["input_bytes"] = Number(bytes),
            ["buffer_bytes"] = string.Join(',', _options.BufferSizes.Select(size => Number(size.Bytes))),
            ["hint"] = string.Join(',', _options.Hints.Select(value => value.ToWord())),
            ["distribution"] = string.Join(',', _options.Distributions.Select(value => value.ToWord())),
            ["first_pass"] = Number(_options.FirstPass),
        },
    };

    private TimeSpan Estimate(long files, long bytes)
    {
        double seconds = _cells.Sum(pair =>
            (bytes * (double)pair.Settings.Passes.Count / PassBytesPerS / Math.Min(pair.Settings.Threads, Environment.ProcessorCount))
            + (4 * bytes / 1e9) + (files * SecondsPerFile));
        return TimeSpan.FromSeconds(Math.Min(seconds * _options.Repetitions, 1e9));
    }

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
