using Landspeed.Quantities;

namespace Landspeed.Copying.Publication;

/// <summary>A range of a large file that is copied separately into an existing part of the full length.</summary>
/// <remarks>For the thread that copies large files.</remarks>
/// <param name="range">The range, which begins and ends at multiples of 4 KiB, or at the end of the file.</param>
internal abstract class FileSegment(ByteRange range)
{
    /// <summary>The bytes of the file.</summary>
    internal ByteRange Range { get; } = range;

    /// <summary>True if it is no longer needed.</summary>
    internal virtual bool IsRevoked => false;

    /// <summary>Sets the job's part, and its journal.</summary>
    /// <exception cref="IOException">It cannot be opened, or has changed.</exception>
    internal abstract void Open(FileCopyJob job);

    /// <summary>Releases both.</summary>
    internal abstract void Close(FileCopyJob job);
}
