using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>
/// Measures what access hints really fetch: a part of each of many files is read, cold, with one hint after the other,
/// and the bytes that the device delivers are counted. After Kraus, 2014.
/// </summary>
public sealed class HintExperiment(HintOptions options) : IExperiment
{
    private const int MostFiles = 1_000_000;
    private const int MostRepetitions = 100;
    private const int MostReads = 1_000_000; // of one file: more reads measure calls instead of the hint
    private const string Purpose = "the directory whose files are read";

    // Opening, reading and closing a file, and dropping it first: about 0.3 ms on a device with 0.1 ms per request.
    private static readonly TimeSpan s_aFile = TimeSpan.FromMilliseconds(0.3);

    private readonly List<SystemReader> _readers = [];
    private IHintFiles? _files;
    private IRequestTrace? _trace;
    private HintAmounts? _amounts; // known after planning
    private int _alignment = 1;

    // Where the files are, or will be.
    private FilePath Place => options.FilesOf ?? options.Directory;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        Check();
        InputDirectory? given = options.FilesOf is { } path ? Given(path) : null;
        HintAmounts files = given is null ? Made() : AmountsOf(given);
        _amounts = files;
        long needed = given is null ? RunSpace.Allocation(options.Directory, options.Files, options.FileSize) : 0;
        TrialLeftovers? leftovers = given is null
            ? TrialParent.Check(
                options.Directory, needed, "read fewer or shorter files (--files, --size)", options.Files)
            : null;
        ModeSupport direct = Support(IoMode.Direct, given);
        ModeSupport uncached = Support(IoMode.Uncached, given);
        _alignment = direct.Alignment;
        string? noSizes = FindTrace();
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Hints, null), EnvironmentProbe.Place(PlaceRoles.Directory, Place), Setup(given, files, noSizes), [.. options.Hints.Select(hint => Cell(hint, direct, uncached))], now),
            Facts = [.. Facts(given, noSizes)],
            Uses = [(Place, given is null ? "the directory of the experiment" : Purpose)],
            Reserved = given is null ? [] : [(Place, Purpose)],
            Leftovers = leftovers,
            SpaceNeededBytes = needed,
            PreparationBytes = given is null ? files.TotalBytes : 0,
            ReadBytes = options.Repetitions * options.Hints.Count * Math.Max(files.UsedBytes, files.TotalBytes),
            WriteBytes = 0,
            EstimatedTime = TimeSpan.FromSeconds((given is null ? files.TotalBytes : 0) / 1e9)
                + (options.Repetitions * options.Hints.Count * ((files.Count * s_aFile) + TimeSpan.FromSeconds(files.UsedBytes / 1e9))),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        ArgumentNullException.ThrowIfNull(monitor);
        if (options.FilesOf is { } path)
        {
            _files = new GivenHintFiles(InputDirectory.Read(path));
        }
        else
        {
            var made = HintFiles.Create(options);
            _files = made;
            made.Fill(monitor);
        }

        return [.. options.Hints.Select(hint => new HintTrial(HintNames.Of(hint), _files, Reader(hint), options, _trace))];
    }

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => options.Hints.Select(hint =>
        new HintTrial(HintNames.Of(hint), _files!, Reader(hint), options, trace: null));

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        _amounts is { } files ? HintConclusion.Of(cells, options, files) : [];

    /// <inheritdoc/>
    public void CleanUp()
    {
        _files?.Remove();
        foreach (SystemReader reader in Interlocked.Exchange(ref _files, null) is null ? [] : _readers)
        {
            reader.Dispose();
        }
    }

    private IFileReader Reader(AccessHint hint)
    {
        int longest = _files!.All.Max(file => HintRanges.Of(options, file.Length).Longest);
        FileOptions? framework = hint switch
        {
            AccessHint.None => FileOptions.None,
            AccessHint.SequentialScan => FileOptions.SequentialScan,
            AccessHint.RandomAccess => FileOptions.RandomAccess,
            _ => null,
        };
        if (framework is { } chosen)
        {
            return new FrameworkReader(chosen, longest);
        }

        var reader = new SystemReader(hint, longest, hint == AccessHint.Direct ? _alignment : 1);
        _readers.Add(reader);
        return reader;
    }

    // Why there are no sizes of individual requests, or null if there are.
    private string? FindTrace()
    {
        BlockDeviceLocation below = BlockDeviceLocator.Find(Place);
        if (below.Device is not { } device)
        {
            return below.Reason;
        }

        IRequestTrace trace = NativePlatform.Counters.TraceReads(device);
        TraceObstacle? obstacle = trace.Probe();
        _trace = obstacle is null ? trace : null;
        return obstacle is null ? null : $"{obstacle.Reason} ({obstacle.Remedy})";
    }

    private static InputDirectory Given(FilePath path)
    {
        var given = InputDirectory.Read(path);
        return given.TotalBytes > 0 ? given
            : throw new ExperimentException(Outcome.Failed, $"the files of {path.Display} are all empty: name a directory with something to read");
    }

    private HintAmounts Made() => new(
        options.Files,
        checked(options.Files * options.FileSize),
        options.Files * HintRanges.Of(options, options.FileSize).Bytes,
        options.FileSize);

    private HintAmounts AmountsOf(InputDirectory given)
    {
        long longest = given.Files.Max(file => file.Length);
        long reads = HintRanges.Of(options, longest).Count;
        Require(
            "number of reads of the longest file", reads, 1, MostReads, "; --used-bytes and --reads make longer ones");
        return new HintAmounts(
            given.Files.Count,
            given.TotalBytes,
            given.Files.Sum(file => HintRanges.Of(options, file.Length).Bytes),
            given.Files.All(file => file.Length == longest) ? longest : null);
    }

    private IEnumerable<(string Label, string Text)> Facts(InputDirectory? given, string? noSizes)
    {
        yield return given is null
            ? ("files", Invariant($"{options.Files} files of {new ByteCount(options.FileSize)} in a new directory in {options.Directory.Display}, which are made and {(options.Keep ? "stay" : "are removed again")}"))
            : ("files", Invariant($"{given.Files.Count} files of {given.Path.Display}, {new ByteCount(given.TotalBytes).ToDisplay()}, which are only read and dropped from the page cache"));
        if (given is { LeftOut: > 0 })
        {
            yield return ("left out", Invariant($"{given.LeftOut} {(given.LeftOut == 1 ? "entry that is not a regular file" : "entries that are not regular files")}: directories, links and the like"));
        }

        yield return ("requests", noSizes is null ? "the size of each, by the kernel's trace points" : $"only their mean: {noSizes}");
    }

    private void Check()
    {
        Require("files", options.Files, 1, MostFiles);
        Require("file size", options.FileSize, 1, long.MaxValue / MostFiles);
        if (options.FilesOf is null && options.Bytes > options.FileSize)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"--used-bytes {new ByteCount(options.Bytes)} is more than a file has "
                + $"(--size {new ByteCount(options.FileSize)})");
        }

        Require("bytes", options.Bytes, 1, long.MaxValue);
        Require("reads", options.Reads, 1, Math.Min(options.Bytes, int.MaxValue));
        Require("repeat", options.Repetitions, 1, MostRepetitions);
        Require("bytes of one read", (options.Bytes + options.Reads - 1) / options.Reads, 1, 1 << 30);
        Require("number of reads of a file", options.FilesOf is null ? HintRanges.Of(options, options.FileSize).Count : 1, 1, MostReads);
        if (options.Hints.Count == 0)
        {
            throw new ExperimentException(Outcome.Usage, "no hint named: name one or more, or leave the option out");
        }
    }

    private static void Require(string name, long value, long least, long most, string advice = "")
    {
        if (value < least || value > most)
        {
            throw new ExperimentException(
                Outcome.Usage, Invariant($"the {name} {value} is out of range: it must be {least} to {most}{advice}"));
        }
    }

    // In a user's directory no file is created for the trial: an existing one is opened.
    private ModeSupport Support(IoMode mode, InputDirectory? given) => given is null
        ? ModeSupport.In(options.Directory, mode)
        : ModeSupport.Of(given.Path.Join(given.Files.First(file => file.Length > 0).Name), exists: true, mode);

    private static CellRecord Cell(AccessHint hint, ModeSupport direct, ModeSupport uncached) => ResultPreview.Cell(
        HintNames.Of(hint),
        [(HintLabels.Hint, HintNames.Of(hint))],
        hint switch
        {
            AccessHint.Direct => direct.Refusal,
            AccessHint.Uncached => uncached.Refusal,
            _ => null,
        });

    private SetupRecord Setup(InputDirectory? given, HintAmounts files, string? noSizes)
    {
        var asked = new Dictionary<string, string>
        {
            ["full"] = options.Full ? "true" : "false",
            [HintLabels.Files] = Invariant($"{files.Count}"),
        };
        if (given is null)
        {
            asked[HintLabels.FileBytes] = Invariant($"{options.FileSize}");
        }
        else
        {
            asked[HintLabels.FilesOf] = given.Path.Display;
            asked[HintLabels.TotalBytes] = Invariant($"{files.TotalBytes}");
        }

        asked[HintLabels.UsedBytes] = Invariant($"{options.Bytes}");
        asked[HintLabels.Reads] = Invariant($"{options.Reads}");
        asked[HintLabels.Pattern] = options.Pattern.ToWord();
        return new SetupRecord
        {
            Seed = options.Seed,
            Rounds = options.Repetitions,
            Axes = [HintLabels.Hint],
            Options = asked,
            Effective = new Dictionary<string, string> { [HintLabels.RequestSizesOption] = noSizes ?? HintLabels.EachRequest },
        };
    }
}
