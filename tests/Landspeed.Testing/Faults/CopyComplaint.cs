using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>What the command should say when a copy fails.</summary>
public static class CopyComplaint
{
    private const string Beginning = "landspeed: ";

    /// <summary>One line of standard error that begins with <c>landspeed: </c> and names the file in question, be it as
    /// source, as target or as the unfinished file.</summary>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? OneLine(Command command, FaultEvent fault)
    {
        string[] lines = command.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines.Length != 1)
        {
            return string.Create(CultureInfo.InvariantCulture, $"{lines.Length} lines: '{command.Error.Trim()}'");
        }

        if (!lines[0].StartsWith(Beginning, StringComparison.Ordinal))
        {
            return $"does not begin with '{Beginning}': '{lines[0]}'";
        }

        // A file that has no name yet is '#inode (deleted)' to the kernel: the line names the target in the same directory.
        string name = Path.GetFileName(fault.Path) is ['#', ..] && fault.Path.EndsWith(" (deleted)", StringComparison.Ordinal)
            ? $"{Path.GetDirectoryName(fault.Path)}/"
            : Path.GetFileName(fault.Path).TrimStart('.')
                .Replace(".landspeed-part", null, StringComparison.Ordinal)
                .Replace(".landspeed-journal", null, StringComparison.Ordinal)
                .Replace(".landspeed-claim", null, StringComparison.Ordinal);
        return lines[0].Contains(name, StringComparison.Ordinal) ? null : $"does not name {name}: '{lines[0]}'";
    }

    /// <summary>Anything goes, for copiers that are not ours.</summary>
    public static string? Any(Command command, FaultEvent fault) => null;
}
