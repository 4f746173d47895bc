using Landspeed.Copying.Journal;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Hashing;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Publication;

/// <summary>One regular file on its way from source to target.</summary>
/// <remarks>Belongs to one thread at a time; handing it on hands it over.</remarks>
internal sealed class FileCopyJob
{
    /// <summary>Where it comes from.</summary>
    internal required DirectoryEntry Source { get; init; }

    /// <summary>Where it goes to.</summary>
    internal required DirectoryEntry Target { get; init; }

    /// <summary>The path in events: below the source of a tree, else the source itself.</summary>
    internal required FilePath EventPath { get; init; }

    /// <summary>The source, open for reading; closed by who carries the job out.</summary>
    internal required SafeFileHandle SourceHandle { get; init; }

    /// <summary>What the source was before its first byte was read.</summary>
    internal required FileStatus SourceStatus { get; init; }

    /// <summary>What is to happen to a file that has the target's name when this one is complete.</summary>
    internal required RenameRule Publication { get; init; }

    /// <summary>
    /// The unfinished target under its temporary name; null before it is made, and after it was published or removed.
    /// </summary>
    internal UnpublishedFile? Unfinished { get; set; }

    /// <summary>How the bytes were moved; null before that is known.</summary>
    internal CopyDecision? Decision { get; set; }

    /// <summary>The digests asked for; empty before the bytes passed.</summary>
    internal IReadOnlyList<string> Digests { get; set; } = [];

    /// <summary>What went wrong; null as long as nothing did. A job with a problem is not published.</summary>
    internal CopyProblem? Problem { get; set; }

    /// <summary>What passed, chunk by chunk, when the target is to be verified; empty otherwise.</summary>
    internal List<CopiedChunk> Chunks { get; set; } = [];

    /// <summary>The journal beside the unfinished target; null where the copy cannot be continued.</summary>
    internal CopyJournal? Journal { get; set; }

    /// <summary>How many ranks may have a journal beside that; 0: none.</summary>
    internal int Ranks { get; set; }

    /// <summary>What knows of the ranges that several ranks copied; null for a file that was copied whole.</summary>
    internal object? Split { get; set; }

    /// <summary>Whether it was stopped from outside, before it was complete; not published then.</summary>
    internal bool IsStopped { get; set; }

    /// <summary>Bytes read and written.</summary>
    internal long BytesCopied { get; set; }

    /// <summary>Bytes taken over from an interrupted copy.</summary>
    internal long BytesResumed { get; set; }

    /// <summary>Bytes of holes.</summary>
    internal long HoleBytes { get; set; }

    /// <summary>Anything that who made the job needs when it comes back.</summary>
    internal object? Owner { get; init; }

    /// <summary>Ends a digest of the content, where one was asked for.</summary>
    internal void TakeDigests(WholeFileDigest? digest) =>
        Digests = digest is null ? [] : [.. digest.Finish().Select(one => one.Hex)];

    /// <summary>Removes what is unfinished; does nothing after it was published.</summary>
    internal void GiveUp()
    {
        Unfinished?.Remove();
        RankJournals.Remove(Target, Journal is null ? 0 : Ranks);
        Journal?.Remove();
        (Unfinished, Journal) = (null, null);
    }

    /// <summary>Removes the journals of a file that was published, or is given up: the one that tells of the others last.</summary>
    internal void RemoveJournals(CopyReporter reporter)
    {
        RankJournals.Remove(Target, Ranks);
        Journal?.Remove(reporter);
        Journal = null;
    }

    /// <summary>Closes what is unfinished, which the next run continues.</summary>
    internal void LeaveUnfinished()
    {
        Journal?.Dispose();
        Unfinished?.Release();
        (Unfinished, Journal) = (null, null);
    }

    /// <summary>Reports how it ended.</summary>
    /// <param name="reporter">Receives it.</param>
    /// <param name="length">Bytes of the file, where that was not known before.</param>
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
