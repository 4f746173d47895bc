namespace Landspeed.Results.Extents;

/// <summary>How one file is stored.</summary>
public sealed record FileExtentsRecord
{
    /// <summary>The file's path for display, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>Its extents and runs.</summary>
    public required ExtentsTotalsRecord Totals { get; init; }

    /// <summary>The file in equal parts, for drawing, or null for an empty file, or one of many.</summary>
    public FileMapRecord? Map { get; init; }

    /// <summary>Every extent and hole in file order, then those beyond the end, or null if not requested.</summary>
    public IReadOnlyList<ExtentRecord>? List { get; init; }
}

/// <summary>A file in equal parts, from start to end.</summary>
public sealed record FileMapRecord
{
    /// <summary>Bytes of a part; the last may be shorter.</summary>
    public required long PartBytes { get; init; }

    /// <summary>
    /// A letter for each part, by its most common content: <c>d</c> data, <c>u</c> unwritten, <c>h</c> hole, <c>c</c>
    /// in the page cache only, <c>i</c> inline.
    /// </summary>
    public required string Kinds { get; init; }

    /// <summary>
    /// Where on the device the first mapped byte of each part is stored, or null if no byte of it has an address.
    /// </summary>
    public required IReadOnlyList<long?> PlacesBytes { get; init; }
}

/// <summary>One extent of a list.</summary>
/// <param name="OffsetBytes">First byte in the file.</param>
/// <param name="LengthBytes">Bytes.</param>
/// <param name="PhysicalBytes">First byte on the device, or null if it has no address.</param>
/// <param name="Run">Number of the run that it belongs to, from 1, or null if it belongs to none.</param>
/// <param name="Kind">What it contains: <c>data</c>, <c>unwritten</c>, <c>hole</c>, <c>delayed</c>, <c>inline</c> or
/// <c>beyond_end</c>.</param>
/// <param name="Shared">Whether other files or ranges also use its blocks.</param>
/// <param name="Encoded">Whether it is compressed or encrypted.</param>
public readonly record struct ExtentRecord(
    long OffsetBytes, long LengthBytes, long? PhysicalBytes, long? Run, string Kind, bool Shared, bool Encoded);
