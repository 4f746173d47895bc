using Landspeed.Copying.Journal;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Hashing;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Publication;

/// <summary>One regular file on its way from source to target.</summary>
/// <remarks>Belongs to one thread at a time; passing it on transfers ownership.</remarks>
internal sealed class FileCopyJob
{
    internal required DirectoryEntry Source { get; init; }

    internal required DirectoryEntry Target { get; init; }

    /// <summary>The path in events: below the source of a tree, otherwise the source itself.</summary>
    internal required FilePath EventPath { get; init; }

    /// <summary>The source, open for reading; closed by whoever executes the job.</summary>
    internal required SafeFileHandle SourceHandle { get; set; }

    /// <summary>Status of the source before its first byte was read.</summary>
    internal required FileStatus SourceStatus { get; init; }

    /// <summary>What to do with an existing file of the target's name when this one is complete.</summary>
    internal required RenameRule Publication { get; init; }

    /// <summary>
    /// The unfinished target under its temporary name, or null before it is created and after it was published or
    /// removed.
    /// </summary>
    internal UnpublishedFile? Unfinished { get; set; }

    /// <summary>How the bytes were moved, or null before that is known.</summary>
    internal CopyDecision? Decision { get; set; }

    /// <summary>The requested digests; empty until all bytes have been processed.</summary>
    internal IReadOnlyList<string> Digests { get; set; } = [];

    /// <summary>What went wrong; null while nothing did. A job with a problem is not published.</summary>
    internal CopyProblem? Problem { get; set; }

    /// <summary>The copied bytes, chunk by chunk, if the target is to be verified; empty otherwise.</summary>
    internal List<CopiedChunk> Chunks { get; set; } = [];

    /// <summary>The journal beside the unfinished target, or null if the copy cannot be continued.</summary>
    internal CopyJournal? Journal { get; set; }

    /// <summary>How many ranks may have a journal beside that; 0 for none.</summary>
    internal int Ranks { get; set; }

    /// <summary>The record of ranges that several ranks copied, or null for a file that was copied whole.</summary>
    internal object? Split { get; set; }

    /// <summary>True if it was cancelled before it was complete; it is then not published.</summary>
    internal bool IsStopped { get; set; }

    /// <summary>Bytes read and written.</summary>
    internal long BytesCopied { get; set; }

    /// <summary>Bytes kept from an interrupted copy.</summary>
    internal long BytesResumed { get; set; }

    /// <summary>Bytes of holes.</summary>
    internal long HoleBytes { get; set; }

    /// <summary>State of the job's creator, for when the job comes back.</summary>
    internal object? Owner { get; init; }

    /// <summary>Finishes a digest of the content, if one was requested.</summary>
    internal void TakeDigests(WholeFileDigest? digest) =>
        Digests = digest is null ? [] : [.. digest.Finish().Select(one => one.Hex)];

    /// <summary>Removes the unfinished target; does nothing after publication.</summary>
    internal void GiveUp()
    {
        Unfinished?.Remove();
        RankJournals.Remove(Target, Journal is null ? 0 : Ranks);
        Journal?.Remove();
        (Unfinished, Journal) = (null, null);
    }

    /// <summary>
    /// Removes the journals of a file that was published or is abandoned; the one that leads to the others goes last.
    /// </summary>
    internal void RemoveJournals(CopyReporter reporter)
    {
        RankJournals.Remove(Target, Ranks);
        Journal?.Remove(reporter);
        Journal = null;
    }

    /// <summary>Closes the unfinished target, which the next run continues.</summary>
    internal void LeaveUnfinished()
    {
        Journal?.Dispose();
        Unfinished?.Release();
        (Unfinished, Journal) = (null, null);
    }

    /// <summary>Reports the outcome.</summary>
    /// <param name="reporter">Receives it.</param>
    /// <param name="length">Length of the file in bytes, if it was not known before.</param>
    internal void Report(CopyReporter reporter, long? length = null)
    {
        CopyAction action = Problem is not null ? CopyAction.Failed
            : Decision is { IsReflink: true } ? CopyAction.Reflinked
            : CopyAction.Copied;
        reporter.Ended(
            new CopyEvent(action, EventPath, length ?? SourceStatus.Length)
            {
                Decision = Decision,
                Digests = Digests,
                Problem = Problem,
            },
            new MovedBytes(BytesCopied, BytesResumed, HoleBytes));
    }
}
