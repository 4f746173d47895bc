using System.Numerics;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Workfiles;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Moves records of many sizes through every file API.</summary>
/// <param name="options">The options.</param>
public sealed class ApisExperiment(ApiOptions options) : IExperiment
{
    // For each run besides its time: cache, counters, and the extra time of a slow record.
    private static readonly TimeSpan s_overhead = TimeSpan.FromMilliseconds(45);

    private const long MostFileLength = 1L << 60; // 1 EiB
    private const double SecondsPerByte = 1e-9; // 1 GB/s
    private const double SecondsPerPage = 80e-6; // one read without read-ahead
    private const int PageSize = 4096;
    private const long WarmUpLength = 1 << 20;
    private static readonly TimeSpan s_warmUpTime = TimeSpan.FromMilliseconds(10);

    private readonly ApiOptions _warmUp = options with { Time = s_warmUpTime, LargeTime = s_warmUpTime };

    private readonly IReadOnlyList<MatrixApi> _apis =
        [.. MatrixApis.All.Where(api => options.Apis.Contains(api.Name, StringComparer.Ordinal))];

    private readonly Dictionary<IoMode, string?> _modes = [];
    private volatile TrialDirectory? _directory;
    private volatile TrialDirectory? _warmUpDirectory;
    private volatile ApiTestFiles? _files;
    private ApiTestFiles? _warmUpFiles;

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => _warmUpFiles is { } files
        ? Runnable(WarmUpLength).Where(pair => pair.Case.RecordSize is null or 64 && pair.Case.Flush == options.Flushes[0])
            .Select(pair => new ApiTrial(pair.Api, pair.Case, files, _warmUp))
        : [];

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        CheckOptions();
        long prepared = options.FileLength * (options.CacheFlush == CacheFlush.SecondFile ? 2 : 1);
        long needed = prepared + (_apis.Any(api => api.IsWholeFile) ? options.FileLength : 0) + WarmUpLength;
        TrialLeftovers leftovers = TrialParent.Check(options.Directory, needed, "give a smaller --size");
        NamedFile.Check(options.File);
        (MatrixApi Api, ApiCase Case)[] runnable = [.. Runnable(options.FileLength)];
        ApiCase[] cases = [.. runnable.Select(pair => pair.Case)];
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of((ResultKinds.Patterns, ResultKinds.Apis), EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory), Setup(), [.. Cells()], now),
            Facts = [.. Facts()],
            Uses = [(options.File ?? options.Directory, options.File is null ? "directory of the test files" : "test file")],
            Leftovers = leftovers,
            SpaceNeededBytes = needed,
            PreparationBytes = prepared,
            ReadBytes = Bytes(cases, ApiOperation.Read) * options.Repetitions,
            WriteBytes = Bytes(cases, ApiOperation.Write) * options.Repetitions,
            EstimatedTime = Estimate(runnable, prepared),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        PoolRoom.Require();
        _directory = TrialDirectory.Create(options.Directory, "apis");
        _warmUpDirectory = TrialDirectory.Create(options.Directory, "apis");
        var files = new ApiTestFiles(_directory.ForFramework, options.FileLength, options.CacheFlush, options.File);
        _files = files;
        files.Make(options.Seed, monitor);
        _warmUpFiles = new ApiTestFiles(
            _warmUpDirectory.ForFramework, Math.Min(WarmUpLength, options.FileLength), CacheFlush.Drop);
        _warmUpFiles.Make(options.Seed, monitor);
        return [.. Runnable(options.FileLength).Select(pair => new ApiTrial(pair.Api, pair.Case, files, options))];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => ApisAdvice.Of(cells);

    /// <inheritdoc/>
    public void CleanUp()
    {
        _files?.Leave();
        _directory?.Dispose();
        _warmUpDirectory?.Dispose();
    }

    private IEnumerable<(MatrixApi Api, ApiCase Case)> Runnable(long fileLength) =>
        All().Where(pair => Refusal(pair.Api, pair.Case, fileLength) is null);

    // The volume determines how bytes use the page cache: an API that falls back would be measured under a wrong
    // name.
    private string? Refusal(MatrixApi api, ApiCase cell, long fileLength)
    {
        if (api.Mode != IoMode.Buffered && !_modes.ContainsKey(api.Mode))
        {
            _modes[api.Mode] = ModeSupport.In(options.Directory, api.Mode).Refusal;
        }

        return api.Refuses(cell, fileLength) ?? _modes.GetValueOrDefault(api.Mode);
    }

    private IEnumerable<(MatrixApi Api, ApiCase Case)> All() =>
        from api in _apis
        from size in SizesOf(api)
        from order in options.Orders
        from operation in options.Operations
        from flush in options.Flushes
        select (api, new ApiCase(size, order, operation, flush));

    private IEnumerable<int?> SizesOf(MatrixApi api) =>
        api.IsWholeFile ? [null] : options.RecordSizes.Order().Cast<int?>();

    private IEnumerable<CellRecord> Cells() => All().Select(pair => ResultPreview.Cell(
        pair.Case.NameWith(pair.Api.Name),
        [
            (ApiLabels.ApiAxis, pair.Api.Name),
            (ApiLabels.SizeAxis, pair.Case.SizeLabel),
            (ApiLabels.OrderAxis, pair.Case.Order.ToWord()),
            (ApiLabels.OperationAxis, pair.Case.Operation.ToWord()),
            (ApiLabels.FlushAxis, pair.Case.Flush.ToWord()),
        ],
        Refusal(pair.Api, pair.Case, options.FileLength)) with
    {
        Metrics = new Dictionary<string, IntervalRecord>
        {
            [Metrics.RecordBytes.Name] = RunValues.Interval([pair.Case.RecordSize ?? options.FileLength])!,
        },
    });

    private IEnumerable<(string Label, string Text)> Facts()
    {
        string where = options.File is { } named ? $"{named.Display}, which stays" : $"temporary, in {options.Directory.Display}";
        yield return ("file", $"{new ByteCount(options.FileLength).ToDisplay()}, {where}, reserved in one piece where the volume has one; its pieces are reported in the result");
        yield return ("apis", string.Join(", ", _apis.Select(api => api.Name)));
        yield return ("records", string.Join(", ", options.RecordSizes.Order().Select(size => new ByteCount(size).ToString())));
        yield return ("random", "touches half of the file's records, each once");
        if (options.Flushes.Contains(ApiFlush.On))
        {
            string emptied = WordsOf(options.CacheFlush);
            yield return ("flush on", $"{emptied} first; written data is made durable within the measured time");
        }

        if (options.Flushes.Contains(ApiFlush.Off))
        {
            yield return ("flush off", "the file is in the page cache at start; writes end when the last call returns");
        }

        yield return ("each run", EachRun());
    }

    private string EachRun()
    {
        if (options.Time is null && options.LargeTime is null)
        {
            return "ends with its last record";
        }

        string small = LimitWords(options.Time);
        string large = LimitWords(options.LargeTime);
        string from = new ByteCount(ApiOptions.LargeRecordSize).ToString();
        string limits = small == large ? small : $"{small}; with records of {from} or more {large}";
        return $"ends {limits}; a run that was cut is marked with the share that it completed";
    }

    private static string LimitWords(TimeSpan? time) => time is { } limit
        ? Invariant($"with its last record or after {limit.TotalMilliseconds:#,0.#} ms") : "with its last record";

    private SetupRecord Setup() => new()
    {
        Seed = options.Seed,
        Rounds = options.Repetitions,
        Axes = [ApiLabels.ApiAxis, ApiLabels.SizeAxis, ApiLabels.OrderAxis, ApiLabels.OperationAxis, ApiLabels.FlushAxis],
        Options = new Dictionary<string, string>
        {
            ["full"] = options.Full ? "true" : "false",
            [ApiLabels.FileBytesOption] = Invariant($"{options.FileLength}"),
            [ApiLabels.CacheBeforeFlushedOption] = WordsOf(options.CacheFlush),
            [ApiLabels.TimeLimitOption] = Nanoseconds(options.Time),
            [ApiLabels.WholeFromOption] =
                options is { LargeTime: null, Time: not null } ? Invariant($"{ApiOptions.LargeRecordSize}") : "none",
            [ApiLabels.LargeTimeLimitOption] = Nanoseconds(options.LargeTime),
        },
    };

    private static string Nanoseconds(TimeSpan? time) => time is { } limit ? Invariant($"{limit.Ticks * 100}") : "none";

    private static string WordsOf(CacheFlush flush) => flush switch
    {
        CacheFlush.Drop => ApiLabels.FileDropped,
        CacheFlush.SecondFile => ApiLabels.SecondFileRead,
        _ => ApiLabels.CacheLeft,
    };

    private long Bytes(IEnumerable<ApiCase> cases, ApiOperation operation) => cases
        .Where(cell => cell.Operation == operation)
        .Sum(cell => cell.Order == ApiOrder.Random ? options.FileLength / 2 : options.FileLength);

    private TimeSpan Estimate(IEnumerable<(MatrixApi Api, ApiCase Case)> runnable, long prepared)
    {
        double seconds = runnable.Sum(pair => s_overhead.TotalSeconds + Math.Min(
            EstimateOfWhole(pair.Api, pair.Case), options.LimitOf(pair.Case.RecordSize)?.TotalSeconds ?? double.MaxValue));
        return TimeSpan.FromSeconds(Math.Min(
            (seconds * options.Repetitions) + (prepared * SecondsPerByte), TimeSpan.MaxValue.TotalSeconds / 2));
    }

    // Bytes at the rate of the device, records at the cost of the API, and, cold and in random order, each page
    // separately.
    private double EstimateOfWhole(MatrixApi api, ApiCase cell)
    {
        bool isRandom = cell.Order == ApiOrder.Random;
        double bytes = isRandom ? options.FileLength / 2.0 : options.FileLength;
        double records = bytes / (cell.RecordSize ?? bytes);
        double pages = isRandom && cell.Flush == ApiFlush.On ? Math.Min(records, options.FileLength / (double)PageSize) : 0;
        double perRecordNs = isRandom ? api.Cost.AnywhereNs : api.Cost.InOrderNs;
        return (bytes * SecondsPerByte) + (records * perRecordNs * 1e-9) + (pages * SecondsPerPage);
    }

    private void CheckOptions()
    {
        if (options.FileLength is < 1 or > MostFileLength)
        {
            throw new ExperimentException(Outcome.Usage, Invariant($"a test file must have 1 byte to 1 EiB, not {options.FileLength} bytes"));
        }

        foreach (int size in options.RecordSizes)
        {
            if (size is < 1 or > ApiOptions.MostRecordSize || !BitOperations.IsPow2(size))
            {
                throw new ExperimentException(
                    Outcome.Usage, Invariant($"record sizes must be powers of two, 1 byte to 1 MiB, not {size} bytes"));
            }
        }

        if (options.Apis.FirstOrDefault(name => ApiOptions.CallsOf(name) is null) is { } unknown)
        {
            throw new ExperimentException(
                Outcome.Usage, $"there is no API {unknown}: they are {string.Join(", ", ApiOptions.AllApis)}");
        }
    }
}
