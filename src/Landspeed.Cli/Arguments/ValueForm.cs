namespace Landspeed.Cli.Arguments;

/// <summary>What a value can be.</summary>
internal enum ValueKind
{
    /// <summary>Nothing that can be listed: a number, a size, a time, a pattern.</summary>
    Other,

    /// <summary>One word of several.</summary>
    Word,

    /// <summary>Some words of several, with commas between them.</summary>
    Words,

    /// <summary>The name of a file.</summary>
    File,

    /// <summary>The name of a directory.</summary>
    Directory,

    /// <summary>The name of a file or directory.</summary>
    Path,

    /// <summary>A verb of the command, and the one below it.</summary>
    Verb,
}

/// <summary>
/// A value that is typed, of an option or as an operand, declared once: help shows its name, completion offers what it can be.
/// </summary>
/// <param name="Name">What stands for it in help, for example <c>SIZE</c>.</param>
/// <param name="Kind">What it can be.</param>
/// <param name="List">The words of <see cref="ValueKind.Word"/> and <see cref="ValueKind.Words"/>; null with others.</param>
internal sealed record ValueForm(string Name, ValueKind Kind = ValueKind.Other, WordList? List = null)
{
    /// <summary>Whether there may be several of it, as operands: it is the last of them.</summary>
    internal bool IsRepeated { get; init; }

    /// <summary>The name of a file.</summary>
    internal static ValueForm File { get; } = new("FILE", ValueKind.File);

    /// <summary>The name of a directory.</summary>
    internal static ValueForm Directory { get; } = new("DIR", ValueKind.Directory);
}
