using Landspeed.Experiments.Commands;

namespace Landspeed.Experiments.Campaigns;

/// <summary>One command of a campaign.</summary>
/// <param name="Line">Its line in the file, from 1; for JSON its position in the list.</param>
/// <param name="Name">Unique in the campaign; letters, digits, dots, dashes and underscores.</param>
/// <param name="Text">The command as it was written, for display.</param>
internal sealed record CampaignEntry(int Line, string Name, string Text)
{
    /// <summary>Maximum length of a name.</summary>
    internal const int LongestName = 64;

    /// <summary>The words of one of our own verbs, or null if the line is for the shell.</summary>
    public OwnCommand? Own { get; init; }

    /// <summary>Tells whether a text may be a name: it becomes part of file names.</summary>
    internal static bool IsName(string text) =>
        text.Length is > 0 and <= LongestName
        && char.IsAsciiLetterOrDigit(text[0])
        && text.All(character => char.IsAsciiLetterOrDigit(character) || character is '.' or '-' or '_');
}
