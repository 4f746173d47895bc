using System.Globalization;
using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>The help of a verb, made from its declaration.</summary>
internal sealed class HelpText
{
    private const int NarrowestWidth = 60;
    private const int WidestWidth = 100;

    // A name that is longer than this has its text on the lines below it.
    private const int LongestName = 26;
    private readonly StringBuilder _text = new();
    private readonly int _width;

    private HelpText(int width)
    {
        _width = Math.Clamp(width, NarrowestWidth, WidestWidth);
    }

    /// <summary>The options that every verb takes.</summary>
    internal static OptionGroup Common { get; } = OptionGroup.Of(
        "With every verb",
        VerbOption.Flag("--no-color", "Use no colours; the variable NO_COLOR does the same"),
        VerbOption.Flag("--version", "Show the version"),
        VerbOption.Flag("--help", "Show this help; -h and -? do the same"));

    /// <summary>All that is declared of a verb.</summary>
    /// <param name="verb">The verb.</param>
    /// <param name="path">Its name with those above it, for example <c>landspeed records generate</c>.</param>
    /// <param name="width">Columns of the terminal; lines are 60 to 100 wide.</param>
    internal static string Of(Verb verb, string path, int width)
    {
        var help = new HelpText(width);
        help.Title("Description");
        help.Wrap(verb.Description, 2);
        help.Title("Usage");
        help.Usages(verb, path);
        if (verb.Operand is { } operand)
        {
            help.Title(operand.Values.Count > 1 ? "Arguments" : "Argument");
            help.Entries([(operand.Names, operand.Meaning)]);
        }

        help.Verbs(verb);
        foreach ((string title, IEnumerable<VerbOption> options) in
            verb.OptionsByTitle.Append((Common.Title, Common.Options)))
        {
            help.Title(title);
            help.Entries([.. options.Select(option => (option.Form, option.Description))]);
        }

        help.Examples(verb.Examples);
        help.Title("Exit codes");
        help.Entries([.. verb.ExitCodes.All.Select(code => (code.Code.ToString(CultureInfo.InvariantCulture), code.Meaning))]);
        return help.Text;
    }

    /// <summary>What there is to choose from, and some examples: for who named no verb.</summary>
    internal static string Overview(Verb root, int width)
    {
        var help = new HelpText(width);
        help.Title("Usage");
        help.Usages(root, root.Name);
        help.Verbs(root);
        help.Examples(root.Examples.Take(2));
        help.Line(string.Empty);
        help.Line($"More: {root.Name} VERB --help, {root.Name} --help");
        return help.Text;
    }

    private string Text => _text.ToString();

    private void Verbs(Verb verb)
    {
        foreach (IGrouping<string, Verb> section in verb.Verbs.GroupBy(one => one.Section))
        {
            Title(section.Key);
            Entries([.. section.Select(one => (one.Name, one.Job))]);
        }
    }

    private void Usages(Verb verb, string path) => verb.Usages(path).ToList().ForEach(usage => Line($"  {usage}"));

    private void Title(string title) => Line($"{(_text.Length == 0 ? string.Empty : "\n")}{title}:");

    private void Entries((string Name, string Meaning)[] entries)
    {
        int column = entries.Select(entry => entry.Name.Length).Where(length => length <= LongestName).DefaultIfEmpty(2).Max() + 4;
        foreach ((string name, string meaning) in entries)
        {
            string first = $"  {name}".PadRight(column);
            if (first.Length > column)
            {
                Line(first);
                first = new string(' ', column);
            }

            Wrap(meaning, column, first);
        }
    }

    private void Examples(IEnumerable<Example> examples)
    {
        Title("Examples");
        foreach (Example example in examples)
        {
            const int Column = 49;
            string line = $"  {example.Line}";
            bool fits = line.Length < Column && Column + example.Comment?.Length <= _width;
            Line(fits ? $"{line.PadRight(Column)}{example.Comment}" : line);
            if (!fits && example.Comment is { } comment)
            {
                Wrap(comment, 6);
            }
        }
    }

    private void Wrap(string text, int indent, string? first = null)
    {
        var line = new StringBuilder(first ?? new string(' ', indent));
        bool empty = true;
        foreach (string word in text.Split(' '))
        {
            if (!empty && line.Length + 1 + word.Length > _width)
            {
                Line(line.ToString());
                line.Clear().Append(' ', indent);
                empty = true;
            }

            line.Append(empty ? string.Empty : " ").Append(word);
            empty = false;
        }

        Line(line.ToString());
    }

    private void Line(string line) => _text.Append(line.TrimEnd(' ')).Append('\n');
}
