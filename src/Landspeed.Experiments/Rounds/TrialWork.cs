using Landspeed.Experiments.Judging;

namespace Landspeed.Experiments.Rounds;

/// <summary>What a run moved.</summary>
public sealed record TrialWork
{
    /// <summary>Bytes that the work read from files.</summary>
    public long BytesRead { get; init; }

    /// <summary>Bytes that the work wrote to files.</summary>
    public long BytesWritten { get; init; }

    /// <summary>Records, or calls, that it made, or null if it has none.</summary>
    public long? Records { get; init; }

    /// <summary>
    /// Length of the range that was read or written, once or several times, or null if it equals the bytes moved.
    /// </summary>
    public long? RangeBytes { get; init; }

    /// <summary>How the written bytes really used the page cache; default buffered.</summary>
    public IoMode WriteMode { get; init; } = IoMode.Buffered;

    /// <summary>What was observed of the thread pool during work that awaits, or null if it does not await.</summary>
    internal PoolTally? Pool { get; init; }

    /// <summary>What only this experiment measures, by the names of metrics.</summary>
    public IReadOnlyDictionary<string, double> Metrics { get; init; } = new Dictionary<string, double>();

    /// <summary>
    /// Findings of only this experiment that are not numbers, or must be exact: by name in snake_case.
    /// </summary>
    public IReadOnlyDictionary<string, string> Facts { get; init; } = new Dictionary<string, string>();
}
