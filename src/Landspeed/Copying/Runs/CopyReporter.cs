using Landspeed.Quantities;

namespace Landspeed.Copying.Runs;

/// <summary>Counts what a copy did, and passes it on to listeners.</summary>
/// <remarks>Thread-safe; listeners are called one at a time.</remarks>
internal sealed class CopyReporter
{
    private readonly Lock _turn = new();
    private readonly IProgress<CopyEvent>? _events;
    private readonly IProgress<CopyProgress>? _progress;
    private readonly Dictionary<CopyDecision, (long Files, long Bytes)> _strategies = [];
    private readonly List<CopyProblem> _problems = [];
    private CopyResult _totals = new() { Outcome = CopyOutcome.Done };
    private CopyProgress _now;
    private long _problemCount;
    private bool _hasThrown;

    /// <summary>Creates a reporter with zero totals; the clock starts now.</summary>
    /// <param name="events">Receives what happens to entries, or null.</param>
    /// <param name="progress">Receives the state of the copy, or null.</param>
    /// <param name="time">Measures the copy; null for the system's clock.</param>
    internal CopyReporter(
        IProgress<CopyEvent>? events, IProgress<CopyProgress>? progress, TimeProvider? time = null)
    {
        (_events, _progress) = (events, progress);
        Clock = new CopyClock(time ?? TimeProvider.System);
    }

    /// <summary>Measures the copy.</summary>
    internal CopyClock Clock { get; }

    /// <summary>Counts its requests, or null.</summary>
    internal CopyTraffic? Traffic { get; init; }

    /// <summary>Begins a period in which a thread flushes the target.</summary>
    internal TrafficScope Flushing() => new(Traffic, TrafficKind.TargetFlush);

    /// <summary>Adds work that was found.</summary>
    internal void Found(long files, long bytes)
    {
        lock (_turn)
        {
            _now = _now with
            {
                TotalFiles = _now.TotalFiles + files,
                TotalBytes = ByteSum.Of(_now.TotalBytes, bytes),
            };
        }
    }

    /// <summary>Records that all work was found.</summary>
    internal void FoundAll()
    {
        lock (_turn)
        {
            _now = _now with { IsComplete = true };
        }
    }

    /// <summary>Adds bytes that were moved; called often.</summary>
    internal void Moved(long bytes)
    {
        lock (_turn)
        {
            _now = _now with { Bytes = ByteSum.Of(_now.Bytes, bytes) };
            Tell(_progress, _now);
        }
    }

    /// <summary>Records that another phase, or another file, has begun.</summary>
    internal void Entered(CopyPhase phase, FilePath? current)
    {
        lock (_turn)
        {
            _now = _now with { Phase = phase, Current = current ?? _now.Current };
            Tell(_progress, _now);
        }
    }

    /// <summary>Records that a file's target is complete, durable and has its name, or that it failed.</summary>
    /// <param name="ended">What happened.</param>
    /// <param name="moved">Its bytes.</param>
    internal void Ended(CopyEvent ended, MovedBytes moved)
    {
        lock (_turn)
        {
            _now = _now with { Files = _now.Files + 1 };
            _totals = _totals with
            {
                BytesCopied = ByteSum.Of(_totals.BytesCopied, moved.Copied),
                BytesResumed = ByteSum.Of(_totals.BytesResumed, moved.Resumed),
                HoleBytes = ByteSum.Of(_totals.HoleBytes, moved.Holes),
            };
            if (ended is { Problem: null, Decision: { } decision })
            {
                (long files, long bytes) = _strategies.GetValueOrDefault(decision);
                _strategies[decision] = (files + 1, ByteSum.Of(bytes, ended.Bytes));
            }

            Count(ended);
        }
    }

    /// <summary>Records anything else that was done with an entry.</summary>
    internal void Happened(CopyEvent happened)
    {
        lock (_turn)
        {
            bool isFile = happened.Action is not (CopyAction.DirectoryMade or CopyAction.Removed);
            _now = _now with { Files = _now.Files + (isFile ? 1 : 0) };
            Count(happened);
        }
    }

