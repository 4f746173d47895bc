using Landspeed.Copying.Sharing;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Ensures that ranks verify the same files: hosts may have other file systems under the same names.</summary>
internal static class SharedIdentity
{
    /// <summary>Compares. Collective.</summary>
    /// <param name="ranks">The ranks.</param>
    /// <param name="places">What this rank has under the names given; empty status if nothing.</param>
    /// <param name="digest">Of everything else that must be equal.</param>
    /// <param name="names">The names, for the message.</param>
    /// <exception cref="ExperimentException">On rank 0, if they are not the same everywhere.</exception>
    internal static void Check(
        IVerificationRanks ranks, IReadOnlyList<FileStatus> places, ulong digest, string names)
    {
        var writer = new CompactWriter();
        foreach (FileStatus place in places)
        {
            WriteIdentity(writer, place);
        }

        writer.Write(BitConverter.GetBytes(digest));
        byte[] own = writer.ToArray();
        IReadOnlyList<byte[]> all = ranks.Gather("verify: what is checked", own);
        int[] others = [.. all.Index().Where(one => !one.Item.AsSpan().SequenceEqual(own)).Select(one => one.Index)];
        if (others.Length > 0)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{string.Join(", ", others.Take(3).Select(ranks.NameOf))}: "
                    + $"{names} is not the same there as on rank 0: mount the same file systems on all hosts");
        }
    }

    /// <summary>Writes what identifies a file on all hosts; device numbers do not.</summary>
    internal static void WriteIdentity(CompactWriter writer, in FileStatus status)
    {
        writer.Write(BitConverter.GetBytes(status.Inode));
        writer.Write(BitConverter.GetBytes(status.Born?.Seconds ?? 0));
        writer.Write(status.Born?.Nanoseconds ?? 0);
    }

    /// <summary>Reads what <see cref="WriteIdentity"/> wrote, and returns whether it is of the same file.</summary>
    internal static bool IsIdentityOf(ref CompactReader reader, in FileStatus status)
    {
        ulong inode = BitConverter.ToUInt64(reader.Bytes());
        long seconds = BitConverter.ToInt64(reader.Bytes());
        long nanoseconds = reader.Number();
        return inode == status.Inode && seconds == (status.Born?.Seconds ?? 0)
            && nanoseconds == (status.Born?.Nanoseconds ?? 0);
    }
}
