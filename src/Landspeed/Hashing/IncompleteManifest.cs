using System.Text;
using Landspeed.Platform;

namespace Landspeed.Hashing;

/// <summary>
/// The comment by which a checksum file says that it does not name every file it should; md5sum and its like pass over
/// it.
/// </summary>
internal static class IncompleteManifest
{
    private static ReadOnlySpan<byte> Mark => "# landspeed: incomplete: "u8;

    /// <summary>The comment as it stands in a checksum file, the newline at its end included.</summary>
    /// <param name="reason">Why, without line breaks.</param>
    internal static byte[] ToBytes(string reason) => [.. Mark, .. Encoding.UTF8.GetBytes(reason), (byte)'\n'];

    /// <summary>Why the file is incomplete, control characters escaped; null: the line does not say that.</summary>
    /// <param name="line">A line without its newline.</param>
    internal static string? ReasonIn(ReadOnlySpan<byte> line)
    {
        if (!line.StartsWith(Mark))
        {
            return null;
        }

        ReadOnlySpan<byte> reason = line[Mark.Length..].TrimEnd((byte)'\r');
        return reason.IsEmpty || reason.Contains((byte)0) ? "it does not say why" : FilePath.FromBytes(reason).Display;
    }
}
