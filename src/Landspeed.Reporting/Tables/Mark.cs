namespace Landspeed.Reporting.Tables;

/// <summary>What a piece of text is, for those who see colours.</summary>
internal enum Mark
{
    /// <summary>As everything else.</summary>
    Plain,

    /// <summary>The number that was asked for.</summary>
    Number,

    /// <summary>A label or a unit that may stand back.</summary>
    Quiet,

    /// <summary>As it should be.</summary>
    Good,

    /// <summary>To be looked at.</summary>
    Warning,
}
