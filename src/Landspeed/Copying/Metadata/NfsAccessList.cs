using System.Buffers.Binary;

namespace Landspeed.Copying.Metadata;

/// <summary>
/// The access list that NFSv4 shows on each file as an extended attribute: RFC 7530, 6.2, in the encoding of RFC 4506.
/// </summary>
internal static class NfsAccessList
{
    // Type, flags and rights of an entry, followed by the length of its principal.
    private const int EntryHead = 3 * sizeof(uint);

    /// <summary>Name of the attribute.</summary>
    public static ReadOnlySpan<byte> Name => "system.nfs4_acl"u8;

    /// <summary>True if a list covers only the owner, the group and everyone, as the permissions do.</summary>
    /// <param name="list">The attribute's value.</param>
    /// <returns>Also false if the value is not such a list.</returns>
    public static bool IsOfPermissions(ReadOnlySpan<byte> list)
    {
        if (!TakeNumber(ref list, out int count))
        {
            return false;
        }

        for (int entry = 0; entry < count; entry++)
        {
            if (list.Length < EntryHead)
            {
                return false;
            }

            list = list[EntryHead..];
            if (!TakeNumber(ref list, out int length) || length < 0 || list.Length < Padded(length)
                || !IsOfPermission(list[..length]))
            {
                return false;
            }

            list = list[(int)Padded(length)..];
        }

        return list.IsEmpty;
    }

    private static bool IsOfPermission(ReadOnlySpan<byte> who) =>
        who.SequenceEqual("OWNER@"u8) || who.SequenceEqual("GROUP@"u8) || who.SequenceEqual("EVERYONE@"u8);

    private static long Padded(int length) => (length + 3L) & ~3L;

    private static bool TakeNumber(ref ReadOnlySpan<byte> from, out int number)
    {
        if (!BinaryPrimitives.TryReadInt32BigEndian(from, out number))
        {
            return false;
        }

        from = from[sizeof(int)..];
        return true;
    }
}
