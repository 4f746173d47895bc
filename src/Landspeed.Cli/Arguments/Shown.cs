using Landspeed.Platform;

namespace Landspeed.Cli.Arguments;

/// <summary>Text from outside, made harmless for a terminal.</summary>
internal static class Shown
{
    /// <summary>A value that a person typed, in quotes, control characters escaped.</summary>
    internal static string Value(string text) => $"'{OneLine(text)}'";

    /// <summary>A message on one line, control characters escaped.</summary>
    internal static string OneLine(string text)
    {
        string line = text.ReplaceLineEndings(" ").Replace("\0", "\\x00", StringComparison.Ordinal);
        return line.Length == 0 ? line : FilePath.FromText(line).Display;
    }
}
