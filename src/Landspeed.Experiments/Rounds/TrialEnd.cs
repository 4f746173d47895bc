namespace Landspeed.Experiments.Rounds;

/// <summary>The state after a run.</summary>
public sealed record TrialEnd
{
    /// <summary>Nothing was examined.</summary>
    public static TrialEnd Nothing { get; } = new();

    /// <summary>Share of the bytes read that is in the page cache now, or null if not examined.</summary>
    public double? ResidentPct { get; init; }

    /// <summary>
    /// Bytes written that are dirty, or being written back, in the page cache, or null if not examined.
    /// </summary>
    public long? NotYetOnDeviceBytes { get; init; }

    /// <summary>What only this experiment measures, by the names of metrics.</summary>
    public IReadOnlyDictionary<string, double> Metrics { get; init; } = new Dictionary<string, double>();

    /// <summary>
    /// Findings of only this experiment that are not numbers, or must be exact: by name in snake_case.
    /// </summary>
    public IReadOnlyDictionary<string, string> Facts { get; init; } = new Dictionary<string, string>();
}
