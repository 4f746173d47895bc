using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Reads the names of directories, some at a time, so that one of a million entries takes no more memory.</summary>
/// <remarks>For one thread, one directory at a time.</remarks>
internal sealed class DirectoryListing
{
    private readonly byte[] _records = new byte[64 * 1024];

    /// <summary>Calls for every entry of a directory that can still be read.</summary>
    /// <param name="directory">A directory whose names were not read yet, or that was rewound.</param>
    /// <param name="found">Receives name and kind; the name's bytes are valid during the call.</param>
    /// <returns>None, or why the rest of the names cannot be read.</returns>
    internal NativeError ForEach(OpenDirectory directory, EntryFound found)
    {
        while (true)
        {
            NativeResult read = NativePlatform.Trees.ReadNames(directory.Handle, _records);
            if (read.Error.Kind == NativeErrorKind.Interrupted)
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

    /// <summary>What an entry is where the directory did not tell.</summary>
    internal static FileKind KindOf(OpenDirectory directory, FilePath name, FileKind? told) =>
        told ?? (NativePlatform.Trees.Status(directory.Handle, name, out FileStatus status).Succeeded
            ? status.Kind : FileKind.Unknown);
}
