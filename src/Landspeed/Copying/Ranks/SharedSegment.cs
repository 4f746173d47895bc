using Landspeed.Copying.Publication;
using Landspeed.Files;
using Landspeed.Files.Unpublished;

namespace Landspeed.Copying.Ranks;

/// <summary>A range of a file that this rank, or another, has created.</summary>
/// <param name="payload">The range.</param>
/// <param name="file">The file, if this rank has created it.</param>
/// <param name="journals">This rank's journals of other ranks' files.</param>
/// <param name="isRevoked">Returns whether another rank was faster.</param>
internal sealed class SharedSegment(SegmentPayload payload, SplitFile? file, OwnJournals journals, Func<bool> isRevoked) : FileSegment(payload.Range)
{
    private FileIdentity _part;
    private bool _isNoted;

    /// <inheritdoc/>
    internal override bool IsRevoked => file is { HasFailed: true } || isRevoked();

    /// <inheritdoc/>
    internal override void Open(FileCopyJob job)
    {
        PartPayload part = payload.Part;
        job.Unfinished = UnpublishedFile.Join(job.Target, part.Name, part.Inode, part.Born);
        _part = new FileIdentity(default, part.Inode, part.Born);
        if (file?.Journal is { } own)
        {
            job.Journal = own;
            return;
        }

        job.Journal = journals.Open(job.Target, job.SourceStatus, _part);
        _isNoted = true;
    }

    /// <inheritdoc/>
    internal override void Close(FileCopyJob job)
    {
        job.Unfinished?.Release();
        if (_isNoted)
        {
            journals.Close(_part);
        }

        (job.Unfinished, job.Journal) = (null, null);
    }
}
