namespace Landspeed.Results;

/// <summary>One parameter set, as requested or as used.</summary>
public sealed record CaseRecord
{
    /// <summary><c>read</c>, <c>write</c>, <c>extend</c> or <c>mix</c>.</summary>
    public required string Operation { get; init; }

    /// <summary>
    /// Of 100 requests of a mix, those that read; null for other operations, and with separate rates.
    /// </summary>
    public int? ReadPct { get; init; }

    /// <summary><c>direct</c>, <c>buffered</c> or <c>uncached</c>.</summary>
    public required string Mode { get; init; }

    /// <summary><c>engine</c>, or <c>filestream</c>: the class of .NET.</summary>
    public string Api { get => field ?? "engine"; init; }

    /// <summary>Bytes of one request; of the largest, if they have several sizes.</summary>
    public required long RequestSizeBytes { get; init; }

    /// <summary>
    /// The sizes of requests with their shares in percent: <c>4KiB:60,64KiB:40</c>; null if all have the same.
    /// </summary>
    public string? SizeShares { get; init; }

    /// <summary>Requests in flight per worker; at most, if they start at a rate.</summary>
    public required int QueueDepth { get; init; }

    /// <summary>When requests start, or null if a full queue sets the pace.</summary>
    public LoadRecord? Load { get; init; }

    /// <summary>The pauses between requests, or null if there are none.</summary>
    public ThinkRecord? Think { get; init; }

    /// <summary>Workers.</summary>
    public required int Threads { get; init; }

    /// <summary>0 sequential, 100 anywhere.</summary>
    public required double DistancePct { get; init; }

    /// <summary>Whether requests in order went from the end to the start.</summary>
    public bool IsReverse { get; init; }

    /// <summary>
    /// Bytes from the start of a request in order to the start of the next one, or null if it follows without a gap.
    /// </summary>
    public long? StrideBytes { get; init; }

    /// <summary>
    /// How often each place is used: <c>zipf:1.2</c>, <c>hot:20:80</c> (percent of the places and of the requests that
    /// go to them), or null: all alike.
    /// </summary>
    public string? Distribution { get; init; }

    /// <summary><c>automatic</c> (requested only), <c>uring</c>, <c>threads</c> or <c>synchronous</c>.</summary>
    public required string Engine { get; init; }

    /// <summary>Maximum measured time.</summary>
    public required double TimeS { get; init; }

    /// <summary>
    /// What ends it earlier: <c>steady=10%/30s</c>, a rate that changes by up to 10 % in 30 s, or null.
    /// </summary>
    public string? Until { get; init; }

    /// <summary>Maximum number of bytes moved, or null if there is no limit.</summary>
    public long? LimitBytes { get; init; }

    /// <summary>Where the used range begins, or null: at the file's start.</summary>
    public long? OffsetBytes { get; init; }

    /// <summary>End of the used range, from the file's start, or null in a request that leaves it open.</summary>
    public long? FileBytes { get; init; }

    /// <summary>
    /// What a new file holds: <c>data</c>, <c>none</c>, <c>length</c>, <c>reserve</c>, <c>zero</c>, or null if the file
    /// already existed.
    /// </summary>
    public string? Preparation { get; init; }

    /// <summary>How the file was written over first: <c>random 2x</c>, up to twice its length; or null.</summary>
    public string? Precondition { get; init; }

    /// <summary>Whether every byte is read or generated.</summary>
    public required bool Touch { get; init; }

    /// <summary>
    /// <c>verify</c> if what was written proved itself, and what was read was compared with the journal, <c>check</c>
    /// if the whole file was, or null.
    /// </summary>
    public string? Blocks { get; init; }

    /// <summary>Whether the file was dropped from the page cache first.</summary>
    public required bool Cold { get; init; }

    /// <summary><c>none</c>, <c>end</c> or <c>each</c>.</summary>
    public required string Flush { get; init; }

    /// <summary>Start of the pseudo-random sequence.</summary>
    public required ulong Seed { get; init; }
}

/// <summary>Requests that start at a rate.</summary>
/// <param name="RequestsPerS">The rate of all workers, of reads and writes together.</param>
/// <param name="Arrivals"><c>even</c> or <c>poisson</c>.</param>
/// <param name="WhenFull">
/// <c>queue</c> or <c>skip</c>: what becomes of a request that is due while as many as allowed are in flight.
/// </param>
/// <param name="Precise">Whether the workers never sleep.</param>
public sealed record LoadRecord(double RequestsPerS, string Arrivals, string WhenFull, bool Precise)
{
    /// <summary>The rate of the reads, or null unless reads and writes have separate rates.</summary>
    public double? ReadRequestsPerS { get; init; }

    /// <summary>The rate of the writes, or null unless reads and writes have separate rates.</summary>
    public double? WriteRequestsPerS { get; init; }
}

/// <summary>Pauses between the requests of each place in a queue.</summary>
/// <param name="PauseS">Seconds from the end of a request to the start of the next one, on average.</param>
/// <param name="Requests">Requests before each pause.</param>
/// <param name="Arrivals">
/// <c>even</c> if all pauses are alike, <c>poisson</c> if they are exponentially distributed.
/// </param>
/// <param name="Precise">Whether the workers never sleep.</param>
public sealed record ThinkRecord(double PauseS, int Requests, string Arrivals, bool Precise);
