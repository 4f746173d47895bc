namespace Landspeed.Streams.Sequential;

/// <summary>Computes the target of a seek by FileStream's rules.</summary>
internal static class SeekTarget
{
    // EINVAL, as FileStream.
    private const int Invalid = 22;

    /// <summary>Throws if the value is not an origin, as FileStream does even when closed.</summary>
    /// <exception cref="ArgumentException">The origin is not defined.</exception>
    internal static void CheckOrigin(SeekOrigin origin)
    {
        if (origin is < SeekOrigin.Begin or > SeekOrigin.End)
        {
            throw new ArgumentException("not an origin to seek from", nameof(origin));
        }
    }

    /// <summary>Returns the offset in the file; the origin must have been checked.</summary>
    /// <exception cref="IOException">The target is before the file or beyond the largest file size.</exception>
    internal static long Of(long offset, SeekOrigin origin, long position, long length)
    {
        long start = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => position,
            _ => length,
        };
        long target = unchecked(start + offset);
        return target >= 0 ? target : throw new IOException(
            FormattableString.Invariant($"cannot seek to {offset} bytes from {start}: that is not an offset in a file"),
            Invalid);
    }
}
