using System.Collections.ObjectModel;
using Landspeed.Results.Comparing;
using Landspeed.Results.Histories;
using Landspeed.Results.Ranks;

namespace Landspeed.Results;

/// <summary>
/// The result of one command of any verb: one JSON document. Names are snake_case with the unit in each name; fields
/// are added, never changed.
/// </summary>
public sealed record ResultDocument
{
    /// <summary>The kind of document: <c>landspeed.result</c>.</summary>
    public const string SchemaName = "landspeed.result";

    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>
    /// Version of the method by which numbers are obtained: 1. Raised when old numbers are no longer comparable.
    /// </summary>
    public const int CurrentMethodVersion = 1;

    /// <summary>The kind of document: <c>landspeed.result</c>.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>Version of this schema; raised when a field is added.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>
    /// Version of the method by which numbers are obtained; raised when old numbers are no longer comparable.
    /// </summary>
    public int MethodVersion { get; init; } = CurrentMethodVersion;

    /// <summary>The verb that made it: <c>measure</c>, <c>sweep</c>, <c>patterns</c>, <c>hints</c>, <c>process</c>, <c>create</c>, <c>fragment</c>,
    /// <c>records</c>, <c>copy</c>, <c>verify</c>, <c>extents</c>, <c>compare</c>, <c>paper</c> or <c>campaign</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>
    /// The form of that verb: of <c>measure</c>: <c>layers</c>, or null for one case; of <c>patterns</c>:
    /// <c>styles</c>, <c>apis</c>, <c>modes</c>, <c>creation</c> or <c>run_lengths</c>; of <c>fragment</c>:
    /// <c>fill</c>, or null for a file; of <c>records</c>: <c>generate</c> or <c>validate</c>; of <c>copy</c>:
    /// <c>file</c>, <c>tree</c> or <c>stream</c>; null if the verb has only one form.
    /// </summary>
    public string? Variant { get; init; }

    /// <summary>The program.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>Start, with the offset from UTC; for a resumed command its first start.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether a signal or an error ended it early; the numbers cover what was done until then.</summary>
    public bool Partial { get; init; }

    /// <summary>The machines that the numbers come from, one or more.</summary>
    public required IReadOnlyList<HostRecord> Hosts { get; init; }

    /// <summary>Where the files are stored, each with its role; a standard stream is not a place.</summary>
    public required IReadOnlyList<PlaceRecord> Places { get; init; }

    /// <summary>What all cells have in common.</summary>
    public required SetupRecord Setup { get; init; }

    /// <summary>The cases, in display order.</summary>
    public required IReadOnlyList<CellRecord> Cells { get; init; }

    /// <summary>The curves through cells, in the order of the cells; empty for kinds without curves.</summary>
    public IReadOnlyList<CurveRecord> Curves { get => field ?? []; init; }

    /// <summary>Sentences computed from the cells; empty while too little is measured.</summary>
    public IReadOnlyList<ConclusionRecord> Conclusions { get => field ?? []; init; }

    /// <summary>What is suspicious about the whole.</summary>
    public IReadOnlyList<FindingRecord> Findings { get => field ?? []; init; }

    /// <summary>Metrics over several results; empty for other kinds.</summary>
    public IReadOnlyList<HistoryRecord> Histories { get => field ?? []; init; }

    /// <summary>
    /// The name that the enclosing document gives to this one, for example from its file; otherwise null.
    /// </summary>
    public string? Label { get; init; }

    /// <summary>Results side by side; null for other kinds.</summary>
    public ComparingSection? Comparing { get; init; }

    /// <summary>Which of several processes made it, or null if it was one alone, or all together.</summary>
    public RankRecord? Rank { get; init; }

    /// <summary>The processes that made it together, or null if it was one.</summary>
    public RanksSection? Ranks { get; init; }

    /// <summary>The results that it is based on, each complete; empty if it was measured directly.</summary>
    public IReadOnlyList<ResultDocument> Parts { get => field ?? []; init; }

    /// <summary>Tells whether a run found blocks that do not hold what was acknowledged.</summary>
    public bool FoundWrongBlocks() => Cells.Any(cell => cell.Runs.Any(run => run.Blocks is { WrongBlocks: > 0 }));
}

/// <summary>The program that made a result.</summary>
/// <param name="Name">Its name: <c>landspeed</c>.</param>
/// <param name="Version">Its version, for example <c>0.1.0</c>.</param>
public sealed record ToolRecord(string Name, string Version);

/// <summary>What all cells of a result have in common.</summary>
public sealed record SetupRecord
{
    /// <summary>Start of the pseudo-random order of the runs and of the data.</summary>
    public ulong Seed { get; init; }

    /// <summary>Rounds: each has one run of every cell, in random order.</summary>
    public int Rounds { get; init; } = 1;

