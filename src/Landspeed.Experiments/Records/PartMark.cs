using System.Globalization;
using System.Text;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Marks a file as a part of ours: one that we may write to, or remove, while it has a part's name. Nobody believes the mark
/// under any other name, so that a crash between naming a file and taking its mark away gives nobody leave to write to it.
/// </summary>
/// <remarks>
/// Names inode and birth as <see cref="OwnershipMark"/> does, whose sidecar serves where there are no attributes: that is
/// bound to the name by its own.
/// </remarks>
internal static class PartMark
{
    /// <summary>Name of the extended attribute.</summary>
    internal const string AttributeName = "user.landspeed.part";

    // The longest mark is about 70 bytes; anything longer is not ours.
    private const int LongestMark = 128;

    /// <summary>Marks a file that was just created.</summary>
    /// <exception cref="NativeIOException">It cannot be marked.</exception>
    internal static void Set(StorageFile file)
    {
        NativeResult set = NativePlatform.Files.SetAttribute(file.Handle, AttributeName, MarkOf(file));
        if (set.Error.Kind == NativeErrorKind.NotSupported)
        {
            OwnershipMark.Mark(file);
        }
        else if (set.Failed)
        {
            throw new NativeIOException("mark", file.Path, set.Error);
        }
    }

    /// <summary>Whether the file is marked, as a part or as any file of ours.</summary>
    /// <exception cref="NativeIOException">There is a sidecar that cannot be opened.</exception>
    internal static bool IsOn(StorageFile file)
    {
        byte[] value = new byte[LongestMark];
        NativeResult read = NativePlatform.Files.GetAttribute(file.Handle, AttributeName, value);
        return (read.Succeeded && value.AsSpan(0, (int)read.Value).SequenceEqual(MarkOf(file))) || OwnershipMark.IsOurs(file);
    }

    /// <summary>Takes every mark away; durable after a flush of data and metadata.</summary>
    /// <exception cref="NativeIOException">One stays.</exception>
    internal static void Remove(StorageFile file)
    {
        foreach (string name in new[] { AttributeName, OwnershipMark.AttributeName })
        {
            NativeResult removed = NativePlatform.Files.RemoveAttribute(file.Handle, name);
            if (removed.Failed && removed.Error.Kind is not (NativeErrorKind.NotFound or NativeErrorKind.NotSupported))
            {
                throw new NativeIOException("take the mark away from", file.Path, removed.Error);
            }
        }

        OwnershipMark.RemoveSidecar(file);
    }

    private static byte[] MarkOf(StorageFile file) => Encoding.UTF8.GetBytes(string.Create(
        CultureInfo.InvariantCulture, $"landspeed part 1 inode {file.Identity.Inode} born {file.Identity.Born}"));
}
