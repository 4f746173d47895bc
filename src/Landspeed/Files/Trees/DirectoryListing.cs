using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>
/// Reads the names of directories, some at a time, so that a directory with a million entries takes no more memory.
/// </summary>
/// <remarks>For use by one thread, one directory at a time.</remarks>
internal sealed class DirectoryListing
{
    private readonly byte[] _records = new byte[64 * 1024];

    /// <summary>Calls back for every readable entry of a directory.</summary>
    /// <param name="directory">A directory; always read from its first name on.</param>
    /// <param name="found">Receives name and kind; the name's bytes are valid during the call.</param>
    /// <param name="isRepeated">Returns whether a read that failed is done again; null for never.</param>
    /// <returns>None, or why the rest of the names cannot be read.</returns>
    internal NativeError ForEach(
        OpenDirectory directory, EntryFound found, Func<NativeError, bool>? isRepeated = null)
    {
        if (!directory.IsReadable)
        {
            return NativeError.Of(NativeErrorKind.AccessDenied);
        }

        NativeResult rewound = NativePlatform.Trees.Rewind(directory.Handle);
        if (rewound.Failed)
        {
            return rewound.Error;
        }

        while (true)
        {
            NativeResult read = NativePlatform.Trees.ReadNames(directory.Handle, _records);
            if (read.Error.Kind == NativeErrorKind.Interrupted)
            {
                continue;
            }

            if (read.Failed && isRepeated?.Invoke(read.Error) == true)
            {
                continue;
            }

            if (read.Raw <= 0)
            {
                return read.Error;
            }

            var records = new DirectoryRecords(_records.AsSpan(0, (int)read.Value));
            while (records.MoveNext())
            {
                if (!found(records.Name, records.Kind))
                {
                    return NativeError.None;
                }
            }
        }
    }

    /// <summary>
    /// Does the same with names that may be kept, and queries kinds that the directory does not report.
    /// </summary>
    /// <param name="directory">A directory; read from its first name on.</param>
    /// <param name="found">Receives name and kind; returns whether to continue.</param>
    /// <param name="isRepeated">Returns whether a read that failed is done again; null for never.</param>
    /// <returns>None, or why the rest of the names cannot be read.</returns>
    internal NativeError ForEachEntry(
        OpenDirectory directory, Func<FilePath, FileKind, bool> found, Func<NativeError, bool>? isRepeated = null) =>
        ForEach(
            directory,
            (bytes, listed) =>
            {
                FilePath name = FilePath.FromBytes(bytes);
                return found(name, KindOf(directory, name, listed));
            },
            isRepeated);

    /// <summary>Returns the kind of an entry, which is queried if the directory does not report it.</summary>
    internal static FileKind KindOf(OpenDirectory directory, FilePath name, FileKind? listed) =>
        listed ?? (NativePlatform.Trees.Status(directory.Handle, name, out FileStatus status).Succeeded
            ? status.Kind : FileKind.Unknown);
}

/// <summary>Receives an entry of a directory.</summary>
/// <param name="name">Its name, valid during the call.</param>
/// <param name="kind">Its kind, or null if the directory does not report it.</param>
/// <returns>True to continue.</returns>
internal delegate bool EntryFound(ReadOnlySpan<byte> name, FileKind? kind);
