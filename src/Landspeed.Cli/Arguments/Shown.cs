using System.Globalization;
using Landspeed.Experiments;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Cli.Arguments;

/// <summary>Values for people; text from outside is made harmless for a terminal.</summary>
internal static class Shown
{
    /// <summary>A value that a person typed, in quotes, control characters escaped.</summary>
    internal static string Value(string text) => $"'{OneLine(text)}'";

    /// <summary>A number of bytes in a unit of powers of two, for example <c>64 KiB</c>.</summary>
    internal static string Size(long bytes) => new ByteCount(bytes).ToDisplay();

    /// <summary>A number of bytes as a person would type it, for example <c>64KiB</c> or <c>2147479552</c>.</summary>
    internal static string Typed(long bytes) => bytes < 1024 || bytes % 1024 != 0 || (bytes > 1 << 30 && bytes % (1 << 30) != 0)
        ? bytes.ToString(CultureInfo.InvariantCulture)
        : new ByteCount(bytes).ToString().Replace(" ", string.Empty, StringComparison.Ordinal);

    /// <summary>A message on one line, control characters escaped.</summary>
    internal static string OneLine(string text)
    {
        string line = text.ReplaceLineEndings(" ").Replace("\0", "\\x00", StringComparison.Ordinal);
        return line.Length == 0 ? line : FilePath.FromText(line).Display;
    }
}

/// <summary>Mistakes on the command line.</summary>
internal static class UsageError
{
    /// <summary>A mistake.</summary>
    /// <param name="message">The value, what is wrong with it, and what is allowed.</param>
    internal static ExperimentException Of(string message) => new(Outcome.Usage, message);
}
