using System.Globalization;
using Landspeed.Experiments.Rounds;
using Landspeed.Quantities;

namespace Landspeed.Cli.Output;

/// <summary>How far work is, for people.</summary>
internal static class ProgressText
{
    /// <summary>Share, rate and time left, as far as they are known.</summary>
    /// <param name="progress">How far the work is.</param>
    internal static IEnumerable<string> Parts(WorkProgress progress)
    {
        double seconds = progress.Elapsed.TotalSeconds;
        if (Share(progress) is { } share)
        {
            yield return Text($"{share * 100:0} %");
        }

        if (progress.Stalled > TimeSpan.Zero)
        {
            yield return Stalled(progress.Stalled);
            yield break;
        }

        if (progress.DoneBytes > 0 && seconds > 0)
        {
            yield return Rate(progress.DoneBytes / seconds);
        }

        if (Share(progress) is > 0 and var done)
        {
            yield return $"{Remaining(seconds / done * (1 - done))} left";
        }
    }

    /// <summary>A rate as results have it, for example <c>5,631 MB/s</c>.</summary>
    internal static string Rate(double bytesPerS) => bytesPerS < 1e6
        ? Text($"{bytesPerS / 1e6:0.0} MB/s")
        : $"{DisplayNumber.Of(bytesPerS / 1e6, halfWidth: 0)} MB/s";

    /// <summary>A time in which nothing moved, for example <c>stalled for 12 s</c>.</summary>
    internal static string Stalled(TimeSpan time) => time.TotalSeconds switch
    {
        < 100 => Text($"stalled for {Math.Floor(time.TotalSeconds):0} s"),
        < 6000 => Text($"stalled for {Math.Floor(time.TotalMinutes):0} min"),
        _ => Text($"stalled for {time.TotalHours:0.0} h"),
    };

    // Bytes bound a phase, or time does, or whichever comes first.
    private static double? Share(WorkProgress progress)
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

    /// <summary>A phase in words.</summary>
    internal static string Name(WorkPhase phase) => phase switch
    {
        WorkPhase.Preparing => "preparing the file",
        WorkPhase.Dropping => "dropping the file from the page cache",
        WorkPhase.Baseline => "watching the idle machine",
        WorkPhase.WarmingUp => "warming up",
        WorkPhase.Measuring => "measuring",
        WorkPhase.Flushing => "making the data durable",
        _ => "working",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
