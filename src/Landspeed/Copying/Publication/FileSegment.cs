using Landspeed.Quantities;

namespace Landspeed.Copying.Publication;

/// <summary>A range of a large file that is copied by itself into a part which lies there in its whole length already.</summary>
/// <remarks>For the thread that carries large files.</remarks>
/// <param name="range">The range: begins and ends at multiples of 4 KiB, or at the end of the file.</param>
internal abstract class FileSegment(ByteRange range)
{
    /// <summary>The bytes of the file.</summary>
    internal ByteRange Range { get; } = range;

    /// <summary>Whether nobody needs it any more.</summary>
    internal virtual bool IsRevoked => false;

    /// <summary>Sets the job's part, and its journal.</summary>
    /// <exception cref="IOException">It cannot be opened, or is not what it was.</exception>
    internal abstract void Open(FileCopyJob job);

    /// <summary>Lets go of both.</summary>
    internal abstract void Close(FileCopyJob job);
}
