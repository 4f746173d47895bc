using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>A kind of conclusion, of the catalogue <see cref="ConclusionCodes"/>.</summary>
/// <param name="Name">A stable name in snake_case.</param>
/// <param name="Meaning">What it answers, or why it does not.</param>
public sealed record ConclusionCode(string Name, string Meaning)
{
    /// <summary>A conclusion of this kind.</summary>
    /// <param name="text">A sentence or more, the recommendation first.</param>
    public ConclusionRecord Says(string text) => new(Name, text);
}

/// <summary>The catalogue: every kind of conclusion that a result may hold, once.</summary>
public static class ConclusionCodes
{
    // Of a sweep.
    internal static readonly ConclusionCode ReadRequestSize = new("read_request_size", "Request size and depth to read with.");
    internal static readonly ConclusionCode WriteRequestSize = new("write_request_size", "Request size and depth to write with.");
    internal static readonly ConclusionCode BufferingCost = new("buffering_cost", "What the page cache costs or gains against direct.");
    internal static readonly ConclusionCode SmallRequests = new("small_requests", "What the smallest requests cost.");
    internal static readonly ConclusionCode NotFromDevice = new("not_from_device", "Which rates are not the device's.");
    internal static readonly ConclusionCode Noise = new("noise", "How small a difference says something.");

    // Of layers.
    internal static readonly ConclusionCode LayersCost = new("layers_cost", "What each layer takes of the processor time of a byte.");
    internal static readonly ConclusionCode LayersDirect = new("layers_direct", "What direct costs, and saves of the way through the page cache.");
    internal static readonly ConclusionCode LayersTime = new("layers_time", "Which way to the device is faster.");
    internal static readonly ConclusionCode LayersShort = new("layers_short", "Which layers ran too short a time.");
    internal static readonly ConclusionCode LayersIncomplete = new("layers_incomplete", "Which layers are not what their name says, or were not measured.");

    // Of the matrix of file interfaces.
    internal static readonly ConclusionCode ApisNotRanked = new("apis_not_ranked", "Why no API is ranked.");
    internal static readonly ConclusionCode BestAt4KiB = new("best_at_4_kib", "Which API reads 4 KiB at a time fastest.");
    internal static readonly ConclusionCode BestAt4KiBNotRanked = new("best_at_4_kib_not_ranked", "Why no API is said to read 4 KiB at a time fastest.");
    internal static readonly ConclusionCode SmallRecords = new("small_records", "What records of one byte cost against 64 KiB.");
    internal static readonly ConclusionCode SpreadOfApis = new("spread_of_apis", "Whether APIs perform alike from 64 KiB on.");
    internal static readonly ConclusionCode SpreadOfApisNotRanked = new("spread_of_apis_not_ranked", "Why it is not said whether APIs perform alike.");
    internal static readonly ConclusionCode SequentialReadPeak = new("sequential_read_peak", "The best rates of reading in order.");
    internal static readonly ConclusionCode RandomReadPeak = new("random_read_peak", "The best rates of reading in random order.");

    // Of programming styles.
    internal static readonly ConclusionCode CreateFastest = new("create_fastest", "Which style creates a file fastest.");
    internal static readonly ConclusionCode CreateNotRanked = new("create_not_ranked", "Why no style of creating is ranked.");
    internal static readonly ConclusionCode ReadFastest = new("read_fastest", "Which style reads a file fastest.");
    internal static readonly ConclusionCode ReadNotRanked = new("read_not_ranked", "Why no style of reading is ranked.");
    internal static readonly ConclusionCode ManagedTax = new("managed_tax", "Which style allocates most.");

    // Of both.
    internal static readonly ConclusionCode AwaitingCost = new("awaiting_cost", "What awaiting a record costs against the same calls that are not awaited.");
    internal static readonly ConclusionCode AwaitingNotJudged = new("awaiting_not_judged", "Why it is not said what awaiting costs.");

    // Of file modes.
    internal static readonly ConclusionCode OutcomesAsDocumented = new("outcomes_as_documented", "How many outcomes of FileMode are as documented.");

    // Of creating files.
    internal static readonly ConclusionCode CreationRequestSize = new("creation_request_size", "Request size to create files with.");
    internal static readonly ConclusionCode CreationPreallocation = new("creation_preallocation", "Whether to preallocate a file, on a volume of a state.");
    internal static readonly ConclusionCode CreationClaim = new("creation_claim_2004", "Whether the gain of 2004 by preallocation is confirmed.");
    internal static readonly ConclusionCode CreationFragmentation = new("creation_fragmentation", "What a fragmented volume costs, and what that cost is.");
    internal static readonly ConclusionCode CreationIncomplete = new("creation_incomplete", "How many cells of creating are not judged.");
    internal static readonly ConclusionCode CreationNotRanked = new("creation_not_ranked", "Why nothing is said of creating.");

    // Of a fragmented file.
    internal static readonly ConclusionCode RunsReached = new("runs_reached", "In how many runs the file lies, and how many were asked for.");