    /// <summary>The axes of the grid, in order: the keys of each cell's labels.</summary>
    public IReadOnlyList<string> Axes { get => field ?? []; init; }

    /// <summary>The options requested, by name in snake_case: all that the numbers depend on.</summary>
    public IReadOnlyDictionary<string, string> Options { get => field ?? ReadOnlyDictionary<string, string>.Empty; init; }

    /// <summary>
    /// Options whose effective value differs from the request, or that the program chose, by name in snake_case.
    /// </summary>
    public IReadOnlyDictionary<string, string> Effective { get => field ?? ReadOnlyDictionary<string, string>.Empty; init; }
}

/// <summary>One sentence computed from the cells.</summary>
/// <param name="Code">A stable name in snake_case, for example <c>read_request_size</c>.</param>
/// <param name="Text">The recommendation or conclusion first, then the numbers behind it.</param>
public sealed record ConclusionRecord(string Code, string Text)
{
    /// <summary>The cells that it recommends or finds equally good, by name; empty if it names none.</summary>
    public IReadOnlyList<string> Cells { get => field ?? []; init; }
}

/// <summary>Something suspicious that is not a failure.</summary>
/// <param name="Code">A stable name in snake_case, for example <c>foreign_traffic</c>.</param>
/// <param name="Message">A sentence with the numbers.</param>
public sealed record FindingRecord(string Code, string Message);

/// <summary>The kinds of results: the verb that makes each, and its forms.</summary>
public static class ResultKinds
{
    /// <summary>
    /// One case, or with the variant <see cref="Layers"/> the layers below it, with <see cref="Zones"/> the parts of
    /// the file, with <see cref="Rates"/> several rates of requests, with <see cref="Jobs"/> jobs at the same time.
    /// </summary>
    public const string Measure = "measure";

    /// <summary>Variant: what each layer below a request costs.</summary>
    public const string Layers = "layers";

    /// <summary>Variant: the rate in each of several parts of the file.</summary>
    public const string Zones = "zones";

    /// <summary>Variant: how long requests take at each of several rates.</summary>
    public const string Rates = "rates";

    /// <summary>Variant: jobs that measured at the same time.</summary>
    public const string Jobs = "jobs";

    /// <summary>Curves over request size.</summary>
    public const string Sweep = "sweep";

    /// <summary>Programming patterns; variants <see cref="Styles"/>, <see cref="Apis"/>, <see cref="FileModes"/>, <see cref="Creation"/> and <see cref="RunLengths"/>.</summary>
    public const string Patterns = "patterns";

    /// <summary>Variant: by byte, line, block, typed, text.</summary>
    public const string Styles = "styles";

    /// <summary>Variant: every file API by record size, order, operation and flush.</summary>
    public const string Apis = "apis";

    /// <summary>Variant: file modes and their outcomes.</summary>
    public const string FileModes = "modes";

    /// <summary>Variant: creating files by request size, preallocation and state of the volume.</summary>
    public const string Creation = "creation";

    /// <summary>Variant: files stored in runs of different lengths.</summary>
    public const string RunLengths = "run_lengths";

    /// <summary>What access hints make the device read.</summary>
    public const string Hints = "hints";

    /// <summary>Streaming, buffering and pipelining.</summary>
    public const string Process = "process";

    /// <summary>Creating a data set.</summary>
    public const string Create = "create";

    /// <summary>
    /// Creating a file stored in runs of one length, or with the variant <see cref="Fill"/> fragmenting the free space
    /// of a volume.
    /// </summary>
    public const string Fragment = "fragment";

    /// <summary>Variant: a volume that was filled and emptied again.</summary>
    public const string Fill = "fill";

    /// <summary>Sort-benchmark records; variants <see cref="Generate"/> and <see cref="Validate"/>.</summary>
    public const string Records = "records";

    /// <summary>Variant: generating records.</summary>
    public const string Generate = "generate";

    /// <summary>Variant: checking their order.</summary>
    public const string Validate = "validate";

    /// <summary>A copy; variants <c>file</c>, <c>tree</c> and <c>stream</c>.</summary>
    public const string Copy = "copy";

    /// <summary>A comparison with a manifest.</summary>
    public const string Verify = "verify";

    /// <summary>How files are stored on their volumes.</summary>
    public const string Extents = "extents";

    /// <summary>The figures and findings of the report of 2004, reproduced.</summary>
    public const string Paper = "paper";

    /// <summary>One command, timed as a whole: what <c>compare --run</c> compares if given shell commands.</summary>
    public const string Command = "command";

    /// <summary>Results side by side.</summary>
    public const string Compare = "compare";

    /// <summary>A list of commands, run one after the other.</summary>
    public const string Campaign = "campaign";

    /// <summary>
    /// Several results on one page; with the variant <see cref="History"/> results of one thing in chronological order.
    /// </summary>
    public const string Report = "report";

    /// <summary>Variant: results over time.</summary>
    public const string History = "history";
}