    /// <summary>Records a problem with an entry that exists in the target nevertheless.</summary>
    internal void Noticed(CopyProblem problem)
    {
        lock (_turn)
        {
            Keep(problem);
        }
    }

    /// <summary>Records that a published entry is not durable.</summary>
    /// <param name="problem">The reason.</param>
    internal void IsNotDurable(CopyProblem problem)
    {
        lock (_turn)
        {
            _totals = _totals with { IsDurable = false };
            Keep(problem);
        }
    }

    /// <summary>Records that an existing directory's permissions, owner or times were changed.</summary>
    internal void ChangedDirectory()
    {
        lock (_turn)
        {
            _totals = _totals with { HasChangedDirectories = true };
        }
    }

    /// <summary>True if something was refused and nothing has been done so far.</summary>
    internal bool HasOnlyRefused
    {
        get
        {
            lock (_turn)
            {
                return _totals is { Outcome: CopyOutcome.Refused, HasDoneSomething: false };
            }
        }
    }

    /// <summary>Adds bytes that were read from the target and found equal.</summary>
    /// <param name="bytes">Bytes of content.</param>
    /// <param name="throughCache">The bytes among these that came through the page cache.</param>
    /// <param name="onDevice">Bytes of the device blocks of the rest.</param>
    internal void Verified(long bytes, long throughCache, long onDevice)
    {
        Clock.MarkVerified();
        lock (_turn)
        {
            _totals = _totals with
            {
                BytesVerified = _totals.BytesVerified + bytes,
                BytesVerifiedThroughCache = _totals.BytesVerifiedThroughCache + throughCache,
                BytesVerifiedOnDevice = _totals.BytesVerifiedOnDevice + onDevice,
            };
        }
    }

    /// <summary>Adds bytes that were read from a source a second time and found equal.</summary>
    /// <param name="bytes">Bytes of content.</param>
    /// <param name="throughCache">The bytes among these that came through the page cache.</param>
    /// <param name="onDevice">Bytes of the device blocks of the rest.</param>
    internal void VerifiedSource(long bytes, long throughCache, long onDevice)
    {
        lock (_turn)
        {
            _totals = _totals with
            {
                SourceBytesVerified = _totals.SourceBytesVerified + bytes,
                SourceBytesVerifiedThroughCache = _totals.SourceBytesVerifiedThroughCache + throughCache,
                SourceBytesVerifiedOnDevice = _totals.SourceBytesVerifiedOnDevice + onDevice,
            };
        }
    }

    /// <summary>Adds the result of another rank, whose events and progress are reported elsewhere.</summary>
    internal void Add(CopyResult other)
    {
        lock (_turn)
        {
            _totals = _totals with
            {
                FilesCopied = _totals.FilesCopied + other.FilesCopied,
                FilesReflinked = _totals.FilesReflinked + other.FilesReflinked,
                FilesUpToDate = _totals.FilesUpToDate + other.FilesUpToDate,
                EntriesSkipped = _totals.EntriesSkipped + other.EntriesSkipped,
                EntriesFailed = _totals.EntriesFailed + other.EntriesFailed,
                Directories = _totals.Directories + other.Directories,
                SymbolicLinks = _totals.SymbolicLinks + other.SymbolicLinks,
                HardLinks = _totals.HardLinks + other.HardLinks,
                SpecialFiles = _totals.SpecialFiles + other.SpecialFiles,
                Removed = _totals.Removed + other.Removed,
                BytesCopied = ByteSum.Of(_totals.BytesCopied, other.BytesCopied),
                BytesResumed = ByteSum.Of(_totals.BytesResumed, other.BytesResumed),
                HoleBytes = ByteSum.Of(_totals.HoleBytes, other.HoleBytes),
                BytesVerified = _totals.BytesVerified + other.BytesVerified,
                BytesVerifiedThroughCache = _totals.BytesVerifiedThroughCache + other.BytesVerifiedThroughCache,
                BytesVerifiedOnDevice = _totals.BytesVerifiedOnDevice + other.BytesVerifiedOnDevice,
                SourceBytesVerified = _totals.SourceBytesVerified + other.SourceBytesVerified,
                SourceBytesVerifiedThroughCache =
                    _totals.SourceBytesVerifiedThroughCache + other.SourceBytesVerifiedThroughCache,
                SourceBytesVerifiedOnDevice = _totals.SourceBytesVerifiedOnDevice + other.SourceBytesVerifiedOnDevice,
                IsDurable = _totals.IsDurable && other.IsDurable,
                HasChangedDirectories = _totals.HasChangedDirectories || other.HasChangedDirectories,
                Outcome = other.Outcome > _totals.Outcome ? other.Outcome : _totals.Outcome,
            };
            foreach (CopyStrategyTotal total in other.Strategies)
            {
                (long files, long bytes) = _strategies.GetValueOrDefault(total.Decision);
                _strategies[total.Decision] = (files + total.Files, ByteSum.Of(bytes, total.Bytes));
            }

            _problems.AddRange(other.Problems.Take(CopyResult.MaxProblems - _problems.Count));
            _problemCount += other.ProblemCount;
        }
    }

