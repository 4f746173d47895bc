using System.Collections;

namespace Landspeed.Cli.Arguments;

/// <summary>Options that help shows together.</summary>
internal abstract class OptionGroup
{
    private readonly List<VerbOption> _options = [];

    private protected OptionGroup(string title)
    {
        Title = title;
    }

    /// <summary>What they are about.</summary>
    internal string Title { get; }

    /// <summary>The options in the order of the help.</summary>
    internal IReadOnlyList<VerbOption> Options => _options;

    /// <summary>Options that nothing reads through the group: whoever declares them asks for each by its name.</summary>
    internal static OptionGroup Of(string title, params ReadOnlySpan<VerbOption> options)
    {
        var group = new OptionGroup<object>(title);
        foreach (VerbOption option in options)
        {
            group.Include(option);
        }

        return group;
    }

    private protected void Include(VerbOption option) => _options.Add(option);
}

/// <summary>Options that help shows together, and how each changes a record of options.</summary>
/// <typeparam name="TRecord">The record.</typeparam>
internal sealed class OptionGroup<TRecord> : OptionGroup, IEnumerable
{
    private readonly List<Func<IGivenOptions, TRecord, TRecord>> _changes = [];

    internal OptionGroup(string title)
        : base(title)
    {
    }

    /// <summary>Adds an option, and what its value changes.</summary>
    internal void Add<T>(VerbOption<T> option, Func<TRecord, T, TRecord> change)
    {
        Include(option);
        _changes.Add((words, record) => words.Text(option.Name) is { } text ? change(record, option.Read(text)) : record);
    }

    /// <summary>Adds a flag, and what it changes.</summary>
    internal void Add(VerbOption<bool> flag, Func<TRecord, TRecord> change)
    {
        Include(flag);
        _changes.Add((words, record) => words.IsSet(flag.Name) ? change(record) : record);
    }

    /// <summary>Adds an option that may be given several times, and what its values change.</summary>
    internal void Add(VerbOption<string[]> option, Func<TRecord, string[], TRecord> change)
    {
        Include(option);
        _changes.Add((words, record) => words.Texts(option.Name) is { Length: > 0 } texts ? change(record, texts) : record);
    }

    /// <summary>Some of the options, for a verb that has its own words for the others.</summary>
    /// <param name="names">Which, in the order of the help.</param>
    internal OptionGroup<TRecord> Only(params ReadOnlySpan<string> names)
    {
        var group = new OptionGroup<TRecord>(Title);
        foreach (string name in names)
        {
            int index = Options.Index().First(option => option.Item.Name == name).Index;
            group.Include(Options[index]);
            group._changes.Add(_changes[index]);
        }

        return group;
    }

    /// <summary>The same with one more option at the end.</summary>
    internal OptionGroup<TRecord> With<T>(VerbOption<T> option, Func<TRecord, T, TRecord> change)
    {
        Add(option, change);
        return this;
    }

    /// <summary>Changes a record by the options that were given, in the order of their declaration.</summary>
    /// <param name="words">What was typed.</param>
    /// <param name="record">What holds where nothing was typed.</param>
    /// <exception cref="Experiments.ExperimentException">A value is invalid.</exception>
    internal TRecord Read(IGivenOptions words, TRecord record) => _changes.Aggregate(record, (changed, change) => change(words, changed));

    /// <inheritdoc/>
    IEnumerator IEnumerable.GetEnumerator() => Options.GetEnumerator();
}
