using Landspeed.Platform;

namespace Landspeed.Files.Space;

/// <summary>A file's length and holes before space is taken, to give it back when that fails.</summary>
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

        // Written back first: what looks like a hole is punched later, and not every file system reports data that is
        // still in the page cache only.
        if (maySparse && ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out _))
        {
            _holes.AddRange(map.Extents.Where(extent => extent.State == ExtentState.Hole));
        }
    }

    internal long PreviousLength { get; }

    /// <summary>Cuts the file back and makes its holes holes again.</summary>
    /// <returns>What could not be given back, a full sentence; empty when all was.</returns>
    internal string Undo()
    {
        // Also with an unchanged length: cutting frees what was reserved beyond the end.
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
