using Landspeed.Platform;

namespace Landspeed.Files.Space;

/// <summary>Remembers a file's length and holes before space is taken, to release the space if that fails.</summary>
internal sealed class SpaceRollback
{
    private readonly StorageFile _file;
    private readonly List<FileExtent> _holes = [];

    internal SpaceRollback(StorageFile file)
    {
        _file = file;
        FileStatus status = file.Status();
        PreviousLength = status.Length;
        bool maySparse = status.AllocatedBytes < status.Length;

        // Written back first: apparent holes are punched later, and not every file system reports data that is still
        // only in the page cache.
        if (maySparse && ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out _))
        {
            _holes.AddRange(map.Extents.Where(extent => extent.State == ExtentState.Hole));
        }
    }

    internal long PreviousLength { get; }

    /// <summary>Truncates the file and restores its holes.</summary>
    /// <returns>What could not be released, as a full sentence; empty if everything was.</returns>
    internal string Undo()
    {
        // Even if the length is unchanged, truncating frees what was reserved beyond the end.
        NativeResult result = Interruptions.Retry(
            () => NativePlatform.Files.SetLength(_file.Handle, PreviousLength));
        foreach (FileExtent hole in _holes)
        {
            NativeResult punched = Interruptions.Retry(
                () => NativePlatform.Files.PunchHole(_file.Handle, hole.Offset, hole.Length));
            result = result.Failed ? result : punched;
        }

        return result.Failed ? $" Not all space could be given back: {result.Error}." : string.Empty;
    }
}
