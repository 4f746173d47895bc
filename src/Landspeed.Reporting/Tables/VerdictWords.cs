using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>A verdict in a few words.</summary>
internal static class VerdictWords
{
    /// <summary>The verdict alone.</summary>
    public static string Name(Verdict verdict) => verdict.ToString().ToLowerInvariant();

    /// <summary>The sign behind a number whose verdict is not the one that is told of all: its first letter, or a question mark.</summary>
    public static string Letter(Verdict verdict) => verdict == Verdict.Unknown ? "?" : Name(verdict)[..1];

    /// <summary>With its main evidence, for example <c>device (100.0 % of 12.1 GB came from vda)</c>.</summary>
    public static string Of(MeasurementRecord run)
    {
        string name = Name(run.Truth.Verdict);
        if (run.Truth.DeviceSharePct is not { } share)
        {
            return $"{name} (no device counters)";
        }

        string way = run.Effective.Operation == "read" ? "came from" : "went to";
        return $"{name} ({Format.Percent(share)} of {Format.Moved(run.Truth.AppBytes)} {way} {Device(run)})";
    }

    /// <summary>The device's name, or words for it.</summary>
    public static string Device(MeasurementRecord run) => run.Device?.Name ?? "the device";

    /// <summary>Only bytes that the device moved deserve no second look.</summary>
    public static Mark MarkOf(Verdict verdict) => verdict == Verdict.Device ? Mark.Good : Mark.Warning;
}
