using System.Text;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Files.Unpublished;

/// <summary>
/// Proves the ownership of an empty file under a temporary name, from before it is created until it has its mark: a
/// symbolic link beside it that leads nowhere and states the claim. A link is created together with its content, a file
/// is not.
/// </summary>
/// <remarks>
/// Needed only if the file system does not support files without a name. If it does not support links either, there is
/// no proof.
/// </remarks>
internal static class NameClaim
{
    private static readonly byte[] s_text = Encoding.ASCII.GetBytes("landspeed claims the empty file beside this, until it has its mark");

    /// <summary>Claims a temporary name. An existing claim of a killed process also suffices.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="temporary">The name.</param>
    /// <param name="isMine">True if the claim was created now.</param>
    /// <returns>True if it is claimed.</returns>
    internal static bool TryMake(OpenDirectory directory, FilePath temporary, out bool isMine)
    {
        NativeResult made = Interruptions.Retry(() => NativePlatform.Trees.CreateSymbolicLink(
            FilePath.FromBytes(s_text), directory.Handle, TemporaryNames.OfNameClaim(temporary)));
        isMine = made.Succeeded;
        return isMine || (made.Error.Kind == NativeErrorKind.AlreadyExists && IsOn(directory, temporary));
    }

    /// <summary>True if a temporary name is claimed.</summary>
    internal static bool IsOn(OpenDirectory directory, FilePath temporary) => IsOne(directory, TemporaryNames.OfNameClaim(temporary));

    /// <summary>True if an entry is such a link.</summary>
    internal static bool IsOne(OpenDirectory directory, FilePath name)
    {
        Span<byte> room = stackalloc byte[128];
        NativeResult read = NativePlatform.Trees.ReadSymbolicLink(directory.Handle, name, room);
        return read.Succeeded && room[..(int)read.Value].SequenceEqual(s_text);
    }

    /// <summary>Removes what a killed process left: the file if it is empty, and the claim.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="link">An entry with the name of a claim.</param>
    internal static void RemoveWithFile(OpenDirectory directory, FilePath link)
    {
        if (!IsOne(directory, link) || TemporaryNames.ClaimedName(link) is not { } temporary)
        {
            return;
        }

        try
        {
            var entry = new DirectoryEntry(directory, temporary);
            if (UnpublishedFile.TakeOver(entry, temporary, PartMarks.Copy) is not { } file)
            {
                End(directory, temporary);
                return;
            }

            // Taking it over has ended the claim.
            if (Entries.Status(file.Handle, entry).Length == 0)
            {
                file.Remove();
            }

            file.Release();
        }
        catch (IOException)
        {
            // Another process is working on it, or it is not our file.
        }
    }

    /// <summary>Removes an existing claim.</summary>
    /// <exception cref="NativeIOException">It cannot be removed.</exception>
    internal static void End(OpenDirectory directory, FilePath temporary)
    {
        FilePath name = TemporaryNames.OfNameClaim(temporary);
        NativeResult removed = NativePlatform.Trees.Remove(directory.Handle, name);
        if (removed.Failed && removed.Error.Kind != NativeErrorKind.NotFound)
        {
            throw new NativeIOException("remove", directory.PathOf(name), removed.Error);
        }
    }
}
