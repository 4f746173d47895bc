using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Creates and reads a file of records in each programming style.</summary>
/// <param name="options">The options.</param>
public sealed class StylesExperiment(StylesOptions options) : IExperiment
{
    private const long WarmUpRecords = 20_000; // 2 MB: the loops are fully optimised after some milliseconds

    private readonly IReadOnlyList<RecordStyle> _styles =
        [.. RecordStyles.All.Where(style => options.Styles.Contains(style.Name, StringComparer.Ordinal))];

    private volatile TrialDirectory? _directory;
    private Dictionary<RecordForm, RecordFile> _warmUpFiles = [];

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => _warmUpFiles.Count > 0 ? Trials(_warmUpFiles) : [];

    // A named file contains lines, whatever is done with it.
    private IEnumerable<RecordForm> Forms => _styles.Select(style => style.Form)
        .Concat(options.File is null ? [] : [RecordForm.Lines]).Distinct().Order();

    private long FileLength => options.Records * SampleRecords.Length;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        CheckOptions();
        int forms = Forms.Count();
        long needed = (forms + 1) * (FileLength + (WarmUpRecords * SampleRecords.Length));
        TrialLeftovers leftovers = TrialParent.Check(options.Directory, needed, "give fewer --records");
        NamedFile.Check(options.File);
        long reads = _styles.Count(style => style.Read is not null) * FileLength;
        long writes = _styles.Count(style => style.Create is not null) * FileLength;
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of((ResultKinds.Patterns, ResultKinds.Styles), EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory), Setup(), [.. Cells()], now),
            Facts =
            [
                ("work", Invariant($"create and read a file of {options.Records:N0} records of 100 bytes, {new ByteCount(FileLength).ToDisplay()}")),
                ("styles", string.Join(", ", _styles.Select(style => style.Name))),
                ("file", options.File?.Display ?? $"temporary, in {options.Directory.Display}"),
                ("cache", "the file is dropped from the page cache before each read, and created ones are made durable"),
            ],
            Uses = [(options.File ?? options.Directory, options.File is null ? "directory of the test files" : "file of records")],
            Leftovers = leftovers,
            SpaceNeededBytes = needed,
            PreparationBytes = forms * FileLength,
            ReadBytes = reads * options.Repetitions,
            WriteBytes = writes * options.Repetitions,
            EstimatedTime = Estimate(reads + (2 * writes)),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        PoolRoom.Require();
        _directory = TrialDirectory.Create(options.Directory, "patterns");
        Dictionary<RecordForm, RecordFile> files = Forms.ToDictionary(form => form, form => RecordFile.Make(
            form == RecordForm.Lines && options.File is { } named ? named : InDirectory($"records-{form}"), options.Records, form, monitor));
        _warmUpFiles = Forms.ToDictionary(form => form, form => RecordFile.Make(
            InDirectory($"warm-up-{form}"), Math.Min(WarmUpRecords, options.Records), form, monitor));
        return [.. Trials(files)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => StylesAdvice.Of(cells);

    /// <inheritdoc/>
    public void CleanUp() => _directory?.Dispose();

    private IEnumerable<ITrial> Trials(Dictionary<RecordForm, RecordFile> files)
    {
        FilePath created = InDirectory("created");
        foreach (RecordStyle style in _styles)
        {
            RecordFile file = files[style.Form];
            if (style.Create is not null)
            {
                yield return new StyleCreateTrial(NameOf(StyleLabels.Create, style), style, file, created);
            }

            if (style.Read is not null)
            {
                yield return new StyleReadTrial(NameOf(StyleLabels.Read, style), style, file);
            }
        }
    }

    private IEnumerable<CellRecord> Cells()
    {
        foreach (RecordStyle style in _styles)
        {
            yield return Cell(StyleLabels.Create, style, style.Create is null ? $"{style.Calls}: only reads" : null);
            yield return Cell(StyleLabels.Read, style, style.Read is null ? $"{style.Calls}: only creates" : null);
        }
    }

    private static CellRecord Cell(string operation, RecordStyle style, string? skipped) => ResultPreview.Cell(
        NameOf(operation, style), [(StyleLabels.OperationAxis, operation), (StyleLabels.StyleAxis, style.Name), (StyleLabels.Calls, style.Calls)], skipped);

    private static string NameOf(string operation, RecordStyle style) => $"{operation}-{style.Name}";

    private FilePath InDirectory(string name) => _directory!.ForFramework.Join(FilePath.FromText(name));

    private SetupRecord Setup() => new()
    {
        Seed = options.Seed,
        Rounds = options.Repetitions,
        Axes = [StyleLabels.OperationAxis, StyleLabels.StyleAxis, StyleLabels.Calls],
        Options = new Dictionary<string, string>
        {
            ["full"] = options.Full ? "true" : "false",
            ["records"] = Invariant($"{options.Records}"),
            ["record_bytes"] = Invariant($"{SampleRecords.Length}"),
            ["cache_before_reads"] = "dropped",
        },
    };

    // About 2 ns per byte besides the device, as the slower styles take, and 60 ms to settle a run.
    private TimeSpan Estimate(long bytesPerRound)
    {
        double secondsPerRound = (bytesPerRound * 2e-9) + (_styles.Count * 0.12);
        return TimeSpan.FromSeconds(Math.Min(secondsPerRound * options.Repetitions, TimeSpan.MaxValue.TotalSeconds / 2));
    }

    private void CheckOptions()
    {
        if (options.Records is < 1 or > StylesOptions.MostRecords)
        {
            throw new ExperimentException(Outcome.Usage, Invariant(
                $"the number of records must be 1 to {StylesOptions.MostRecords}, not {options.Records}"));
        }

        if (options.Styles.FirstOrDefault(name => !StylesOptions.AllStyles.Contains(name)) is { } unknown)
        {
            throw new ExperimentException(
                Outcome.Usage, $"there is no style {unknown}: the styles are {string.Join(", ", StylesOptions.AllStyles)}");
        }
    }
}
