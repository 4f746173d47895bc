namespace Landspeed.Results.Jobs;

/// <summary>Names in results of jobs that measured at the same time.</summary>
public static class JobLabels
{
    /// <summary>The cell of all jobs together; no job has this name.</summary>
    public const string Together = "all jobs";

    /// <summary>Label: the file of a job.</summary>
    public const string File = "file";

    /// <summary>Label: the command line of a job.</summary>
    public const string Command = "command";
}
