namespace Landspeed.Results.Campaigns;

/// <summary>Names of the facts of a run of a campaign.</summary>
public static class CampaignFacts
{
    /// <summary>
    /// <c>done</c>, <c>failed</c>, <c>interrupted</c>, or <c>running</c> if it was queried during the run.
    /// </summary>
    public const string State = "state";

    /// <summary>Number of times it was started.</summary>
    public const string Attempts = "attempts";

    /// <summary>Why it was started again, each time.</summary>
    public const string Interruptions = "interruptions";

    /// <summary>How it ended, as a shell reports it.</summary>
    public const string ExitCode = "exit_code";

    /// <summary>When it was last started.</summary>
    public const string BeganAt = "began_at";

    /// <summary>How long it ran, nanoseconds, if it failed: a failed run has no metrics.</summary>
    public const string ElapsedNs = "elapsed_ns";

    /// <summary>The file with its output.</summary>
    public const string Output = "output";

    /// <summary>The file with its messages.</summary>
    public const string Messages = "messages";

    /// <summary>The file with its result.</summary>
    public const string Result = "result";

    /// <summary>Seconds spent waiting for an idle machine.</summary>
    public const string SettledS = "settled_s";

    /// <summary>Whether the machine was idle then.</summary>
    public const string IsQuiet = "quiet";

    /// <summary>Share of the CPUs that was busy then, percent.</summary>
    public const string BusyPct = "busy_pct";

    /// <summary>Bytes waiting to be written to a device at that time.</summary>
    public const string UnwrittenBytes = "unwritten_bytes";
}
