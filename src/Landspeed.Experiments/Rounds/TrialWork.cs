using Landspeed.Experiments.Judging;
using Landspeed.Files;

namespace Landspeed.Experiments.Rounds;

/// <summary>What a run moved.</summary>
public sealed record TrialWork
{
    /// <summary>Bytes that the work read from files.</summary>
    public long BytesRead { get; init; }

    /// <summary>Bytes that the work wrote to files.</summary>
    public long BytesWritten { get; init; }

    /// <summary>Records, or calls, that it made; null: it knows none.</summary>
    public long? Records { get; init; }

    /// <summary>Length of what was read or written once or several times; null: as many bytes as were moved.</summary>
    public long? RangeBytes { get; init; }

    /// <summary>How the bytes written really passed the page cache; default buffered.</summary>
    public IoMode WriteMode { get; init; } = IoMode.Buffered;

    /// <summary>What was seen of the thread pool by work that awaits; null: it does not.</summary>
    internal PoolTally? Pool { get; init; }

    /// <summary>What this experiment alone measures, by the names of metrics.</summary>
    public IReadOnlyDictionary<string, double> Metrics { get; init; } = new Dictionary<string, double>();

    /// <summary>What this experiment alone finds that is no number, or must be exact: by name in snake_case.</summary>
    public IReadOnlyDictionary<string, string> Facts { get; init; } = new Dictionary<string, string>();
}
