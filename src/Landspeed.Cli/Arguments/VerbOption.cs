using System.CommandLine;
using System.Globalization;

namespace Landspeed.Cli.Arguments;

/// <summary>
/// An option of a verb, declared once: parser, help, manual page, completion and the tables in <c>docs/</c> read its name, value, range,
/// default and meaning here. Values arrive from the parser as text, so that one place of ours says what is wrong with them.
/// </summary>
internal abstract class VerbOption
{
    private protected VerbOption(string name, ValueForm? value, string meaning)
    {
        (Name, Value, Meaning) = (name, value, meaning);
    }

    /// <summary>With its dashes, for example <c>--request-size</c>.</summary>
    internal string Name { get; }

    /// <summary>What its value can be; null: a flag, which has none.</summary>
    internal ValueForm? Value { get; }

    /// <summary>What it does, without range, default and full stop.</summary>
    internal string Meaning { get; }

    /// <summary>The words or the range that its value may have; null: anything, or <see cref="Meaning"/> says it.</summary>
    internal string? Allowed { get; private protected init; }

    /// <summary>What holds when it is left out; null: nothing, or <see cref="Meaning"/> says it.</summary>
    internal string? Default { get; private protected init; }

    /// <summary>Another name of it; null: it has none.</summary>
    internal string? Alias { get; private protected set; }

    /// <summary>All names of it.</summary>
    internal IReadOnlyList<string> Names => Alias is null ? [Name] : [Name, Alias];

    /// <summary>The value that it has when it is given without one; null: it needs one.</summary>
    internal string? BareValue { get; private protected init; }

    /// <summary>Names and value as they are typed, for example <c>-b, --request-size SIZE</c>.</summary>
    internal string Form
    {
        get
        {
            string names = HasShortName ? $"{Alias}, {Name}" : Name;
            return Value is null ? names
                : BareValue is null ? $"{names} {Value.Name}"
                : IsLong ? $"{names}[={Value.Name}]"
                : $"{names}[{Value.Name}]";
        }
    }

    /// <summary>Everything in one sentence.</summary>
    internal string Description
    {
        get
        {
            string allowed = Allowed is null ? string.Empty : Value?.List is not null ? $": {Allowed}" : $", {Allowed}";
            string absent = Default is null ? string.Empty : $" (default: {Default})";
            return $"{Meaning}{allowed}{absent}.{(Alias is null || HasShortName ? string.Empty : $" Also {Alias}.")}";
        }
    }

    /// <summary>Whether it may be given several times.</summary>
    internal bool IsRepeatable { get; private protected init; }

    /// <summary>Whether its name has two dashes: those of old have one and a letter.</summary>
    internal bool IsLong => Name.StartsWith("--", StringComparison.Ordinal);

    /// <summary>The names that can be typed: those of the options, and those of every verb.</summary>
    internal static IEnumerable<string> NamesOf(IEnumerable<VerbOption> options) =>
        options.Concat(HelpText.Common.Options).SelectMany(option => option.Names);

    /// <summary>Whether the other name is a letter, and this one is not.</summary>
    internal bool HasShortName => IsLong && Alias is ['-', not '-'];

    /// <summary>The same option with its short name, if it has one.</summary>
    internal VerbOption WithShortName()
    {
        if (Alias is not null || ShortNames.Of(Name) is not { } shortName)
        {
            return this;
        }

        var named = (VerbOption)MemberwiseClone();
        named.Alias = shortName;
        return named;
    }

    /// <summary>Checks a value that was typed.</summary>
    /// <exception cref="Experiments.ExperimentException">The value is not allowed.</exception>
    internal abstract void Check(string text);

    /// <summary>A new symbol of the parser; one belongs to one parser.</summary>
    internal Option ToSymbol()
    {
        string[] others = Alias is null ? [] : [Alias];
        return Value is null ? new Option<bool>(Name, others)
            : IsRepeatable ? new Option<string[]>(Name, others)
            : new Option<string>(Name, others);
    }

    /// <summary>An option without a value.</summary>
    internal static VerbOption<bool> Flag(string name, string meaning) => new(name, null, meaning, (_, _) => true);

    /// <summary>An option whose text is taken as it is.</summary>
    internal static VerbOption<string> Text(
        string name, ValueForm value, string meaning, string? absent = null, string? bare = null, string? alias = null) =>
        new(name, value, meaning, (_, text) => text) { Default = absent, BareValue = bare, Alias = alias };

    /// <summary>An option that may be given several times.</summary>
    internal static VerbOption<string[]> Texts(string name, ValueForm value, string meaning) =>
        new(name, value, meaning, (_, text) => [text]) { IsRepeatable = true };

    /// <summary>The name of a file or directory.</summary>
    internal static VerbOption<FilePath> Path(string name, ValueForm value, string meaning, string? absent = null) =>
        new(name, value, meaning, Values.Path) { Default = absent };

