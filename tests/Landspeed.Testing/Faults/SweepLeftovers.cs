namespace Landspeed.Testing.Faults;

/// <summary>Whether a stopped copy may leave unfinished files, recognisable by their names.</summary>
public enum SweepLeftovers
{
    /// <summary>Nothing may be left.</summary>
    Forbidden,

    /// <summary>Those with an ending of <see cref="CopyCase.LeftoverEndings"/>.</summary>
    Allowed,
}
