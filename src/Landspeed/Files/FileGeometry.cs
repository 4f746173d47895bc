using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed;

/// <summary>The alignments that direct requests to one file must have.</summary>
public readonly record struct FileGeometry
{
    /// <summary>
    /// Alignment assumed if the system reports none: 4096 bytes, the largest sector of common devices.
    /// </summary>
    public const int GuessedAlignment = 4096;

    /// <summary>Required alignment of the memory address, bytes, a power of two.</summary>
    public int MemoryAlignment { get; internal init; }

    /// <summary>
    /// Required alignment of the offset and length of writes, and of reads unless they have their own; bytes, a power
    /// of two.
    /// </summary>
    public int OffsetAlignment { get; internal init; }

    /// <summary>Required alignment of the offset and length of reads, bytes, a power of two.</summary>
    public int ReadOffsetAlignment { get; internal init; }

    /// <summary>
    /// The smallest request size that the file system prefers, bytes; larger ones are usually faster.
    /// </summary>
    public int OptimalRequestSize { get; internal init; }

    /// <summary>Where the alignments come from.</summary>
    internal GeometrySource Source { get; init; }

    /// <summary>True if the file system reported them; otherwise they are assumed.</summary>
    public bool IsKnown => Source != GeometrySource.Guessed;

    /// <summary>Gets the alignments that a file's status reports.</summary>
    /// <param name="status">Status of the open file.</param>
    /// <returns>The alignments; 4096 for each unknown one, 1 if the file does not support direct I/O.</returns>
    internal static FileGeometry From(in FileStatus status)
    {
        bool offered = status is { DirectMemoryAlignment: > 0, DirectOffsetAlignment: > 0 };
        GeometrySource source = !status.DirectAlignmentKnown ? GeometrySource.Guessed
            : offered ? GeometrySource.Reported : GeometrySource.NotOffered;
        int fallback = source == GeometrySource.NotOffered ? 1 : GuessedAlignment;
        bool reported = source == GeometrySource.Reported;
        int offset = reported ? status.DirectOffsetAlignment : fallback;
        return new FileGeometry
        {
            MemoryAlignment = reported ? status.DirectMemoryAlignment : fallback,
            OffsetAlignment = offset,
            ReadOffsetAlignment = reported && status.DirectReadOffsetAlignment > 0
                ? status.DirectReadOffsetAlignment : offset,
            OptimalRequestSize = status.PreferredBlockSize,
            Source = source,
        };
    }

    /// <summary>Checks a direct read before the system refuses it without giving the reason.</summary>
    /// <param name="offset">File offset of the first byte, 0 or more.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="address">Memory address.</param>
    /// <returns>What is misaligned; none if the request is valid.</returns>
    internal Misalignment CheckRead(long offset, long length, nint address) =>
        Check(offset, length, address, ReadOffsetAlignment);

    /// <summary>Checks a direct write before the system refuses it without giving the reason.</summary>
    /// <param name="offset">File offset of the first byte, 0 or more.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="address">Memory address.</param>
    /// <returns>What is misaligned; none if the request is valid.</returns>
    internal Misalignment CheckWrite(long offset, long length, nint address) =>
        Check(offset, length, address, OffsetAlignment);

    private Misalignment Check(long offset, long length, nint address, int offsetAlignment) =>
        (Alignment.IsAligned(offset, offsetAlignment) ? Misalignment.None : Misalignment.Offset)
        | (Alignment.IsAligned(length, offsetAlignment) ? Misalignment.None : Misalignment.Length)
        | (Alignment.IsAligned(address, MemoryAlignment) ? Misalignment.None : Misalignment.Address);
}

/// <summary>The source of a file's alignment rules.</summary>
internal enum GeometrySource
{
    /// <summary>The file system reported them (statx, Linux 6.1).</summary>
    Reported,

    /// <summary>Not reported; 4096 bytes, which nearly every device accepts.</summary>
    Guessed,

    /// <summary>The file system reported that this file does not support direct I/O.</summary>
    NotOffered,
}

/// <summary>Which parts of a direct request are misaligned.</summary>
[Flags]
internal enum Misalignment
{
    /// <summary>Everything is aligned.</summary>
    None = 0,

    /// <summary>The offset in the file.</summary>
    Offset = 1,

    /// <summary>The length.</summary>
    Length = 2,

    /// <summary>The memory address.</summary>
    Address = 4,
}