    /// <summary>A number of bytes.</summary>
    internal static VerbOption<long> Size(
        string name, string meaning, long from = 1, long to = long.MaxValue, string? absent = null, string? alias = null) =>
        new(name, new ValueForm("SIZE"), meaning, (option, text) => Values.Size(option, text, from, to))
        {
            Allowed = to == long.MaxValue ? null : $"{Shown.Typed(from)} to {Shown.Typed(to)}",
            Default = absent,
            Alias = alias,
        };

    /// <summary>A whole number.</summary>
    internal static VerbOption<int> Count(string name, string meaning, int from, int to, string? absent = null) =>
        new(name, new ValueForm("N"), meaning, (option, text) => Values.Count(option, text, from, to))
        {
            Allowed = to == int.MaxValue ? null : Range(from, to),
            Default = absent,
        };

    /// <summary>A whole number of any size.</summary>
    internal static VerbOption<long> LongCount(string name, string meaning, long from, long to, string? absent = null) =>
        new(name, new ValueForm("N"), meaning, (option, text) => Values.LongCount(option, text, from, to)) { Default = absent };

    /// <summary>A whole number that may have 64 bits.</summary>
    internal static VerbOption<ulong> Number(string name, string meaning, string? absent) =>
        new(name, new ValueForm("N"), meaning, Values.Seed) { Default = absent };

    /// <summary>A share in percent.</summary>
    internal static VerbOption<double> Percent(string name, string meaning, string absent) =>
        new(name, new ValueForm("PCT"), meaning, Values.Percent) { Default = absent };

    /// <summary>A time.</summary>
    internal static VerbOption<TimeSpan> Time(string name, string meaning, string absent, string from = "1ms", string to = "168h") =>
        new(name, new ValueForm("TIME"), meaning, (option, text) => Values.Time(option, text, from, to))
        {
            Allowed = $"{from} to {to}: 30, 30s, 500ms, 2m",
            Default = absent,
        };

    /// <summary>One word of several.</summary>
    internal static VerbOption<T> Word<T>(
        string name, string valueName, string meaning, WordList<T> words, string? absent = null, string? bare = null,
        string? alias = null) =>
        new(name, new ValueForm(valueName, ValueKind.Word, words), meaning, words.Read)
        {
            Allowed = words.Alternatives,
            Default = absent,
            BareValue = bare,
            Alias = alias,
        };

    /// <summary>Some words of several, with commas between them.</summary>
    internal static VerbOption<IReadOnlyList<T>> Words<T>(string name, string meaning, WordList<T> words, string? absent = null) =>
        new(name, new ValueForm("LIST", ValueKind.Words, words), meaning, words.ReadSeveral)
        {
            Allowed = words.Enumeration,
            Default = absent,
        };

    /// <summary>Numbers of bytes, with commas between them, or as ranges.</summary>
    internal static VerbOption<IReadOnlyList<long>> Sizes(
        string name, string meaning, long from, long to, string? absent = null, string? alias = null) =>
        new(name, new ValueForm("LIST"), meaning, (option, text) => ValueLists.Sizes(option, text, from, to))
        {
            Allowed = $"{Shown.Typed(from)} to {Shown.Typed(to)} each: 4K,64K or 4K..4M (doubling) or 1..4M*4 (times four)",
            Default = absent,
            Alias = alias,
        };

    /// <summary>Whole numbers, with commas between them, or as ranges.</summary>
    internal static VerbOption<IReadOnlyList<int>> Counts(string name, string meaning, int from, int to, string? absent = null) =>
        new(name, new ValueForm("LIST"), meaning, (option, text) => ValueLists.Counts(option, text, from, to))
        {
            Allowed = $"{Range(from, to)} each: 1,2,4 or 1..8 (doubling)",
            Default = absent,
        };

    /// <summary>A value with a form of its own.</summary>
    /// <param name="name">With its dashes.</param>
    /// <param name="value">What stands for the value in help.</param>
    /// <param name="meaning">What it does.</param>
    /// <param name="read">Reads the value from the option's name, for messages, and the text.</param>
    /// <param name="allowed">The range.</param>
    /// <param name="absent">The default.</param>
    /// <param name="alias">Another name.</param>
    internal static VerbOption<T> Of<T>(
        string name, string value, string meaning, Func<string, string, T> read, string? allowed = null, string? absent = null,
        string? alias = null) =>
        new(name, new ValueForm(value), meaning, read) { Allowed = allowed, Default = absent, Alias = alias };

    private static string Range(int from, int to) => string.Create(CultureInfo.InvariantCulture, $"{from} to {to}");
}

/// <summary>An option whose value has a type.</summary>
/// <typeparam name="T">What its text is read into; <c>bool</c> for a flag.</typeparam>
internal sealed class VerbOption<T> : VerbOption
{
    private readonly Func<string, string, T> _read;

    internal VerbOption(string name, ValueForm? value, string meaning, Func<string, string, T> read)
        : base(name, value, meaning)
    {
        _read = read;
    }

    /// <summary>Reads a value that was typed.</summary>
    /// <exception cref="Experiments.ExperimentException">It is invalid.</exception>
    internal T Read(string text) => _read(Name, text);

    /// <inheritdoc/>
    internal override void Check(string text) => Read(text);
}
