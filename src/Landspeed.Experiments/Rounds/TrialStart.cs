namespace Landspeed.Experiments.Rounds;

/// <summary>The state before a run. Fields are null if they were not examined, or cannot be determined here.</summary>
public sealed record TrialStart
{
    /// <summary>Nothing was examined.</summary>
    public static TrialStart Unknown { get; } = new();

    /// <summary>Share of the data to be read that was in the page cache.</summary>
    public double? ResidentPct { get; init; }

    /// <summary>Whether none of it should have been there: what remained is a finding.</summary>
    public bool MustBeCold { get; init; }

    /// <summary>Share of it that was reserved but never written.</summary>
    public double? UnwrittenPct { get; init; }

    /// <summary>Share of it without blocks.</summary>
    public double? HolePct { get; init; }

    /// <summary>Physically contiguous runs of the file.</summary>
    public int? Fragments { get; init; }
}
