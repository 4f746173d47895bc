using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Makes names unambiguous between the system and .NET, which removes <c>name/..</c> from a name without looking.
/// </summary>
/// <remarks>
/// After a symbolic link <c>..</c> is the parent of the directory to which it leads, not of the one that contains it:
/// for the system <c>link/../file</c> and <c>file</c> are two files. Every name given by a user passes through here
/// before .NET opens, removes or compares it.
/// </remarks>
internal static class PlainPath
{
    private static readonly FilePath s_workingDirectory = FilePath.FromBytes("."u8);

    /// <summary>
    /// Returns a name that .NET does not change: the same name, unless it leads through a link and back.
    /// </summary>
    /// <param name="path">A name; need not exist, except for the part before its last <c>..</c>.</param>
    /// <returns>The name itself, or the full name of that part as the system knows it, followed by the rest.</returns>
    /// <exception cref="NativeIOException">The part before the last <c>..</c> does not exist.</exception>
    internal static FilePath Of(FilePath path)
    {
        if (EndOfLastWayBack(path.Bytes) is not { } end)
        {
            return path;
        }

        var before = FilePath.FromBytes(path.Bytes[..end]);
        FileStatus there = Status(before, before);
        if (NativePlatform.Files.StatusOf(FullOf(before), out FileStatus named).Succeeded
            && FileIdentity.Of(named) == FileIdentity.Of(there))
        {
            return path;
        }

        FilePath full = NameOf(before);
        if (FileIdentity.Of(Status(full, before)) != FileIdentity.Of(there))
        {
            throw new NativeIOException("find the full name of", before, NativeError.Of(NativeErrorKind.NotFound));
        }

        ReadOnlySpan<byte> rest = path.Bytes[end..].TrimStart((byte)'/');
        return rest.IsEmpty ? full : full.Join(FilePath.FromBytes(rest));
    }

    /// <summary>
    /// Returns the full name of a path without <c>.</c>, <c>..</c> and doubled slashes, as .NET would, ignoring links.
    /// It works on bytes, so that the working directory's name need not be text.
    /// </summary>
    /// <exception cref="NativeIOException">
    /// The working directory was removed, or has no name that we can see.
    /// </exception>
    internal static FilePath FullOf(FilePath path)
    {
        FilePath full = path.Bytes[0] == (byte)'/' ? path : NameOf(s_workingDirectory).Join(path);
        List<byte> bytes = [];
        foreach (Range range in full.Bytes.Split((byte)'/'))
        {
            ReadOnlySpan<byte> part = full.Bytes[range];
            if (part.SequenceEqual(".."u8))
            {
                int above = bytes.LastIndexOf((byte)'/');
                bytes.RemoveRange(Math.Max(above, 0), bytes.Count - Math.Max(above, 0));
            }
            else if (!part.IsEmpty && !part.SequenceEqual("."u8))
            {
                bytes.Add((byte)'/');
                bytes.AddRange(part);
            }
        }

        return bytes.Count == 0
            ? FilePath.FromBytes("/"u8)
            : FilePath.FromBytes(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(bytes));
    }

    /// <summary>True if a path leads nowhere because the working directory was removed.</summary>
    /// <param name="path">A path that does not exist.</param>
    internal static bool IsLost(FilePath path) =>
        path.Bytes[0] != (byte)'/'
        && NativePlatform.Files.StatusOf(s_workingDirectory, out FileStatus status).Succeeded
        && status.LinkCount == 0;

    /// <summary>Returns the parent of a directory; for a symbolic link, the directory that contains the link.</summary>
    /// <param name="directory">A directory.</param>
    /// <returns>A full name.</returns>
    /// <exception cref="NativeIOException">The part before the last <c>..</c> does not exist.</exception>
    internal static FilePath ParentOf(FilePath directory) => FullOf(Of(directory)).Parent;

    // After the last ".." that follows a name; those at the start lead upwards from the working directory, whose path
    // has no link in it.
    private static int? EndOfLastWayBack(ReadOnlySpan<byte> path)
    {
        int? end = null;
        bool hasName = false;
        foreach (Range part in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = path[part];
            if (name.SequenceEqual(".."u8))
            {
                end = hasName ? part.End.GetOffset(path.Length) : end;
            }
            else
            {
                hasName |= !name.IsEmpty && !name.SequenceEqual("."u8);
            }
        }

        return end;
    }

    private static FilePath NameOf(FilePath directory)
    {
        NativeResult opened = NativePlatform.Files.Open(
            directory, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            return opened.Succeeded && NativePlatform.Trees.NameOf(handle!) is { } name && Leads(name, handle!)
                ? name
                : throw new NativeIOException("find the full name of", directory, opened.Failed ? opened.Error : NativeError.Of(NativeErrorKind.NotFound));
        }
    }

    // For a removed directory the system returns its old name with this suffix, which leads nowhere.
    private static bool Leads(FilePath name, SafeFileHandle directory) => !name.Bytes.EndsWith(" (deleted)"u8)
        || (NativePlatform.Files.StatusOf(name, out FileStatus named).Succeeded
        && NativePlatform.Files.Status(directory, out FileStatus held).Succeeded
        && FileIdentity.Of(named) == FileIdentity.Of(held));

    private static FileStatus Status(FilePath path, FilePath asked)
    {
        NativeResult known = NativePlatform.Files.StatusOf(path, out FileStatus status);
        return known.Succeeded ? status : throw new NativeIOException("find", asked, known.Error);
    }
}
