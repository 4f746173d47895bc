using System.Text;

namespace Landspeed.Hashing;

/// <summary>
/// The comment with which a checksum file says that it does not name every file it should; md5sum and similar programs
/// skip it.
/// </summary>
internal static class IncompleteManifest
{
    private static ReadOnlySpan<byte> Mark => "# landspeed: incomplete: "u8;

    /// <summary>Returns the comment as it is written in a checksum file, including the final newline.</summary>
    /// <param name="reason">The reason, without line breaks.</param>
    internal static byte[] ToBytes(string reason) => [.. Mark, .. Encoding.UTF8.GetBytes(reason), (byte)'\n'];

    /// <summary>
    /// Returns why the file is incomplete, with control characters escaped, or null if the line is not this comment.
    /// </summary>
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
