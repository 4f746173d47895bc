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

    /// <summary>A message on one line, control characters escaped.</summary>
    internal static string OneLine(string text)
    {
        string line = text.ReplaceLineEndings(" ").Replace("\0", "\\x00", StringComparison.Ordinal);
        return line.Length == 0 ? line : FilePath.FromText(line).Display;
    }
}
