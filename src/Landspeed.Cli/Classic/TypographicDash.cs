namespace Landspeed.Cli.Classic;

/// <summary>The dashes that people paste from a document in the place of a hyphen: <c>–f95</c>.</summary>
internal static class TypographicDash
{
    /// <summary>
    /// All that begin an option: hyphen-minus, hyphen, non-breaking hyphen, figure dash, en dash, em dash,
    /// horizontal bar, minus sign.
    /// </summary>
    internal const string All = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212";

    /// <summary>A word with hyphens in the place of the dashes that it begins with.</summary>
    /// <param name="word">A word of a command line.</param>
    /// <param name="isLong">Whether a name is that of a long option: a dash before it stands for two hyphens.</param>
    internal static string ToHyphens(string word, Func<string, bool> isLong)
    {
        string name = word.TrimStart([.. All]);
        int dashes = word.Length - name.Length;
        return name.Length == 0 || word.AsSpan(0, dashes).TrimStart('-').IsEmpty ? word
            : dashes >= 2 || isLong(name.Split('=')[0]) ? "--" + name
            : "-" + name;
    }
}
