namespace Landspeed.Cli.Fio;

/// <summary>A job of a job file, as it is written.</summary>
/// <param name="Name">Its name, between the brackets.</param>
/// <param name="Place">Where it begins.</param>
/// <param name="Options">The options that are in force: those of the global sections above it, then its own.</param>
internal sealed record JobSection(string Name, JobPlace Place, IReadOnlyList<JobOption> Options)
{
    /// <summary>Its name, and where it begins, for messages: <c>nightly.fio, line 7, [reads]</c>.</summary>
    internal string Shown => $"{Place}, [{Arguments.Shown.OneLine(Name)}]";

    /// <summary>Whether it waits for the jobs above it.</summary>
    internal bool WaitsForOthers => Options
        .LastOrDefault(option => option.Name is "stonewall" or "wait_for_previous") is { Value: not "0" };
}

/// <summary>An option of a job.</summary>
/// <param name="Name">Its name, as it was written.</param>
/// <param name="Value">Its value; <c>1</c> if it was written without one.</param>
/// <param name="Place">Where it stands.</param>
internal sealed record JobOption(string Name, string Value, JobPlace Place)
{
    /// <summary>As it is written in the file.</summary>
    internal string Shown => $"{Arguments.Shown.OneLine(Name)}={Arguments.Shown.OneLine(Value)}";
}

/// <summary>A line of a file.</summary>
/// <param name="File">The file's name, for messages.</param>
/// <param name="Line">The line, from 1.</param>
internal sealed record JobPlace(string File, int Line)
{
    /// <inheritdoc/>
    public override string ToString() => FormattableString.Invariant($"{File}, line {Line}");
}
