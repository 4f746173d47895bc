namespace Landspeed.Streams;

/// <summary>Where a line is.</summary>
/// <param name="Number">1 for the file's first line; right whatever the order in which lines are handed out.</param>
/// <param name="Offset">Bytes in the file before the line's first one; 3 for the first line of a file with a byte order mark.</param>
/// <param name="Worker">Index of the worker that hands it out, 0 to the number of workers - 1.</param>
public readonly record struct LineInfo(long Number, long Offset, int Worker);
