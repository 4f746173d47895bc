namespace Landspeed.Files;

/// <summary>How much a wish matters.</summary>
public enum Necessity
{
    /// <summary>Fall back where the system refuses, and report it.</summary>
    Preferred,

    /// <summary>Fail where the system refuses.</summary>
    Required,
}
