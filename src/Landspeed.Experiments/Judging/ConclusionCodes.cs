using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>A kind of conclusion, of the catalogue <see cref="ConclusionCodes"/>.</summary>
/// <param name="Name">A stable name in snake_case.</param>
/// <param name="Meaning">What it answers, or why there is no answer.</param>
public sealed record ConclusionCode(string Name, string Meaning)
{
    /// <summary>Returns a conclusion of this kind.</summary>
    /// <param name="text">One or more sentences, the recommendation first.</param>
    public ConclusionRecord Says(string text) => new(Name, text);
}

/// <summary>The catalogue: every kind of conclusion that a result may hold, once.</summary>
public static class ConclusionCodes
{
    // For a sweep.
    internal static readonly ConclusionCode ReadRequestSize = new("read_request_size", "Request size and depth to read with.");
    internal static readonly ConclusionCode WriteRequestSize = new("write_request_size", "Request size and depth to write with.");
    internal static readonly ConclusionCode BufferingCost = new(
        "buffering_cost", "What the page cache costs or gains compared with direct.");
    internal static readonly ConclusionCode SmallRequests = new("small_requests", "Cost of the smallest requests.");
    internal static readonly ConclusionCode NotFromDevice = new("not_from_device", "Which rates are not the device's.");
    internal static readonly ConclusionCode Noise = new("noise", "How small a difference is meaningful.");

    // For layers.
    internal static readonly ConclusionCode LayersCost = new(
        "layers_cost", "How each layer contributes to the CPU time per byte.");
    internal static readonly ConclusionCode LayersDirect = new(
        "layers_direct", "Cost of direct I/O, and what it saves compared with the page cache.");
    internal static readonly ConclusionCode LayersTime = new("layers_time", "Which way to the device is faster.");
    internal static readonly ConclusionCode LayersShort = new("layers_short", "Which layers ran too briefly.");
    internal static readonly ConclusionCode LayersIncomplete = new(
        "layers_incomplete", "Which layers do not match their name, or were not measured.");

    // For zones.
    internal static readonly ConclusionCode Zones = new(
        "zones", "Whether the rate changes with the place in the file.");
    internal static readonly ConclusionCode ZonesIncomplete = new(
        "zones_incomplete", "Which zones are not judged because their bytes did not come from or go to the device.");

    // For several rates.
    internal static readonly ConclusionCode RateLimit = new(
        "rate_limit", "The highest rate at which requests are done within the limit that was asked for.");
    internal static readonly ConclusionCode RateKnee = new(
        "rate_knee", "From which rate on requests take much longer.");
    internal static readonly ConclusionCode RatesIncomplete = new(
        "rates_incomplete", "Which rates are not judged, and why.");

    // For jobs at the same time.
    internal static readonly ConclusionCode JobsTogether = new("jobs_together", "What all jobs move together.");

    // For the matrix of file interfaces.
    internal static readonly ConclusionCode ApisNotRanked = new("apis_not_ranked", "Why no API is ranked.");
    internal static readonly ConclusionCode BestAt4KiB = new("best_at_4_kib", "Which API reads 4 KiB at a time fastest.");
    internal static readonly ConclusionCode BestAt4KiBNotRanked = new(
        "best_at_4_kib_not_ranked", "Why no API is named as fastest for reading 4 KiB at a time.");
    internal static readonly ConclusionCode SmallRecords = new(
        "small_records", "Cost of one-byte records compared with 64 KiB.");
    internal static readonly ConclusionCode SpreadOfApis = new("spread_of_apis", "Whether APIs perform alike from 64 KiB on.");
    internal static readonly ConclusionCode SpreadOfApisNotRanked = new(
        "spread_of_apis_not_ranked", "Why the similarity of APIs is not judged.");
    internal static readonly ConclusionCode SequentialReadPeak = new("sequential_read_peak", "The best rates of reading in order.");
    internal static readonly ConclusionCode RandomReadPeak = new("random_read_peak", "The best rates of reading in random order.");

    internal static readonly ConclusionCode SequentialToRandom = new(
        "sequential_to_random", "How many times as fast reading in order is as reading in random order.");

