using System.Globalization;
using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Output;

/// <summary>Where a measurement stands, for people.</summary>
internal static class ProgressText
{
    /// <summary>Phase, share, rate and time left, as far as they are known.</summary>
    /// <param name="progress">Where it stands.</param>
    /// <param name="runs">How many runs there will be.</param>
    internal static string Of(MeasurementProgress progress, int runs)
    {
        List<string> parts = [];
        double seconds = progress.Elapsed.TotalSeconds;
        if (Share(progress) is { } share)
        {
            parts.Add(Text($"{share * 100:0} %"));
        }

        if (progress.DoneBytes > 0 && seconds > 0)
        {
            parts.Add(Text($"{progress.DoneBytes / seconds / 1e6:0.0} MB/s"));
        }

        if (Share(progress) is > 0 and var done)
        {
            parts.Add($"{Remaining(seconds / done * (1 - done))} left");
        }

        string run = runs > 1 ? Text($", run {progress.RunIndex + 1} of {runs}") : string.Empty;
        string what = Name(progress.Phase) + run;
        return parts.Count == 0 ? what : $"{what}: {string.Join(", ", parts)}";
    }

    // Bytes bound a phase, or time does, or whichever comes first.
    private static double? Share(MeasurementProgress progress)
    {
        double? ofBytes = progress.TotalBytes is > 0 and var total ? progress.DoneBytes / (double)total : null;
        double? ofTime = progress.Total is { Ticks: > 0 } time ? progress.Elapsed / time : null;
        double? share = (ofBytes, ofTime) is ({ } bytes, { } elapsed) ? Math.Max(bytes, elapsed) : ofBytes ?? ofTime;
        return share is { } value ? Math.Clamp(value, 0, 1) : null;
    }

    /// <summary>A time that is left, for example <c>12 s</c>, <c>3 min</c> or <c>1.5 h</c>.</summary>
    internal static string Remaining(double seconds) => seconds switch
    {
        < 100 => Text($"{Math.Ceiling(Math.Round(seconds, 3)):0} s"),
        < 6000 => Text($"{Math.Ceiling(seconds / 60):0} min"),
        _ => Text($"{seconds / 3600:0.0} h"),
    };

    private static string Name(MeasurementPhase phase) => phase switch
    {
        MeasurementPhase.Preparing => "preparing the file",
        MeasurementPhase.Dropping => "dropping the file from the page cache",
        MeasurementPhase.Baseline => "watching the idle machine",
        MeasurementPhase.WarmingUp => "warming up",
        MeasurementPhase.Measuring => "measuring",
        MeasurementPhase.Flushing => "making the data durable",
        _ => "working",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