    /// <summary>Returns the totals so far.</summary>
    internal CopyResult Result()
    {
        lock (_turn)
        {
            return _totals with
            {
                Problems = [.. _problems],
                ProblemCount = _problemCount,
                Strategies = [.. _strategies
                    .Select(total => new CopyStrategyTotal(total.Key, total.Value.Files, total.Value.Bytes))
                    .OrderByDescending(total => total.Bytes)],
            };
        }
    }

    private void Count(CopyEvent happened)
    {
        _totals = happened.Action switch
        {
            CopyAction.Copied => _totals with { FilesCopied = _totals.FilesCopied + 1 },
            CopyAction.Reflinked => _totals with { FilesReflinked = _totals.FilesReflinked + 1 },
            CopyAction.UpToDate => _totals with { FilesUpToDate = _totals.FilesUpToDate + 1 },
            CopyAction.DirectoryMade => _totals with { Directories = _totals.Directories + 1 },
            CopyAction.LinkMade => _totals with { SymbolicLinks = _totals.SymbolicLinks + 1 },
            CopyAction.HardLinkMade => _totals with { HardLinks = _totals.HardLinks + 1 },
            CopyAction.SpecialMade => _totals with { SpecialFiles = _totals.SpecialFiles + 1 },
            CopyAction.Removed => _totals with { Removed = _totals.Removed + 1 },
            CopyAction.Skipped => _totals with { EntriesSkipped = _totals.EntriesSkipped + 1 },
            CopyAction.Failed => _totals with { EntriesFailed = _totals.EntriesFailed + 1 },
            _ => throw new ArgumentOutOfRangeException(nameof(happened), happened.Action, "not an action"),
        };
        if (happened.Problem is { } problem)
        {
            Keep(problem);
        }

        Tell(_events, happened);
    }

    // A listener that threw is not called again, because the run is ending.
    private void Tell<T>(IProgress<T>? listener, T what)
    {
        if (listener is null || _hasThrown)
        {
            return;
        }

        try
        {
            listener.Report(what);
        }
#pragma warning disable CA1031 // whatever a listener throws is passed on
        catch (Exception thrown)
#pragma warning restore CA1031
        {
            _hasThrown = true;
            throw new ListenerException(thrown);
        }
    }

    private void Keep(CopyProblem problem)
    {
        _problemCount++;
        if (_problems.Count < CopyResult.MaxProblems)
        {
            _problems.Add(problem);
        }

        CopyOutcome outcome = CopyProblems.OutcomeOf(problem.Kind);
        _totals = outcome > _totals.Outcome ? _totals with { Outcome = outcome } : _totals;
    }
}

/// <summary>Bytes of one file.</summary>
/// <param name="Copied">Read and written.</param>
/// <param name="Resumed">Kept from an interrupted copy.</param>
/// <param name="Holes">Neither read nor written.</param>
internal readonly record struct MovedBytes(long Copied, long Resumed, long Holes);
