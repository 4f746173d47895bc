using Landspeed.Experiments.Results;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>One cell of the matrix, but for its API.</summary>
/// <param name="RecordSize">Bytes of a record, a power of two; null: the whole file is one.</param>
/// <param name="Order">In which order.</param>
/// <param name="Operation">Read or write.</param>
/// <param name="Flush">Whether the device takes part for sure.</param>
internal readonly record struct ApiCase(int? RecordSize, ApiOrder Order, ApiOperation Operation, ApiFlush Flush)
{
    /// <summary>The label of what reads or writes a file as a whole.</summary>
    internal const string WholeFile = "whole";

    /// <summary>The record size as a label.</summary>
    internal string SizeLabel => RecordSize is { } size ? new ByteCount(size).ToString() : WholeFile;

    /// <summary>Name of the cell with an API, for example <c>filestream-64KiB-sequential-read-flush</c>.</summary>
    internal string NameWith(string api) =>
        $"{api}-{SizeLabel.Replace(" ", string.Empty, StringComparison.Ordinal)}-{Order.ToWord()}-{Operation.ToWord()}"
        + (Flush == ApiFlush.On ? "-flush" : string.Empty);
}

/// <summary>Whether the device takes part for sure.</summary>
public enum ApiFlush
{
    /// <summary>The page cache is emptied before, and what was written is made durable on the clock.</summary>
    On,

    /// <summary>The file is in the page cache before, and what was written is handed to the system.</summary>
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

/// <summary>In which order the records are touched.</summary>
public enum ApiOrder
{
    /// <summary>All of them, one after the other.</summary>
    Sequential,

    /// <summary>Half of them, each once, in pseudo-random order.</summary>
    Random,
}
