using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>One cell of the matrix, except for its API.</summary>
/// <param name="RecordSize">Bytes of a record, a power of two, or null if the whole file is one record.</param>
/// <param name="Order">The order of the records.</param>
/// <param name="Operation">Read or write.</param>
/// <param name="Flush">Whether the device certainly takes part.</param>
internal readonly record struct ApiCase(int? RecordSize, ApiOrder Order, ApiOperation Operation, ApiFlush Flush)
{
    /// <summary>The record size as a label.</summary>
    internal string SizeLabel => RecordSize is { } size ? new ByteCount(size).ToString() : ApiLabels.Whole;

    /// <summary>
    /// Returns the name of the cell with an API, for example <c>filestream-64KiB-sequential-read-flush</c>.
    /// </summary>
    internal string NameWith(string api) =>
        $"{api}-{SizeLabel.Replace(" ", string.Empty, StringComparison.Ordinal)}-{Order.ToWord()}-{Operation.ToWord()}"
        + (Flush == ApiFlush.On ? "-flush" : string.Empty);
}

/// <summary>Whether the device certainly takes part.</summary>
public enum ApiFlush
{
    /// <summary>
    /// The page cache is emptied before the run, and making the written data durable is part of the measured time.
    /// </summary>
    On,

    /// <summary>The file is in the page cache before the run, and written data is only passed to the system.</summary>
    Off,
}

/// <summary>What is done with the records.</summary>
public enum ApiOperation
{
    /// <summary>They are read.</summary>
    Read,

    /// <summary>They are written in place.</summary>
    Write,
}

/// <summary>The order in which the records are accessed.</summary>
public enum ApiOrder
{
    /// <summary>All of them, one after the other.</summary>
    Sequential,

    /// <summary>Half of them, each once, in pseudo-random order.</summary>
    Random,
}
