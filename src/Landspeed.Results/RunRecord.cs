using System.Collections.ObjectModel;
using Landspeed.Results.Blocks;
using Landspeed.Results.Changes;
using Landspeed.Results.Extents;
using Landspeed.Results.Filling;
using Landspeed.Results.Pairs;

namespace Landspeed.Results;

/// <summary>
/// One run of one cell; a journal has one per line, after the line of the <see cref="ResultDocument"/>.
/// </summary>
public sealed record RunRecord
{
    /// <summary>Name of the cell.</summary>
    public required string Cell { get; init; }

    /// <summary>Zero-based round of the run.</summary>
    public required int Round { get; init; }

    /// <summary>Zero-based index, in the hosts of the result, of the machine that made the run.</summary>
    public int Host { get; init; }

    /// <summary>Start of the measured time, milliseconds since 1970, or null if the kind does not record it.</summary>
    public long? StartedAtMs { get; init; }

    /// <summary>Why it failed; otherwise null. A failed run has no metrics.</summary>
    public string? Failure { get; init; }

    /// <summary>Why its numbers do not count in the cell: the ranks did not start together. Otherwise null.</summary>
    public string? Invalid { get; init; }

    /// <summary>Whether a signal ended the run early.</summary>
    public bool Partial { get; init; }

    /// <summary>What was measured, by the name of a metric of the catalogue; unknown ones are missing.</summary>
    public IReadOnlyDictionary<string, double> Metrics { get => field ?? ReadOnlyDictionary<string, double>.Empty; init; }

    /// <summary>Findings that are not numbers, or must be exact, by name in snake_case.</summary>
    public IReadOnlyDictionary<string, string> Facts { get => field ?? ReadOnlyDictionary<string, string>.Empty; init; }

    /// <summary>The parameter set, requested and effective; null for kinds without one per run.</summary>
    public CaseSection? Case { get; init; }

    /// <summary>Submit to completion, or null if requests were not timed one by one.</summary>
    public LatencyRecord? Latency { get; init; }

    /// <summary>
    /// From the moment at which a request was due to its completion, or null if requests did not start at a rate.
    /// </summary>
    public LatencyRecord? Response { get; init; }

    /// <summary>From the moment at which a request was due to its submission, or null as above.</summary>
    public LatencyRecord? Lateness { get; init; }

    /// <summary>Reads and writes apart, or null unless the run made both at the same time.</summary>
    public MixRecord? Mix { get; init; }

    /// <summary>The requests of each size apart, the smallest first; empty if all have the same.</summary>
    public IReadOnlyList<RequestPartRecord> Sizes { get => field ?? []; init; }

    /// <summary>Time series; every sample covers the same time, the last may be shorter.</summary>
    public IReadOnlyList<SampleRecord> Samples { get => field ?? []; init; }

    /// <summary>
    /// Whether the rate became steady, or null if the run did not wait for that, or ended before its first round.
    /// </summary>
    public SteadyRecord? Steady { get; init; }

    /// <summary>What was written over the file before the first run, or null if nothing was.</summary>
    public PreconditionRecord? Precondition { get; init; }

    /// <summary>
    /// Where the rate went from one level to another, in order; none of runs of fewer than 12 samples.
    /// </summary>
    public IReadOnlyList<ChangeRecord> Changes { get => field ?? []; init; }

    /// <summary>What was written and found of blocks that prove themselves, or null if they do not.</summary>
    public BlocksRecord? Blocks { get; init; }

    /// <summary>
    /// How long requests took over the course of the run: response times if they started at a rate, otherwise
    /// latencies. Every slice covers the same time, the last may be shorter or a little longer.
    /// </summary>
    public IReadOnlyList<LatencySampleRecord> LatencySamples { get => field ?? []; init; }

    /// <summary>Traffic of the block device in the measured time, or null if there is none.</summary>
    public DeviceRecord? Device { get; init; }

    /// <summary>
    /// Where the bytes read came from, or null if none were read; of two files or directories, those of the first.
    /// </summary>
    public TruthRecord? Reads { get; init; }

    /// <summary>Where the bytes read from the second of two files or directories came from; otherwise null.</summary>
    public TruthRecord? ReadsB { get; init; }

    /// <summary>Where the bytes written went, or null if none were written.</summary>
    public TruthRecord? Writes { get; init; }

    /// <summary>What a copy did; null for other kinds.</summary>
    public CopySection? Copy { get; init; }

    /// <summary>What a verification found; null for other kinds.</summary>
    public VerificationSection? Verification { get; init; }

    /// <summary>What a comparison of two files or directories found; null for other kinds.</summary>
    public PairSection? Pair { get; init; }

    /// <summary>How files are stored on their volumes; null for other kinds.</summary>
    public ExtentsSection? Extents { get; init; }

    /// <summary>How a volume was filled and emptied again; null for other kinds.</summary>
    public FillSection? Fill { get; init; }

    /// <summary>What is suspicious about the run.</summary>
    public IReadOnlyList<FindingRecord> Findings { get => field ?? []; init; }

    /// <summary>Gets a metric of the run, or null if it is unknown.</summary>
    /// <param name="metric">One of the catalogue.</param>
    public double? this[Metric metric] => Metrics.TryGetValue(metric.Name, out double value) ? value : null;

