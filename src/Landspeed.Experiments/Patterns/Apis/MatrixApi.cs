namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>An API of the matrix: its capabilities and its implementation.</summary>
/// <param name="Name">Its name in documents and on the command line, for example <c>filestream</c>.</param>
/// <param name="Calls">The calls that it makes, for display.</param>
internal sealed record MatrixApi(string Name, string Calls)
{
    /// <summary>Moves records for a limited time; returns how many.</summary>
    internal required Func<RecordWork, TimeSpan?, CancellationToken, long> Move { get; init; }

    /// <summary>Whether it can move to any record.</summary>
    internal bool CanSeek { get; init; } = true;

    /// <summary>Whether each record is awaited; its twin is <see cref="Results.ApiLabels.TwinOf"/>.</summary>
    internal bool IsAwaited { get; init; }

    /// <summary>Whether it handles only whole files.</summary>
    internal bool IsWholeFile { get; init; }

    /// <summary>How its writes use the page cache, if the file system supports it.</summary>
    internal IoMode Mode { get; init; } = IoMode.Buffered;

    /// <summary>The approximate cost of a small record, for the estimate of a plan.</summary>
    internal RecordCost Cost { get; init; } = RecordCost.Buffered;

    /// <summary>Explains why a cell is impossible; returns null if it is possible.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="fileLength">Bytes of the test file.</param>
    internal string? Refuses(ApiCase cell, long fileLength)
    {
        if (cell.Order == ApiOrder.Random && !CanSeek)
        {
            return $"{Calls}: sequential only";
        }

        return IsWholeFile && fileLength > Array.MaxLength
            ? FormattableString.Invariant($"{Calls}: an array holds at most {Array.MaxLength} bytes")
            : cell.RecordSize > fileLength ? "the record is longer than the file" : null;
    }
}

/// <summary>The approximate cost of a small record in the page cache, whatever its length.</summary>
/// <param name="InOrderNs">One after the other, nanoseconds.</param>
/// <param name="AnywhereNs">In random order, nanoseconds.</param>
internal sealed record RecordCost(double InOrderNs, double AnywhereNs)
{
    /// <summary>A buffer combines records into requests; moving elsewhere empties it.</summary>
    internal static RecordCost Buffered { get; } = new(35, 3_000);

    /// <summary>One system call per record.</summary>
    internal static RecordCost SystemCall { get; } = new(700, 800);

    /// <summary>Memory alone.</summary>
    internal static RecordCost Mapped { get; } = new(12, 50);

    /// <summary>Each record in random order is a whole block of the device, which a write reads first.</summary>
    internal static RecordCost Direct { get; } = new(40, 150_000);

    /// <summary>The same if data that was read stays in the page cache for others, and written data does not.</summary>
    internal static RecordCost Uncached { get; } = new(40, 20_000);
}
