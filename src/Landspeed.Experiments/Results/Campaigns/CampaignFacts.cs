namespace Landspeed.Experiments.Results.Campaigns;

/// <summary>Names of the facts of a run of a campaign.</summary>
public static class CampaignFacts
{
    /// <summary><c>done</c>, <c>failed</c>, <c>interrupted</c>, or <c>running</c> where it was asked about meanwhile.</summary>
    public const string State = "state";

    /// <summary>How many times it was begun.</summary>
    public const string Attempts = "attempts";

    /// <summary>Why it was begun again each time.</summary>
    public const string Interruptions = "interruptions";

    /// <summary>How it ended, as a shell reports it.</summary>
    public const string ExitCode = "exit_code";

    /// <summary>When it was begun last.</summary>
    public const string BeganAt = "began_at";

    /// <summary>How long it ran, nanoseconds, where it failed: a failed run has no metrics.</summary>
    public const string ElapsedNs = "elapsed_ns";

    /// <summary>The file with its output.</summary>
    public const string Output = "output";

    /// <summary>The file with its messages.</summary>
    public const string Messages = "messages";

    /// <summary>The file with its result.</summary>
    public const string Result = "result";

    /// <summary>Seconds that were waited for a quiet machine.</summary>
    public const string SettledS = "settled_s";

    /// <summary>Whether the machine was quiet then.</summary>
    public const string IsQuiet = "quiet";

    /// <summary>Share of the processors that was busy then, percent.</summary>
    public const string BusyPct = "busy_pct";

    /// <summary>Bytes that waited to be written to a device then.</summary>
    public const string UnwrittenBytes = "unwritten_bytes";
}
