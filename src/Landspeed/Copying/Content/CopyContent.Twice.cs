using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>Reading the source a second time, from its medium, when all of it was written.</summary>
internal sealed partial class CopyContent
{
    /// <inheritdoc/>
    internal override bool IsVerification => _again is not null;

    /// <inheritdoc/>
    internal override bool TryGoOn()
    {
        if (!Setup.Options.VerifySource || _again is not null || Job.Chunks.Count == 0)
        {
            return false;
        }

        _again = 0;
        Setup.Reporter.Entered(CopyPhase.Verifying, SourcePath);
        _source = AdoptSource();
        DropBeforeSecondRead();
        return true;
    }

    // The second pass reads past the page cache whatever the strategy.
    private StorageFile AdoptSource() => _again is null
        ? Adopt(Job.SourceHandle, SourcePath, FileAccessKind.Read)
        : AdoptPastCache(Job.SourceHandle, SourcePath, FileAccessKind.Read);

    private bool TryReadTwice(CopySlot slot, int next)
    {
        if (next >= Job.Chunks.Count)
        {
            return false;
        }

        CopiedChunk chunk = Job.Chunks[next];
        _again = next + 1;
        (slot.Chunk, slot.Hash) = (new ByteRange(chunk.Offset, chunk.Length), chunk.Hash);
        slot.Stage = CopyStage.ReadingTwice;
        slot.Transfer = Reading(_source!, _sourceFile, slot);
        return true;
    }

    private SlotStep AfterSecondRead(CopySlot slot)
    {
        if (Xxh3.Hash128(slot.Bytes) != slot.Hash)
        {
            RequireUnchanged(); // a file that changed in between was not misread
            throw SourceChanges.ReadDifferently(SourcePath, slot.Chunk);
        }

        _verified += slot.Chunk.Length;
        return SlotStep.Free;
    }

    // A direct read does not come from the pages that others have in the cache, which need not lose them.
    private void DropBeforeSecondRead()
    {
        if (_again is not null && _source!.EffectiveMode != IoMode.Direct)
        {
            PageCache.DropUnread(_source);
        }
    }
}
