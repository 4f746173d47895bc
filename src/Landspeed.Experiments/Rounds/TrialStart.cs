namespace Landspeed.Experiments.Rounds;

/// <summary>What was found before a run. Null: not looked at, or not to be found out here.</summary>
public sealed record TrialStart
{
    /// <summary>Nothing was looked at.</summary>
    public static TrialStart Unknown { get; } = new();

    /// <summary>Share of what is going to be read that was in the page cache.</summary>
    public double? ResidentPct { get; init; }

    /// <summary>Whether none of it should have been there: what stayed is a finding.</summary>
    public bool MustBeCold { get; init; }

    /// <summary>Share of it that was reserved and never written.</summary>
    public double? UnwrittenPct { get; init; }

    /// <summary>Share of it without blocks.</summary>
    public double? HolePct { get; init; }

    /// <summary>Physically contiguous runs of the file.</summary>
    public int? Fragments { get; init; }
}
