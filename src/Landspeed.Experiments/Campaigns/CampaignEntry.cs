using Landspeed.Experiments.Commands;

namespace Landspeed.Experiments.Campaigns;

/// <summary>One command of a campaign.</summary>
/// <param name="Line">Its line in the file, from 1; of JSON its place in the list.</param>
/// <param name="Name">Unique in the campaign; letters, digits, dots, dashes and underscores.</param>
/// <param name="Text">The command as it was written, for people.</param>
internal sealed record CampaignEntry(int Line, string Name, string Text)
{
    /// <summary>Longest name.</summary>
    internal const int LongestName = 64;

    /// <summary>The words of one of our own verbs; null: a line for the shell.</summary>
    public OwnCommand? Own { get; init; }

    /// <summary>Whether a text may be a name: it becomes part of the names of files.</summary>
    internal static bool IsName(string text) =>
        text.Length is > 0 and <= LongestName
        && char.IsAsciiLetterOrDigit(text[0])
        && text.All(character => char.IsAsciiLetterOrDigit(character) || character is '.' or '-' or '_');
}
