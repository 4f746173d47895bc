namespace Landspeed.Experiments.Rounds;

/// <summary>What was found after a run.</summary>
public sealed record TrialEnd
{
    /// <summary>Nothing was looked at.</summary>
    public static TrialEnd Nothing { get; } = new();

    /// <summary>Share of what was read that is in the page cache now; null: not looked at.</summary>
    public double? ResidentPct { get; init; }

    /// <summary>Bytes written that are dirty, or being written back, in the page cache; null: not looked at.</summary>
    public long? NotYetOnDeviceBytes { get; init; }

    /// <summary>What this experiment alone measures, by the names of metrics.</summary>
    public IReadOnlyDictionary<string, double> Metrics { get; init; } = new Dictionary<string, double>();

    /// <summary>What this experiment alone finds that is no number, or must be exact: by name in snake_case.</summary>
    public IReadOnlyDictionary<string, string> Facts { get; init; } = new Dictionary<string, string>();
}