    /// <summary>
    /// Returns it without the bins of its distributions and their course: those of hundreds of runs would be most of a
    /// result.
    /// </summary>
    public RunRecord WithoutBins() => this with
    {
        Latency = Latency?.WithoutBins(),
        Response = Response?.WithoutBins(),
        Lateness = Lateness?.WithoutBins(),
        Mix = Mix is null ? null : new MixRecord(Mix.Reads.WithoutBins(), Mix.Writes.WithoutBins()),
        Sizes = [.. Sizes.Select(size => size.WithoutBins())],
        LatencySamples = [],
    };
}

/// <summary>The parameter set of a run.</summary>
public sealed record CaseSection
{
    /// <summary>What was requested.</summary>
    public required CaseRecord Requested { get; init; }

    /// <summary>What was used.</summary>
    public required CaseRecord Effective { get; init; }

    /// <summary>Differences between the two, each with its reason.</summary>
    public IReadOnlyList<string> Fallbacks { get => field ?? []; init; }

    /// <summary>Features that the engine used.</summary>
    public IReadOnlyList<string> EngineFeatures { get => field ?? []; init; }
}

/// <summary>One sample of the time series.</summary>
/// <param name="StartNs">Its start, from the start of the measured time.</param>
/// <param name="DurationNs">Its duration.</param>
/// <param name="Bytes">Bytes whose requests completed in it.</param>
/// <param name="Requests">Requests completed in it.</param>
public sealed record SampleRecord(long StartNs, long DurationNs, long Bytes, long Requests);

/// <summary>What was written over a file before it was measured.</summary>
public sealed record PreconditionRecord
{
    /// <summary><c>fill</c> or <c>random</c>.</summary>
    public required string Order { get; init; }

    /// <summary>Bytes written.</summary>
    public required long BytesWritten { get; init; }

    /// <summary>Time until all of them were durable.</summary>
    public required long ElapsedNs { get; init; }

    /// <summary>Rate of the first of up to twenty parts; null if nothing was written.</summary>
    public double? FirstBytesPerS { get; init; }

    /// <summary>Rate of the last part; null as above.</summary>
    public double? LastBytesPerS { get; init; }

    /// <summary>
    /// Whether it ended because the device had become slower; otherwise because all that may be written was.
    /// </summary>
    public required bool IsSlower { get; init; }
}

/// <summary>Whether a rate became steady: the last five rounds of equal length that were looked at.</summary>
public sealed record SteadyRecord
{
    /// <summary>Whether they are; otherwise the run ended for another reason.</summary>
    public required bool IsSteady { get; init; }

    /// <summary>Start of the first of them, from the start of the measured time.</summary>
    public required long StartNs { get; init; }

    /// <summary>Time of all of them.</summary>
    public required long DurationNs { get; init; }

    /// <summary>Rate of all of them together.</summary>
    public required double BytesPerS { get; init; }

    /// <summary>Rate of each; fewer than five if the run ended before.</summary>
    public required IReadOnlyList<double> RoundsBytesPerS { get; init; }

    /// <summary>
    /// By how much a straight line through the rates (least squares) rises from the first to the last, or falls,
    /// percent of their mean; null if nothing was moved.
    /// </summary>
    public double? ChangePct { get; init; }

    /// <summary>
    /// Difference between the fastest and the slowest, percent of their mean; null if nothing was moved.
    /// </summary>
    public double? RangePct { get; init; }
}

/// <summary>How long requests took in one slice of a run.</summary>
/// <param name="StartNs">Its start, from the start of the measured time.</param>
/// <param name="DurationNs">Its duration.</param>
/// <param name="Requests">Requests that were completed in it, and timed.</param>
/// <param name="P50Ns">Half took at most this, and it is at most 6.25 % too large; needs 20 requests.</param>
/// <param name="P99Ns">The same of 99 of 100; needs 1,000 requests.</param>
/// <param name="MaxNs">The same of all of them; 0 if there was none.</param>
public sealed record LatencySampleRecord(
    long StartNs, long DurationNs, long Requests, long? P50Ns, long? P99Ns, long MaxNs);

/// <summary>The two directions of a run that reads and writes at the same time.</summary>
/// <param name="Reads">The requests that read.</param>
/// <param name="Writes">The requests that write.</param>
public sealed record MixRecord(RequestPartRecord Reads, RequestPartRecord Writes);

/// <summary>The requests of one direction, or of one size.</summary>
/// <param name="Bytes">Bytes that they moved.</param>
/// <param name="Requests">Their number.</param>
/// <param name="Latency">Submit to completion, or null if there was none.</param>
/// <param name="Response">
/// From the moment at which a request was due to its completion, or null if requests did not start at a rate.
/// </param>
public sealed record RequestPartRecord(long Bytes, long Requests, LatencyRecord? Latency, LatencyRecord? Response)
{
    /// <summary>Bytes of each request, or null unless they are the requests of one size.</summary>
    public long? RequestSizeBytes { get; init; }

    /// <summary>Requests that were due, or null unless reads and writes have separate rates.</summary>
    public long? Offered { get; init; }

    /// <summary>Returns it without the bins of its distributions.</summary>
    public RequestPartRecord WithoutBins() =>
        this with { Latency = Latency?.WithoutBins(), Response = Response?.WithoutBins() };
}
