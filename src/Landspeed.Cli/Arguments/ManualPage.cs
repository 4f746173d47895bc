using System.Globalization;
using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>The manual page of a verb in the language of man(7), made from its declaration.</summary>
internal static class ManualPage
{
    /// <summary>The page.</summary>
    /// <param name="verb">The verb.</param>
    /// <param name="path">Its name with those above it, for example <c>landspeed records generate</c>.</param>
    /// <param name="version">Version of the program, for the foot of the page.</param>
    internal static string Of(Verb verb, string path, string version)
    {
        string name = path.Replace(' ', '-');
        var page = new StringBuilder();
        page.Append(CultureInfo.InvariantCulture, $".TH {Escaped(name.ToUpperInvariant())} 1 \"\" \"landspeed {Escaped(version)}\" \"Landspeed\"\n");
        page.Append(CultureInfo.InvariantCulture, $".SH NAME\n{Escaped(name)} \\- {Escaped(Lower(verb.Job))}\n");
        page.Append(CultureInfo.InvariantCulture, $".SH SYNOPSIS\n.B {string.Join("\n.br\n.B ", verb.Usages(path).Select(Escaped))}\n");
        page.Append(CultureInfo.InvariantCulture, $".SH DESCRIPTION\n{Text(verb.Description)}\n");
        if (verb.Operand is { } operand)
        {
            Entry(page, operand.Names, operand.Meaning);
        }

        if (verb.Verbs.Count > 0)
        {
            page.Append(".SH VERBS\n");
            verb.Verbs.ToList().ForEach(one => Entry(page, one.Name, one.Job));
        }

        page.Append(".SH OPTIONS\n");
        foreach (OptionGroup group in verb.Groups.Append(HelpText.Common))
        {
            page.Append(CultureInfo.InvariantCulture, $".SS {Escaped(group.Title)}\n");
            group.Options.ToList().ForEach(option => Entry(page, option.Form, option.Description));
        }

        page.Append(".SH EXIT STATUS\n");
        foreach ((int code, string meaning) in verb.ExitCodes.All)
        {
            Entry(page, code.ToString(CultureInfo.InvariantCulture), meaning);
        }

        page.Append(".SH EXAMPLES\n");
        foreach (Example example in verb.Examples)
        {
            page.Append(CultureInfo.InvariantCulture, $".PP\n.EX\n{Text(example.Line)}\n.EE\n");
            page.Append(example.Comment is { } comment ? $"{Text(comment)}\n" : string.Empty);
        }

        return page.ToString();
    }

    private static void Entry(StringBuilder page, string term, string text) =>
        page.Append(CultureInfo.InvariantCulture, $".TP\n.B {Escaped(term)}\n{Text(text)}\n");

    // At the beginning of a line a dot or an apostrophe would be a request.
    private static string Text(string text) => text is ['.' or '\'', ..] ? $"\\&{Escaped(text)}" : Escaped(text);

    // A bare minus becomes a hyphen, which nobody can paste; a bare apostrophe becomes a typographic one.
    private static string Escaped(string text) => string.Concat(text.Select(character => character switch
    {
        '\\' => "\\e",
        '-' => "\\-",
        '\'' => "\\(aq",
        > '~' => $"\\[u{(int)character:X4}]",
        _ => character.ToString(),
    }));

    private static string Lower(string job) => char.ToLowerInvariant(job[0]) + job[1..].TrimEnd('.');
}