    // Of run lengths.
    internal static readonly ConclusionCode ReadRunLength = new("read_run_length", "From which run length on reading is as fast as that of a contiguous file, within 10 %.");
    internal static readonly ConclusionCode WriteRunLength = new("write_run_length", "The same of writing.");
    internal static readonly ConclusionCode ShortRunsCost = new("short_runs_cost", "What the shortest runs cost in device requests and processor time.");
    internal static readonly ConclusionCode RunLengthMedium = new("run_length_medium", "Whether torn files cost seeks here, by the device's own flag.");
    internal static readonly ConclusionCode RunLengthsIncomplete = new("run_lengths_incomplete", "Which cells are not judged.");

    // Of a volume of one's own.
    internal static readonly ConclusionCode LoopCost = new("loop_cost", "What the loop device below a volume of one's own takes of the rate.");

    // Of a volume that was filled.
    internal static readonly ConclusionCode FillFreeSpace = new("fill_free_space", "In how many runs the free space lies.");
    internal static readonly ConclusionCode FillNotTorn = new("fill_not_torn", "That new files lie as well as before.");
    internal static readonly ConclusionCode FillHardlyTorn = new("fill_hardly_torn", "That new files lie in few large pieces.");
    internal static readonly ConclusionCode FillTorn = new("fill_torn", "That new files lie in small pieces.");
    internal static readonly ConclusionCode FillPreallocation = new("fill_preallocation", "Whether reserving blocks first helps on torn free space.");

    // Of access hints.
    internal static readonly ConclusionCode HintBytes = new("hint_bytes", "With which hint the device delivers least.");
    internal static readonly ConclusionCode HintTime = new("hint_time", "With which hint reading takes least time.");
    internal static readonly ConclusionCode HintsIncomplete = new("hints_incomplete", "Which hints are not judged, or by fewer runs.");
    internal static readonly ConclusionCode HintsNotRanked = new("hints_not_ranked", "Why no hint is ranked.");

    // Of streaming, buffering and pipelining.
    internal static readonly ConclusionCode BestThreads = new(ProcessingValues.Fastest, "How many threads, at a level of work.");
    internal static readonly ConclusionCode Pipelined = new("pipelined", "Whether to pipeline.");
    internal static readonly ConclusionCode Buffer = new("buffer", "What a buffer size changes.");
    internal static readonly ConclusionCode Hint = new("hint", "What a hint changes.");
    internal static readonly ConclusionCode Distribution = new("distribution", "What a distribution of files to threads changes.");
    internal static readonly ConclusionCode LineReader = new("line_reader", "What reading lines by StreamReader changes.");
    internal static readonly ConclusionCode Memory = new("memory", "Which strategy needs least memory.");
    internal static readonly ConclusionCode ProcessIncomplete = new("process_incomplete", "Which cells are not judged, or by fewer runs.");
    internal static readonly ConclusionCode ProcessNotRanked = new("process_not_ranked", "Why no cell is ranked.");

    // Of a history of results.
    internal static readonly ConclusionCode HistoryChange = new("history_change", "Where a level changed, and how much.");
    internal static readonly ConclusionCode HistoryLevel = new("history_level", "What kept its level.");
    internal static readonly ConclusionCode HistoryTooShort =
        new("history_too_short", "That there are too few results to detect changes.");

    // Of the report of 2004.
    internal static readonly ConclusionCode PaperOpenQuestion = new("paper_open_question", "What the framework's defaults cost against direct requests in a deep queue.");

    // Of results side by side.
    internal static readonly ConclusionCode CompareNothing = new("compare_nothing", "That nothing differs, or nothing can be told.");
    internal static readonly ConclusionCode CompareRate = new("compare_rate", "What became faster or slower.");
    internal static readonly ConclusionCode CompareCpu = new("compare_cpu", "What takes more or less processor time.");
    internal static readonly ConclusionCode CompareOther = new("compare_other", "What else became better or worse.");
    internal static readonly ConclusionCode CompareGate = new("compare_gate", "Whether something became worse by more than the gate allows.");

    /// <summary>All of them, by experiment.</summary>
    public static IReadOnlyList<ConclusionCode> All { get; } =
    [
        ReadRequestSize, WriteRequestSize, BufferingCost, SmallRequests, NotFromDevice, Noise,
        LayersCost, LayersDirect, LayersTime, LayersShort, LayersIncomplete,
        ApisNotRanked, BestAt4KiB, BestAt4KiBNotRanked, SmallRecords, SpreadOfApis, SpreadOfApisNotRanked, SequentialReadPeak, RandomReadPeak,
        CreateFastest, CreateNotRanked, ReadFastest, ReadNotRanked, ManagedTax, AwaitingCost, AwaitingNotJudged, OutcomesAsDocumented,
        CreationRequestSize, CreationPreallocation, CreationClaim, CreationFragmentation, CreationIncomplete, CreationNotRanked, RunsReached,
        ReadRunLength, WriteRunLength, ShortRunsCost, RunLengthMedium, RunLengthsIncomplete, LoopCost,
        FillFreeSpace, FillNotTorn, FillHardlyTorn, FillTorn, FillPreallocation,
        HintBytes, HintTime, HintsIncomplete, HintsNotRanked,
        BestThreads, Pipelined, Buffer, Hint, Distribution, LineReader, Memory, ProcessIncomplete, ProcessNotRanked,
        HistoryChange, HistoryLevel, HistoryTooShort,
        PaperOpenQuestion,
        CompareNothing, CompareRate, CompareCpu, CompareOther, CompareGate,
    ];
}
