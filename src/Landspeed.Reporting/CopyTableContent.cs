namespace Landspeed.Reporting;

/// <summary>What the summary of a copy tells.</summary>
public enum CopyTableContent
{
    /// <summary>What was copied, how fast, and where the bytes came from and went.</summary>
    Figures,

    /// <summary>The same, and which ways the bytes went, and why.</summary>
    WithWays,
}
