using System.Globalization;
using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>The manual page of a verb in the language of man(7), made from its declaration.</summary>
internal sealed class ManualPage
{
    /// <summary>The start of each page, which distinguishes it from pages of other programs.</summary>
    internal const string FirstLine = ".\\\" Made by landspeed help --man from what the command declares.\n";

    private static readonly Definition[] s_variables =
    [
        new("NO_COLOR", "If set and not empty, nothing is coloured, as with --no-color."),
        new("TERM", "If unset, empty or dumb, nothing is coloured and no line is rewritten in place."),
    ];

    private readonly StringBuilder _page = new(FirstLine);

    private ManualPage()
    {
    }

    /// <summary>The page.</summary>
    /// <param name="root">The command, whose verbs have the other pages.</param>
    /// <param name="verb">The verb.</param>
    /// <param name="path">Its name with those above it, for example <c>landspeed records generate</c>.</param>
    /// <param name="version">Version of the program, for the foot of the page.</param>
    /// <param name="date">Day of the page, for its foot.</param>
    internal static string Of(Verb root, Verb verb, string path, string version, DateOnly date)
    {
        var page = new ManualPage();
        page.Line($".TH {Escaped(Name(path).ToUpperInvariant())} 1 {date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)} \"landspeed {Escaped(version)}\" Landspeed");
        page.Section("NAME");
        page.Line($"{Escaped(Name(path))} \\- {Escaped(Lower(verb.Job))}");
        page.Section("SYNOPSIS");
        page.Line(string.Join("\n.br\n", verb.Usages(path).Select(Form)));
        page.Section("DESCRIPTION");
        page.Line(Text(verb.Description));
        page.Entries(verb.Operand is { } operand ? [new(operand.Names, operand.Meaning)] : []);
        page.Verbs(verb);
        page.Options(verb);
        page.Entries("EXIT STATUS", verb.ExitCodes.All.Select(code => new Definition(code.Code.ToString(CultureInfo.InvariantCulture), Sentence(code.Meaning))));
        page.Entries("ENVIRONMENT", [.. s_variables, .. verb.Variables]);
        page.Entries("FILES", verb.Files);
        page.Examples(verb.Examples);
        page.Others(OthersOf(root, verb, path));
        return page._page.ToString();
    }

    /// <summary>The name of a verb's page: <c>landspeed-records-generate</c>.</summary>
    /// <param name="path">The verb's name with those above it.</param>
    internal static string Name(string path) => path.Replace(' ', '-');

    private void Verbs(Verb verb)
    {
        if (verb.Verbs.Count > 0)
        {
            Entries("VERBS", verb.Verbs.Select(one => new Definition(one.Name, Sentence(one.Job))));
        }
    }

    private void Options(Verb verb)
    {
        Section("OPTIONS");
        (string Title, IEnumerable<VerbOption> Options) common = (HelpText.Common.Title, HelpText.Common.Options);
        foreach ((string title, IEnumerable<VerbOption> options) in verb.OptionsByTitle.Append(common))
        {
            Line($".SS {Escaped(title)}");
            Entries(options.Select(option => new Definition(option.Form, option.Description)));
        }
    }

    private void Examples(IReadOnlyList<Example> examples)
    {
        Section("EXAMPLES");
        foreach ((int index, Example example) in examples.Index())
        {
            Line($"{(index == 0 ? string.Empty : ".PP\n")}.EX\n{Text(example.Line)}\n.EE");
            if (example.Comment is { } comment)
            {
                Line($".RS 4\n{Text(Sentence(comment))}\n.RE");
            }
        }
    }

    private void Others(string[] paths)
    {
        Section("SEE ALSO");
        foreach ((int index, string path) in paths.Index())
        {
            Line($".BR \\%{Escaped(Name(path))} (1){(index == paths.Length - 1 ? string.Empty : ",")}");
        }
    }

    // The command names all pages; a verb those above it, below it, and those that go with it.
    private static string[] OthersOf(Verb root, Verb verb, string path)
    {
        if (verb == root)
        {
            return [.. root.WithInner(path).Skip(1).Select(one => one.Path)];
        }

        string[] words = path.Split(' ');
        return
        [
            .. Enumerable.Range(1, words.Length - 1).Select(count => string.Join(' ', words.Take(count))),
            .. verb.WithInner(path).Skip(1).Select(one => one.Path),
            .. verb.Related.Select(name => $"{root.Name} {name}"),
        ];
    }

    private void Entries(string section, IEnumerable<Definition> entries)
    {
        if (entries.Any())
        {
            Section(section);
            Entries(entries);
        }
    }

    private void Entries(IEnumerable<Definition> entries) => entries.ToList().ForEach(entry => Line($".TP\n{Form(entry.Term)}\n{Text(entry.Meaning)}"));

    private void Section(string title) => Line($".SH {title}");

    private void Line(string line) => _page.Append(line).Append('\n');

    // What is typed as it is stands bold, what stands for something else in italics.
    private static string Form(string form) => string.Concat(Pieces(form).Select(piece => piece switch
    {
        "options" => "\\fIoptions\\fR",
        _ when IsBetween(piece[0]) => Escaped(piece),
        _ when piece.All(char.IsAsciiLetterUpper) => $"\\fI{Escaped(piece)}\\fR",
        _ => $"\\fB{Escaped(piece)}\\fR",
    }));

    private static IEnumerable<string> Pieces(string form)
    {
        int start = 0;
        for (int index = 1; index <= form.Length; index++)
        {
            if (index == form.Length || IsBetween(form[index]) != IsBetween(form[start]))
            {
                yield return form[start..index];
                start = index;
            }
        }
    }

    private static bool IsBetween(char character) => character is ' ' or '[' or ']' or '=';

    // At the beginning of a line a dot or an apostrophe would be a request.
    private static string Text(string text) => text is ['.' or '\'', ..] ? $"\\&{Escaped(text)}" : Escaped(text);

    // A bare minus becomes a hyphen, which cannot be pasted; a bare apostrophe becomes a typographic one.
    private static string Escaped(string text) => string.Concat(text.Select(character => character switch
    {
        '\\' => "\\e",
        '-' => "\\-",
        '\'' => "\\(aq",
        '^' => "\\(ha",
        '~' => "\\(ti",
        '`' => "\\(ga",
        > '~' => string.Create(CultureInfo.InvariantCulture, $"\\[u{(int)character:X4}]"),
        _ => character.ToString(),
    }));

    private static string Lower(string job) => char.ToLowerInvariant(job[0]) + job[1..].TrimEnd('.');

    private static string Sentence(string text) => char.ToUpperInvariant(text[0]) + text[1..].TrimEnd('.') + ".";
}

/// <summary>A term and what it means, as lists of the manual have them.</summary>
/// <param name="Term">The term.</param>
/// <param name="Meaning">What it means, in sentences.</param>
internal sealed record Definition(string Term, string Meaning);
