namespace Landspeed.Results;

/// <summary>Axes of the table of file modes.</summary>
public static class FileModeLabels
{
    /// <summary>The axis of the modes.</summary>
    public const string ModeAxis = "mode";

    /// <summary>The axis of accesses.</summary>
    public const string AccessAxis = "access";

    /// <summary>The axis that says whether there is a file.</summary>
    public const string FileAxis = "file";

    /// <summary>
    /// The documented outcome. A cell that is done had the same outcome; the reason of a failed cell is the outcome
    /// that it had.
    /// </summary>
    public const string DocumentedAxis = "documented";
}
