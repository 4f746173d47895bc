using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Cli.Fio;

/// <summary>
/// Takes the options of a job one by one, and collects what cannot be done: what has not been taken at the end is
/// refused, too, so that no option is passed over in silence.
/// </summary>
/// <param name="job">The job.</param>
internal sealed class JobReader(JobSection job)
{
    private readonly HashSet<string> _taken = [];
    private readonly List<string> _refused = [];

    /// <summary>The numbers of this job.</summary>
    internal JobNumbers Numbers { get; } =
        new(job.Options.LastOrDefault(option => option.Name == "kb_base") is { Value: "1000" });

    /// <summary>What cannot be done, each with its place.</summary>
    internal IReadOnlyList<string> Refused => _refused;

    /// <summary>The option that is in force, under one of its names; null: none.</summary>
    internal JobOption? Take(params string[] names)
    {
        _taken.UnionWith(names);
        return Last(names);
    }

    /// <summary>Whether a flag is set.</summary>
    internal bool IsSet(string name, bool absent = false) => Take(name) is { } option
        ? option.Value is "1" || (option.Value is not "0" && Wrong<bool>(option, "it is 0 or 1"))
        : absent;

    /// <summary>A size; null: it was left out, or is refused.</summary>
    internal long? Size(params string[] names) =>
        Take(names) is { } option ? Numbers.Size(option.Value) ?? Wrong<long?>(option, "it is not a size") : null;

    /// <summary>A whole number.</summary>
    internal long Count(long absent, (long From, long To) range, params string[] names)
    {
        if (Take(names) is not { } option)
        {
            return absent;
        }

        if (JobNumbers.Count(option.Value) is { } count && count >= range.From && count <= range.To)
        {
            return count;
        }

        Refuse(option, FormattableString.Invariant($"it is not a whole number from {range.From} to {range.To}"));
        return absent;
    }

    /// <summary>A time; null: it was left out, or is refused.</summary>
    internal TimeSpan? Time(params string[] names) =>
        Take(names) is not { } option ? null
            : JobNumbers.Time(option.Value) ?? Wrong<TimeSpan?>(option, "it is not a time");

    /// <summary>
    /// The value for one direction, 0 read, 1 write, of an option that has one for each: a value without a comma is for
    /// all, and one that is empty leaves what an earlier line says.
    /// </summary>
    /// <returns>Null: no line says it.</returns>
    internal string? Each(int direction, params string[] names)
    {
        _taken.UnionWith(names);
        string? meant = null;
        foreach (JobOption option in job.Options.Where(option => names.Contains(option.Name)))
        {
            string[] values = option.Value.Split(',', StringSplitOptions.TrimEntries);
            string? value = values.Length == 1 ? values[0] : values.ElementAtOrDefault(direction);
            meant = string.IsNullOrEmpty(value) ? meant : value;
        }

        return meant;
    }

    /// <summary>Refuses an option.</summary>
    /// <param name="option">The option.</param>
    /// <param name="why">Why, and what to do.</param>
    internal void Refuse(JobOption option, string why)
    {
        string place = option.Place.File == job.Place.File
            ? FormattableString.Invariant($"line {option.Place.Line}") : option.Place.ToString();
        _refused.Add($"{place}: {option.Shown}: {why}");
    }

    /// <summary>Refuses an option, where an expression needs its value.</summary>
    /// <returns>No value.</returns>
    /// <inheritdoc cref="Refuse"/>
    [return: MaybeNull]
    internal T Wrong<T>(JobOption option, string why)
    {
        Refuse(option, why);
        return default;
    }

    /// <summary>Refuses the job for what it lacks.</summary>
    internal void Lacks(string what) => _refused.Add(what);

    /// <summary>The names of the options that were not taken, each once, in the order of the file.</summary>
    internal IEnumerable<JobOption> Left => job.Options
        .Where(option => !_taken.Contains(option.Name)).GroupBy(option => option.Name).Select(same => same.Last());

    private JobOption? Last(params string[] names) => job.Options.LastOrDefault(option => names.Contains(option.Name));
}
