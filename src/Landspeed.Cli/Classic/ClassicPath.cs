using Landspeed.Cli.Arguments;
using Landspeed.Experiments;

namespace Landspeed.Cli.Classic;

/// <summary>Files and directories on the command lines of old, whose programs ran on Windows.</summary>
/// <remarks>
/// There <c>\\host\dir\name</c> is a network share and <c>C:\name</c> a drive. Here both are legal names of a file in
/// the current directory: the program would measure the wrong disk silently.
/// </remarks>
internal static class ClassicPath
{
    /// <summary>Reads the name of a file or directory.</summary>
    /// <param name="option">What asked for it, for messages.</param>
    /// <param name="text">What was typed.</param>
    /// <exception cref="ExperimentException">It names a share or a drive of Windows, or cannot be used.</exception>
    internal static FilePath Of(string option, string text) => Values.Path(option, Checked(option, text));

    /// <summary>Returns a name as it was typed, if it names neither a share nor a drive of Windows.</summary>
    /// <inheritdoc cref="Of"/>
    internal static string Checked(string option, string text)
    {
        bool isShare = text.StartsWith(@"\\", StringComparison.Ordinal);
        bool isDrive = text.Length > 2 && char.IsAsciiLetter(text[0]) && text[1..3] == @":\";
        if (!isShare && !isDrive)
        {
            return text;
        }

        string kind = isShare ? "network share" : "drive";
        string advice = isShare ? "mount the share and give" : "give";
        string below = string.Join('/', text.Split('\\', StringSplitOptions.RemoveEmptyEntries).Skip(isShare ? 2 : 1));
        string instead = Shown.OneLine($"/mnt/{(isShare ? "share" : "disk")}/{below}".TrimEnd('/'));
        throw UsageError.Of(
            $"{option} {Shown.Value(text)} is a {kind} of Windows; {advice} the path where it is mounted here, "
            + $"for example {instead} (for a file of that name use ./{Shown.OneLine(text)})");
    }
}
