using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A style of programs that create or read a file of records.</summary>
/// <param name="Name">Its name in documents and on the command line, for example <c>line</c>.</param>
/// <param name="Calls">The calls that it makes, for display.</param>
internal sealed record RecordStyle(string Name, string Calls)
{
    /// <summary>
    /// Creates a file, which must not exist, with this many records, or null if the style only reads.
    /// </summary>
    internal Action<string, long, ProgressMonitor>? Create { get; init; }

    /// <summary>The layout of the records that it creates and reads. Default: lines of text.</summary>
    internal RecordForm Form { get; init; } = RecordForm.Lines;

    /// <summary>How the data that it creates uses the page cache. Default: buffered.</summary>
    internal IoMode CreateMode { get; init; } = IoMode.Buffered;

    /// <summary>
    /// The same style with its work items timed, if its calls are awaited; its twin is
    /// <see cref="Results.StyleLabels.TwinOf"/>. Default null: nothing is awaited.
    /// </summary>
    internal Func<PoolTimer?, RecordStyle>? TimedBy { get; init; }

    /// <summary>Whether its calls are awaited.</summary>
    internal bool IsAwaited => TimedBy is not null;

    /// <summary>Reads a file from start to end, or null if the style only creates.</summary>
    internal Func<string, ProgressMonitor, RecordTotal>? Read { get; init; }
}

/// <summary>The layout of a record's bytes.</summary>
internal enum RecordForm
{
    /// <summary>A line of text: key, number, rest, CR LF.</summary>
    Lines,

    /// <summary>Typed values: a string, a decimal, a date and a string.</summary>
    Values,
}
