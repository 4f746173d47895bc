using System.Globalization;
using Landspeed.Copying;
using Landspeed.Quantities;

namespace Landspeed.Cli.Output;

/// <summary>Where a copy stands, for people.</summary>
internal static class CopyProgressText
{
    /// <summary>Phase, share, rate, time left, bytes, files and the current one, as far as they are known.</summary>
    /// <param name="progress">Where it stands.</param>
    /// <param name="bytesPerS">How fast it is now; null: not known.</param>
    /// <param name="stalled">How long no byte was completed; zero: it goes on.</param>
    internal static string Of(CopyProgress progress, double? bytesPerS, TimeSpan stalled)
    {
        List<string> parts = [];
        bool known = progress is { IsComplete: true, TotalBytes: > 0 };
        if (known)
        {
            parts.Add(Text($"{Math.Clamp(100.0 * progress.Bytes / progress.TotalBytes, 0, 100):0} %"));
        }

        if (stalled > TimeSpan.Zero)
        {
            parts.Add(ProgressText.Stalled(stalled));
        }
        else if (bytesPerS is { } rate && progress.Phase != CopyPhase.Flushing)
        {
            parts.Add(ProgressText.Rate(rate));
            if (known)
            {
                parts.Add($"{ProgressText.Remaining(Math.Max(0, progress.TotalBytes - progress.Bytes) / rate)} left");
            }
        }

        string more = progress.IsComplete ? string.Empty : " so far";
        string total = progress is { IsComplete: false, TotalBytes: 0 } ? string.Empty : $" of {DisplayNumber.Bytes(progress.TotalBytes)}";
        parts.Add($"{DisplayNumber.Bytes(progress.Bytes)}{total}{more}");
        if (progress.TotalFiles > 1)
        {
            parts.Add(Text($"{progress.Files:N0} of {progress.TotalFiles:N0} files{more}"));
        }

        string current = progress.Current is { } file ? $": {file.Display}" : string.Empty;
        return $"{Name(progress.Phase)}: {string.Join(", ", parts)}{current}";
    }

    private static string Name(CopyPhase phase) => phase switch
    {
        CopyPhase.Checking => "preparing",
        CopyPhase.Copying => "copying",
        CopyPhase.Flushing => "making the data durable",
        CopyPhase.Verifying => "verifying",
        _ => "working",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
