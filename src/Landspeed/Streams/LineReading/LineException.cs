namespace Landspeed;

/// <summary>Reports a line that could not be processed: which one, where, and why.</summary>
public sealed class LineException : IOException
{
    internal LineException(FilePath path, long lineNumber, long offset, string problem, Exception inner)
        : base(FormattableString.Invariant($"line {lineNumber} of {path.Display}, at offset {offset}: {problem}"), inner)
    {
        Path = path;
        LineNumber = lineNumber;
        Offset = offset;
    }

    /// <summary>The file.</summary>
    public FilePath Path { get; }

    /// <summary>The line's number, 1 for the first line of the file.</summary>
    public long LineNumber { get; }

    /// <summary>Offset of the line's first byte in the file.</summary>
    public long Offset { get; }

    internal static LineException OfAction(FilePath path, LineInfo line, Exception failure) =>
        new(path, line.Number, line.Offset, $"the action failed: {failure.Message}", failure);

    internal static LineException TooLong(FilePath path, long lineNumber, long offset, int maximum)
    {
        string problem = FormattableString.Invariant($"longer than the {maximum} bytes that are allowed")
            + "; raise LineOptions.MaxLineLength if the file is text at all";
        return new(path, lineNumber, offset, problem, new InvalidDataException(problem));
    }
}
