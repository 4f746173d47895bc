using Landspeed.Experiments.Rounds;
using Landspeed.Files;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A style of programs that create or read a file of records.</summary>
/// <param name="Name">In documents and on the command line, for example <c>line</c>.</param>
/// <param name="Calls">The calls that it makes, for people.</param>
internal sealed record RecordStyle(string Name, string Calls)
{
    /// <summary>Creates a file, which must not exist, of so many records; null: the style only reads.</summary>
    internal Action<string, long, ProgressMonitor>? Create { get; init; }

    /// <summary>How the records are laid out that it creates and reads. Default: lines of text.</summary>
    internal RecordForm Form { get; init; } = RecordForm.Lines;

    /// <summary>How what it creates passes the page cache. Default: buffered.</summary>
    internal IoMode CreateMode { get; init; } = IoMode.Buffered;

    /// <summary>
    /// The same style with its work items timed, of one whose calls are awaited; its twin is <see cref="Results.StyleLabels.TwinOf"/>. Default null:
    /// nothing is awaited.
    /// </summary>
    internal Func<PoolTimer?, RecordStyle>? TimedBy { get; init; }

    /// <summary>Whether its calls are awaited.</summary>
    internal bool IsAwaited => TimedBy is not null;

    /// <summary>Reads a file from its start to its end; null: the style only creates.</summary>
    internal Func<string, ProgressMonitor, RecordTotal>? Read { get; init; }
}

/// <summary>How the bytes of a record are laid out.</summary>
internal enum RecordForm
{
    /// <summary>A line of text: key, number, rest, CR LF.</summary>
    Lines,

    /// <summary>Typed values: a string, a decimal, a date and a string.</summary>
    Values,
}
