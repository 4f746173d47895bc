using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Names of which everybody thinks the same: the system, and .NET, which takes <c>name/..</c> out of a name without looking.</summary>
/// <remarks>
/// Behind a symbolic link <c>..</c> is the parent of the directory that it leads to, and not the one that it lies in: for the system
/// <c>link/../file</c> and <c>file</c> are two files. Whatever a person names passes through here before .NET opens, removes or compares it.
/// </remarks>
internal static class PlainPath
{
    private static readonly FilePath s_workingDirectory = FilePath.FromBytes("."u8);

    /// <summary>A name that .NET does not change: the same one, unless it leads through a link and back.</summary>
    /// <param name="path">A name; need not exist, but for what stands before its last <c>..</c>.</param>
    /// <returns>The name itself, or the full name of what stands before, as the system knows it, and the rest.</returns>
    /// <exception cref="NativeIOException">What stands before the last <c>..</c> cannot be found.</exception>
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
    /// The full name of a path, without <c>.</c>, <c>..</c> and doubled slashes, as .NET would make it: links are not
    /// looked at. But by bytes, so that the working directory need not have a name that is text.
    /// </summary>
    /// <exception cref="NativeIOException">The working directory was removed, or has no name for us.</exception>
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

    /// <summary>Whether a path leads nowhere because the working directory was removed.</summary>
    /// <param name="path">A path that was not found.</param>
    internal static bool IsLost(FilePath path) =>
        path.Bytes[0] != (byte)'/'
        && NativePlatform.Files.StatusOf(s_workingDirectory, out FileStatus status).Succeeded
        && status.LinkCount == 0;

    /// <summary>The directory that a directory lies in; of a symbolic link, the one that the link lies in.</summary>
    /// <param name="directory">A directory.</param>
    /// <returns>A full name.</returns>
    /// <exception cref="NativeIOException">What stands before the last <c>..</c> cannot be found.</exception>
    internal static FilePath ParentOf(FilePath directory) => FullOf(Of(directory)).Parent;

    // Past the last ".." that has a name somewhere before it; those at the start lead upwards from where we are, which has no link in it.
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

    // Of a directory that was removed the system says its old name with this ending, which leads nowhere.
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
