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
    internal override void Begin(CopyLoop loop)
    {
        _loop = loop;
        _setup.Reporter.Entered(CopyPhase.Copying, SourcePath);
        IoMode mode = ModeOf(_setup.Options.Strategy);
        _source = StorageFile.Adopt(
            _job.SourceHandle, SourcePath, new() { Access = FileAccessKind.Read, Mode = UsableMode(mode, _job.SourceStatus) });
        var part = new PartFile(_job, _setup);
        part.Open();
        if (part.Earlier is { DurableEnd: > 0 } earlier)
        {
            Continue(earlier);
        }
        else if (TryShareBlocks())
        {
            return;
        }

        _target = StorageFile.Adopt(
            _job.Unfinished!.Handle,
            _job.Unfinished.Path,
            new() { Access = FileAccessKind.ReadWrite, Mode = mode });
        FallBackToUncached();
        OpenCached();
        _chunks = new DataChunks(
            _source.Handle, SourcePath, Length, loop.PieceLimit, _setup.Options.Holes);
        Reserve();
        _sourceFile = loop.Attach(_source.Handle);
        _targetFile = loop.Attach(_target.Handle);
        _isAttached = true;
        _digest = _setup.Options.Digests.Count > 0 ? new WholeFileDigest([.. _setup.Options.Digests]) : null;
        Decide(null);
    }

    internal static IoMode ModeOf(CopyStrategy strategy) => strategy switch
    {
        CopyStrategy.Automatic or CopyStrategy.Direct => IoMode.Direct,
        CopyStrategy.Uncached => IoMode.Uncached,
        CopyStrategy.Buffered => IoMode.Buffered,
        _ => throw new ArgumentOutOfRangeException(nameof(strategy), strategy, "not a strategy"),
    };

    // Pieces begin at multiples of 4 KiB: a device that wants more is served through the cache.
    private static IoMode UsableMode(IoMode mode, in FileStatus status) =>
        mode == IoMode.Direct && FileGeometry.From(status).OffsetAlignment > DataChunks.Grain ? IoMode.Uncached : mode;

    private void FallBackToUncached()
    {
        foreach (StorageFile file in new[] { _source!, _target! })
        {
            if (_setup.Options.Strategy is CopyStrategy.Automatic or CopyStrategy.Direct && file.EffectiveMode == IoMode.Buffered)
            {
                file.UseMode(IoMode.Uncached, file.ModeReason);
            }
        }
    }

    private void Continue(in JournalState earlier)
    {
        _isChecking = true;
        _setup.Reporter.Entered(CopyPhase.Checking, null);
        _durableEnd = Math.Min(earlier.DurableEnd, Length);
        foreach (CopiedChunk chunk in earlier.Chunks)
        {
            _earlier[chunk.Offset] = chunk;
        }
    }

    private bool TryShareBlocks()
    {
        CopyOptions options = _setup.Options;
        if (!BlockSharing.IsWanted(options)
            || BlockSharing.Share(_job.SourceHandle, SourcePath, _job.Unfinished!.Handle, options.Reflink).IsError)
        {
            return false;
        }

        string reason = $"{_source!.FileSystemName} shares the blocks until one side is written to";
        _job.Decision = new CopyDecision(CopyStrategy.Buffered, IoMode.Buffered, IoMode.Buffered, reason) { IsReflink = true };
        _setup.Reporter.Moved(Length);
        return true;
    }

    // Only where there is something to gain.
    private void OpenCached()
    {
        if (_setup.Options.Strategy != CopyStrategy.Automatic || _source!.EffectiveMode != IoMode.Direct
            || PageResidency.Measure(_source, 0, Length).ResidentBytes is not > 0)
        {
            return;
        }

        _cached = CachedSource.TryOpen(_job.Source, _job.SourceStatus);
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
        long needed = _chunks!.SkipsHoles ? Math.Min(Length, _job.SourceStatus.AllocatedBytes) : Length;
        long available = _target.Volume().AvailableBytes + _target.Status().AllocatedBytes;
        if (needed > available)
        {
            throw new NativeIOException(
                "find room for",
                _job.Target.Path,
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
                "reserve space for", _job.Target.Path, reserved.Error, length: Length, hint: HintFor(reserved.Error));
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
        CopyStrategy strategy = _target!.EffectiveMode switch
        {
            IoMode.Direct => CopyStrategy.Direct,
            IoMode.Uncached => CopyStrategy.Uncached,
            _ => CopyStrategy.Buffered,
        };
        string reason = because
            ?? (_setup.Options.Strategy != CopyStrategy.Automatic && _target.ModeReason is null && _source!.ModeReason is null ? "asked for"
            : _target.ModeReason is { } target ? $"target: {target}"
            : _source!.ModeReason is { } source ? $"source: {source}"
            : _cached is not null ? "past the page cache; what it holds of the source is read from there"
            : "past the page cache, which holds nothing of the source");
        _job.Decision = new CopyDecision(strategy, _source!.EffectiveMode, _target.EffectiveMode, reason);
    }
}