    // For programming styles.
    internal static readonly ConclusionCode CreateFastest = new("create_fastest", "Which style creates a file fastest.");
    internal static readonly ConclusionCode CreateNotRanked = new("create_not_ranked", "Why no style of creating is ranked.");
    internal static readonly ConclusionCode ReadFastest = new("read_fastest", "Which style reads a file fastest.");
    internal static readonly ConclusionCode ReadNotRanked = new("read_not_ranked", "Why no style of reading is ranked.");
    internal static readonly ConclusionCode ManagedTax = new("managed_tax", "Which style allocates most.");

    // For both.
    internal static readonly ConclusionCode AwaitingCost = new(
        "awaiting_cost", "Cost of awaiting a record compared with the same calls without awaiting.");
    internal static readonly ConclusionCode AwaitingNotJudged = new(
        "awaiting_not_judged", "Why the cost of awaiting is inconclusive.");

    // For file modes.
    internal static readonly ConclusionCode OutcomesAsDocumented = new("outcomes_as_documented", "How many outcomes of FileMode are as documented.");

    // For creating files.
    internal static readonly ConclusionCode CreationRequestSize = new("creation_request_size", "Request size to create files with.");
    internal static readonly ConclusionCode CreationPreallocation = new(
        "creation_preallocation", "Whether to preallocate a file, for each state of the volume.");
    internal static readonly ConclusionCode CreationClaim = new(
        "creation_claim_2004", "Whether the gain by preallocation of 2004 is confirmed.");
    internal static readonly ConclusionCode CreationFragmentation = new(
        "creation_fragmentation", "Cost of a fragmented volume, and its cause.");
    internal static readonly ConclusionCode CreationIncomplete = new("creation_incomplete", "How many cells of creating are not judged.");
    internal static readonly ConclusionCode CreationNotRanked = new(
        "creation_not_ranked", "Why creating is not judged.");

    // For a fragmented file.
    internal static readonly ConclusionCode RunsReached = new(
        "runs_reached", "In how many runs the file is stored, and how many were requested.");

    // For run lengths.
    internal static readonly ConclusionCode ReadRunLength = new("read_run_length", "From which run length on reading is as fast as that of a contiguous file, within 10 %.");
    internal static readonly ConclusionCode WriteRunLength = new("write_run_length", "The same for writing.");
    internal static readonly ConclusionCode ShortRunsCost = new(
        "short_runs_cost", "Cost of the shortest runs in device requests and CPU time.");
    internal static readonly ConclusionCode RunLengthMedium = new(
        "run_length_medium", "Whether fragmented files cost seeks here, by the device's own flag.");
    internal static readonly ConclusionCode RunLengthsIncomplete = new("run_lengths_incomplete", "Which cells are not judged.");

    // For a temporary volume.
    internal static readonly ConclusionCode LoopCost = new(
        "loop_cost", "How much of the rate the loop device below a temporary volume takes.");

    // For a volume that was filled.
    internal static readonly ConclusionCode FillFreeSpace = new("fill_free_space", "Number of runs of the free space.");
    internal static readonly ConclusionCode FillNotTorn = new(
        "fill_not_torn", "That new files are as contiguous as before.");
    internal static readonly ConclusionCode FillHardlyTorn = new(
        "fill_hardly_torn", "That new files are stored in a few large pieces.");
    internal static readonly ConclusionCode FillTorn = new("fill_torn", "That new files are stored in small pieces.");
    internal static readonly ConclusionCode FillPreallocation = new(
        "fill_preallocation", "Whether reserving blocks first helps with fragmented free space.");

    // For access hints.
    internal static readonly ConclusionCode HintBytes = new(
        "hint_bytes", "The hint with which the device delivers least.");
    internal static readonly ConclusionCode HintTime = new(
        "hint_time", "The hint with which reading takes least time.");
    internal static readonly ConclusionCode HintsIncomplete = new(
        "hints_incomplete", "Which hints are not judged, or judged by fewer runs.");
    internal static readonly ConclusionCode HintsNotRanked = new("hints_not_ranked", "Why no hint is ranked.");

