namespace Landspeed.Streams.Sequential;

/// <summary>The target of a seek, by FileStream's rules.</summary>
internal static class SeekTarget
{
    /// <summary>Refuses what is not an origin, as FileStream does even when it is closed.</summary>
    /// <exception cref="ArgumentException">The origin is not one.</exception>
    internal static void CheckOrigin(SeekOrigin origin)
    {
        if (origin is < SeekOrigin.Begin or > SeekOrigin.End)
        {
            throw new ArgumentException("not an origin to seek from", nameof(origin));
        }
    }

    /// <summary>The offset in the file; the origin was checked.</summary>
    /// <exception cref="IOException">The target lies before the file or beyond what a file can hold.</exception>
    internal static long Of(long offset, SeekOrigin origin, long position, long length)
    {
        long start = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => position,
            _ => length,
        };
        long target = unchecked(start + offset);
        return target >= 0 ? target : throw new IOException(FormattableString.Invariant(
            $"cannot seek to {offset} bytes from {start}: that is not an offset in a file"));
    }
}
