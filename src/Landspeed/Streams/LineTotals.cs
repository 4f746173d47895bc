namespace Landspeed.Streams;

/// <summary>How much was handed out.</summary>
/// <param name="Lines">Lines; a last one without a line end counts.</param>
/// <param name="Bytes">Bytes of the file, with line ends and byte order mark.</param>
public readonly record struct LineTotals(long Lines, long Bytes);
