using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>An operation that a <see cref="FaultMount"/> saw.</summary>
/// <param name="Number">From 1, in the order in which they ended.</param>
/// <param name="Word">What it was, for example <c>fsync</c>.</param>
/// <param name="Result">What it gave back; below 0 an error.</param>
/// <param name="Offset">First byte; for a truncation the new length.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Path">From the root of the mount, as in <see cref="FaultEvent"/>; of a rename the new name.</param>
public sealed record LoggedOperation(long Number, string Word, int Result, long Offset, long Length, string Path)
{
    internal static LoggedOperation Parse(string line)
    {
        string[] part = line.Split(' ', 7);
        return new LoggedOperation(
            long.Parse(part[0], CultureInfo.InvariantCulture),
            part[1],
            int.Parse(part[2], CultureInfo.InvariantCulture),
            long.Parse(part[4], CultureInfo.InvariantCulture),
            long.Parse(part[5], CultureInfo.InvariantCulture),
            part[6]);
    }
}
