namespace Landspeed.Experiments.Results;

/// <summary>What a check of one file came to.</summary>
public enum VerificationState
{
    /// <summary>The digest is as the manifest says.</summary>
    Ok,

    /// <summary>The digest differs.</summary>
    Different,

    /// <summary>There is no such file.</summary>
    Missing,

    /// <summary>The file cannot be read.</summary>
    Unreadable,

    /// <summary>The manifest's line cannot be read.</summary>
    Malformed,

    /// <summary>The manifest does not name the file.</summary>
    Extra,
}