    // For streaming, buffering and pipelining.
    internal static readonly ConclusionCode BestThreads = new(
        ProcessingValues.Fastest, "Best number of threads, for each work level.");
    internal static readonly ConclusionCode TipsToCpu = new(
        "tips_to_cpu", "The level of work at which the time tips from the device to the CPU.");
    internal static readonly ConclusionCode Pipelined = new("pipelined", "Whether to pipeline.");
    internal static readonly ConclusionCode Buffer = new("buffer", "Effect of the buffer size.");
    internal static readonly ConclusionCode Hint = new("hint", "Effect of the hint.");
    internal static readonly ConclusionCode Distribution = new(
        "distribution", "Effect of the distribution of files to threads.");
    internal static readonly ConclusionCode LineReader = new("line_reader", "Effect of reading lines by StreamReader.");
    internal static readonly ConclusionCode Memory = new("memory", "Which strategy needs least memory.");
    internal static readonly ConclusionCode ProcessIncomplete = new(
        "process_incomplete", "Which cells are not judged, or judged by fewer runs.");
    internal static readonly ConclusionCode ProcessNotRanked = new("process_not_ranked", "Why no cell is ranked.");

    // For a history of results.
    internal static readonly ConclusionCode HistoryChange = new(
        "history_change", "Where a level changed, and by how much.");
    internal static readonly ConclusionCode HistoryLevel = new("history_level", "Which metrics kept their level.");
    internal static readonly ConclusionCode HistoryTooShort =
        new("history_too_short", "That there are too few results to detect changes.");

    // For the report of 2004.
    internal static readonly ConclusionCode PaperOpenQuestion = new(
        "paper_open_question", "Cost of the framework's defaults compared with direct requests in a deep queue.");

    // For results side by side.
    internal static readonly ConclusionCode CompareNothing = new(
        "compare_nothing", "That nothing differs, or everything is inconclusive.");
    internal static readonly ConclusionCode CompareRate = new("compare_rate", "What became faster or slower.");
    internal static readonly ConclusionCode CompareCpu = new("compare_cpu", "What takes more or less CPU time.");
    internal static readonly ConclusionCode CompareOther = new("compare_other", "What else became better or worse.");
    internal static readonly ConclusionCode CompareGate = new("compare_gate", "Whether something became worse by more than the gate allows.");

    /// <summary>All conclusion codes, by experiment.</summary>
    public static IReadOnlyList<ConclusionCode> All { get; } =
    [
        ReadRequestSize, WriteRequestSize, BufferingCost, SmallRequests, NotFromDevice, Noise,
        LayersCost, LayersDirect, LayersTime, LayersShort, LayersIncomplete, Zones, ZonesIncomplete,
        RateLimit, RateKnee, RatesIncomplete,
        JobsTogether,
        ApisNotRanked, BestAt4KiB, BestAt4KiBNotRanked, SmallRecords, SpreadOfApis, SpreadOfApisNotRanked, SequentialReadPeak, RandomReadPeak,
        SequentialToRandom,
        CreateFastest, CreateNotRanked, ReadFastest, ReadNotRanked, ManagedTax, AwaitingCost, AwaitingNotJudged, OutcomesAsDocumented,
        CreationRequestSize, CreationPreallocation, CreationClaim, CreationFragmentation, CreationIncomplete, CreationNotRanked, RunsReached,
        ReadRunLength, WriteRunLength, ShortRunsCost, RunLengthMedium, RunLengthsIncomplete, LoopCost,
        FillFreeSpace, FillNotTorn, FillHardlyTorn, FillTorn, FillPreallocation,
        HintBytes, HintTime, HintsIncomplete, HintsNotRanked,
        BestThreads, TipsToCpu, Pipelined, Buffer, Hint, Distribution, LineReader, Memory, ProcessIncomplete,
        ProcessNotRanked,
        HistoryChange, HistoryLevel, HistoryTooShort,
        PaperOpenQuestion,
        CompareNothing, CompareRate, CompareCpu, CompareOther, CompareGate,
    ];
}
