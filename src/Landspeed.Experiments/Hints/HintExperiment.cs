using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>
/// What access hints really fetch: a part of each of many files is read, cold, with one hint after the other, and the bytes
/// that the device delivers are counted. After Kraus, 2014.
/// </summary>
public sealed class HintExperiment(HintOptions options) : IExperiment
{
    private const int MostFiles = 1_000_000;
    private const int MostRepetitions = 100;
    private const int MostReads = 1_000_000; // their ranges are kept in memory, 16 MB

    // Opening, reading and closing a file, and dropping it before: about 0.3 ms on a device of 0.1 ms a request.
    private static readonly TimeSpan s_aFile = TimeSpan.FromMilliseconds(0.3);

    private readonly List<SystemReader> _readers = [];
    private HintFiles? _files;
    private int _alignment = 1;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        Check();
        long length = checked(options.Files * options.FileSize);
        long needed = RunSpace.Allocation(options.Directory, options.Files, options.FileSize);
        TrialLeftovers leftovers = TrialParent.Check(options.Directory, needed, "read fewer or shorter files (--files, --file-size)", options.Files);
        ModeSupport direct = Support(IoMode.Direct);
        ModeSupport uncached = Support(IoMode.Uncached);
        _alignment = direct.Alignment;
        long used = options.Files * HintRanges.Of(options).Sum(range => (long)range.Length);
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Hints, null), EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory), Setup(), [.. options.Hints.Select(hint => Cell(hint, direct, uncached))], now),
            Facts = [("files", Invariant($"{options.Files} files of {new ByteCount(options.FileSize)} in a directory of their own in {options.Directory.Display}, which are made and {(options.Keep ? "stay" : "are removed again")}"))],
            Uses = [(options.Directory, "the directory of the experiment")],
            Leftovers = leftovers,
            SpaceNeededBytes = needed,
            PreparationBytes = length,
            ReadBytes = options.Repetitions * options.Hints.Count * Math.Max(used, length),
            WriteBytes = 0,
            EstimatedTime = TimeSpan.FromSeconds(length / 1e9) + (options.Repetitions * options.Hints.Count * options.Files * s_aFile),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        ArgumentNullException.ThrowIfNull(monitor);
        _files = HintFiles.Create(options);
        _files.Fill(monitor);
        return [.. options.Hints.Select(hint => new HintTrial(HintNames.Of(hint), _files, Reader(hint), options))];
    }

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => options.Hints.Select(hint =>
        new HintTrial(HintNames.Of(hint), _files!, Reader(hint), options));

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => HintConclusion.Of(cells, options);

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
        int longest = HintRanges.Of(options).Max(range => range.Length);
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

    private void Check()
    {
        Require("files", options.Files, 1, MostFiles);
        Require("file size", options.FileSize, 1, long.MaxValue / MostFiles);
        Require("bytes", options.Bytes, 1, options.FileSize);
        Require("reads", options.Reads, 1, Math.Min(options.Bytes, int.MaxValue));
        Require("repeat", options.Repetitions, 1, MostRepetitions);
        Require("bytes of one read", (options.Bytes + options.Reads - 1) / options.Reads, 1, 1 << 30);
        Require("number of reads of a file", Reads(), 1, MostReads);
        if (options.Hints.Count == 0)
        {
            throw new ExperimentException(Outcome.Usage, "no hint named: name one or more, or leave the option out");
        }
    }

    private long Reads()
    {
        long length = (options.Bytes + options.Reads - 1) / options.Reads;
        long bytes = options.Pattern == AccessPattern.Whole ? options.FileSize : options.Bytes;
        return (bytes + length - 1) / length;
    }

    private static void Require(string name, long value, long least, long most)
    {
        if (value < least || value > most)
        {
            throw new ExperimentException(
                Outcome.Usage, Invariant($"the {name} {value} is out of range: it is {least} to {most}"));
        }
    }

    private ModeSupport Support(IoMode mode) => ModeSupport.In(options.Directory, mode);

    private static CellRecord Cell(AccessHint hint, ModeSupport direct, ModeSupport uncached) => ResultPreview.Cell(
        HintNames.Of(hint),
        [(HintLabels.Hint, HintNames.Of(hint))],
        hint switch
        {
            AccessHint.Direct => direct.Refusal,
            AccessHint.Uncached => uncached.Refusal,
            _ => null,
        });

    private SetupRecord Setup() => new()
    {
        Seed = options.Seed,
        Rounds = options.Repetitions,
        Axes = [HintLabels.Hint],
        Options = new Dictionary<string, string>
        {
            ["full"] = options.Full ? "true" : "false",
            [HintLabels.Files] = Invariant($"{options.Files}"),
            [HintLabels.FileBytes] = Invariant($"{options.FileSize}"),
            [HintLabels.UsedBytes] = Invariant($"{options.Bytes}"),
            [HintLabels.Reads] = Invariant($"{options.Reads}"),
            [HintLabels.Pattern] = options.Pattern.ToWord(),
        },
    };
}
