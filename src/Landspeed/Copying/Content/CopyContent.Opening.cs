using Landspeed.Copying.Journal;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Publication;
using Landspeed.Files;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Choosing the strategy, creating the target and reserving its space.</summary>
internal sealed partial class CopyContent
{
    /// <inheritdoc/>
    protected override void Begin()
    {
        Setup.Reporter.Entered(CopyPhase.Copying, SourcePath);
        _source = AdoptSource();
        if (segment is not null)
        {
            segment.Open(Job);
        }
        else if (!OpenPart())
        {
            return;
        }

        _target = AdoptTarget(out _isCompressed);
        OpenCached();
        _chunks = new DataChunks(_source.Handle, SourcePath, Range, Loop.PieceLimit, Setup.Options.FillHoles);
        if (segment is null)
        {
            Reserve();
        }

        _sourceFile = Attach(_source);
        _targetFile = Attach(_target);
        _digest = Setup.Options.NewDigest();
        Decide(null);
    }

    // False if both sides share their blocks, so that nothing is to be copied.
    private bool OpenPart()
    {
        var part = new PartFile(Job, Setup);
        part.Open();
        if (part.Earlier is { } earlier)
        {
            Continue(earlier);
            return true;
        }

        KeepFlags();
        return !TryShareBlocks();
    }

    private void KeepFlags()
    {
        SafeFileHandle target = Job.Unfinished!.Handle;
        if (_source!.FileSystemName == FileSystemNames.Btrfs
            && FileSystemNames.Of(target) == FileSystemNames.Btrfs)
        {
            StorageFlags.Keep(Job.SourceHandle, Job.SourceStatus, target, Job.Target, Setup.Preservation);
        }
    }

    private void Continue(JournalState earlier)
    {
        _isChecking = true;
        Setup.Reporter.Entered(CopyPhase.Checking, null);
        _durable = earlier.Durable;
        foreach (CopiedChunk chunk in earlier.Chunks)
        {
            _earlier[chunk.Offset] = chunk;
        }
    }

    private bool TryShareBlocks()
    {
        CopyOptions options = Setup.Options;
        if (!BlockSharing.IsWanted(options)
            || BlockSharing.Share(Job.SourceHandle, SourcePath, Job.Unfinished!.Handle, options.Reflink).IsError)
        {
            return false;
        }

        string reason = $"{_source!.FileSystemName} shares the blocks until one side is written to";
        Job.Decision = new CopyDecision(CopyStrategy.Buffered, IoMode.Buffered, IoMode.Buffered, reason) { IsReflink = true };
        Setup.Reporter.Moved(Length);
        return true;
    }

    // Only where it saves time.
    private void OpenCached()
    {
        if (Setup.Options.Strategy != CopyStrategy.Automatic || _source!.EffectiveMode != IoMode.Direct
            || PageResidency.Measure(_source, Range.Offset, Range.Length).ResidentBytes is not > 0)
        {
            return;
        }

        _cached = CachedSource.TryOpen(Job.Source, Job.SourceStatus);
    }

    private void Reserve()
    {
        if (Length > 0)
        {
            TargetSpace.Reserve(_target!, Job, needsBlocks: !_chunks!.SkipsHoles && !_isCompressed);
        }
    }

    private void Decide(string? because)
    {
        string reason = because
            ?? (Setup.Options.Strategy != CopyStrategy.Automatic && _target!.ModeReason is null && _source!.ModeReason is null ? "asked for"
            : _target!.ModeReason is { } target ? $"target: {target}"
            : _source!.ModeReason is { } source ? $"source: {source}"
            : _cached is not null ? "past the page cache; what it holds of the source is read from there"
            : "past the page cache, which holds nothing of the source");
        Job.Decision = new CopyDecision(
            StrategyOf(_target!.EffectiveMode), _source!.EffectiveMode, _target.EffectiveMode, reason);
    }
}
