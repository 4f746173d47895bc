using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>The strategy is chosen, the target made, its space reserved.</summary>
internal sealed partial class CopyContent
{
    /// <inheritdoc/>
    protected override void Begin()
    {
        Setup.Reporter.Entered(CopyPhase.Copying, SourcePath);
        _source = Adopt(Job.SourceHandle, SourcePath, FileAccessKind.Read);
        var part = new PartFile(Job, Setup);
        part.Open();
        if (part.Earlier is { DurableEnd: > 0 } earlier)
        {
            Continue(earlier);
        }
        else if (TryShareBlocks())
        {
            return;
        }

        _target = Adopt(Job.Unfinished!.Handle, Job.Unfinished.Path, FileAccessKind.ReadWrite);
        OpenCached();
        _chunks = new DataChunks(_source.Handle, SourcePath, Length, Loop.PieceLimit, Setup.Options.Holes);
        Reserve();
        _sourceFile = Attach(_source);
        _targetFile = Attach(_target);
        _digest = Setup.Options.NewDigest();
        Decide(null);
    }

    private void Continue(in JournalState earlier)
    {
        _isChecking = true;
        Setup.Reporter.Entered(CopyPhase.Checking, null);
        _durableEnd = Math.Min(earlier.DurableEnd, Length);
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

    // Only where there is something to gain.
    private void OpenCached()
    {
        if (Setup.Options.Strategy != CopyStrategy.Automatic || _source!.EffectiveMode != IoMode.Direct
            || PageResidency.Measure(_source, 0, Length).ResidentBytes is not > 0)
        {
            return;
        }

        _cached = CachedSource.TryOpen(Job.Source, Job.SourceStatus);
    }

    // Length and blocks first: writes beyond the end of a file wait for each other, and a full volume is found out before
    // the first byte instead of after the last.
    private void Reserve()
    {
        if (Length == 0)
        {
            return;
        }

        SafeFileHandle target = _target!.Handle;
        long needed = _chunks!.SkipsHoles ? Math.Min(Length, Job.SourceStatus.AllocatedBytes) : Length;
        long available = _target.Volume().AvailableBytes + _target.Status().AllocatedBytes;
        if (needed > available)
        {
            throw new NativeIOException(
                "find room for",
                Job.Target.Path,
                NativeError.Of(NativeErrorKind.NoSpace),
                length: needed,
                hint: FormattableString.Invariant($"{available} bytes are available: free some, or name another volume."));
        }

        NativeResult reserved = _chunks.SkipsHoles
            ? Interruptions.Retry(() => NativePlatform.Files.SetLength(target, Length))
            : Interruptions.Retry(() => NativePlatform.Files.Reserve(target, 0, Length, SpaceReservation.SetLength));
        if (reserved.Error.Kind == NativeErrorKind.NotSupported)
        {
            reserved = Interruptions.Retry(() => NativePlatform.Files.SetLength(target, Length));
        }

        if (reserved.Failed)
        {
            throw new NativeIOException(
                "reserve space for", Job.Target.Path, reserved.Error, length: Length, hint: HintFor(reserved.Error));
        }
    }

    private static string? HintFor(NativeError error) => error.Kind switch
    {
        NativeErrorKind.FileTooLarge =>
            "The target's file system, or the limit of this process (ulimit -f), allows no file as large.",
        NativeErrorKind.NoSpace => "Free some space, or name another volume.",
        NativeErrorKind.QuotaExceeded => "Free some space, or ask for a larger quota.",
        _ => null,
    };

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
