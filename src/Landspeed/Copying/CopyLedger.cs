using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Keeps count of what a copy did, and passes it on to whoever listens.</summary>
/// <remarks>Safe for all threads; listeners are called by one at a time.</remarks>
internal sealed class CopyLedger
{
    private readonly Lock _turn = new();
    private readonly IProgress<CopyEvent>? _events;
    private readonly IProgress<CopyProgress>? _progress;
    private readonly Dictionary<CopyDecision, (long Files, long Bytes)> _ways = [];
    private readonly List<CopyProblem> _problems = [];
    private CopyResult _totals = new() { Outcome = CopyOutcome.Done };
    private CopyProgress _now;
    private long _problemCount;

    internal CopyLedger(IProgress<CopyEvent>? events, IProgress<CopyProgress>? progress)
    {
        (_events, _progress) = (events, progress);
    }

    /// <summary>More work was found.</summary>
    internal void Found(long files, long bytes)
    {
        lock (_turn)
        {
            _now = _now with { TotalFiles = _now.TotalFiles + files, TotalBytes = _now.TotalBytes + bytes };
        }
    }

    /// <summary>All work was found.</summary>
    internal void FoundAll()
    {
        lock (_turn)
        {
            _now = _now with { IsComplete = true };
        }
    }

    /// <summary>Bytes moved on; called often.</summary>
    internal void Moved(long bytes)
    {
        lock (_turn)
        {
            _now = _now with { Bytes = _now.Bytes + bytes };
            _progress?.Report(_now);
        }
    }

    /// <summary>Another phase, or another file, began.</summary>
    internal void Entered(CopyPhase phase, FilePath? current)
    {
        lock (_turn)
        {
            _now = _now with { Phase = phase, Current = current ?? _now.Current };
            _progress?.Report(_now);
        }
    }

    /// <summary>A file's target is complete, durable and has its name; or it failed.</summary>
    internal void Ended(FileCopyJob job) => Ended(job, job.SourceStatus.Length);

    /// <summary>The same for a file whose length was not known before.</summary>
    internal void Ended(FileCopyJob job, long length)
    {
        lock (_turn)
        {
            _now = _now with { Files = _now.Files + 1 };
            _totals = _totals with
            {
                BytesCopied = _totals.BytesCopied + job.BytesCopied,
                BytesResumed = _totals.BytesResumed + job.BytesResumed,
                HoleBytes = _totals.HoleBytes + job.HoleBytes,
            };
            bool reflinked = job.Decision?.IsReflink == true;
            if (job.Problem is null && job.Decision is { } decision)
            {
                (long files, long bytes) = _ways.GetValueOrDefault(decision);
                _ways[decision] = (files + 1, bytes + length);
            }

            Count(new CopyEvent(
                job.Problem is not null ? CopyAction.Failed : reflinked ? CopyAction.Reflinked : CopyAction.Copied,
                job.EventPath,
                length)
            {
                Decision = job.Decision,
                Digests = job.Digests,
                Problem = job.Problem,
            });
        }
    }

    /// <summary>Something else was done with an entry.</summary>
    internal void Happened(CopyEvent happened)
    {
        lock (_turn)
        {
            bool isFile = happened.Action is not (CopyAction.DirectoryMade or CopyAction.Removed);
            _now = _now with { Files = _now.Files + (isFile ? 1 : 0) };
            Count(happened);
        }
    }

    /// <summary>Something is wrong with an entry that is there all the same.</summary>
    internal void Noticed(CopyProblem problem)
    {
        lock (_turn)
        {
            Keep(problem);
        }
    }

    /// <summary>Bytes were read from the target and found equal.</summary>
    internal void Verified(long bytes, long throughCache)
    {
        lock (_turn)
        {
            _totals = _totals with
            {
                BytesVerified = _totals.BytesVerified + bytes,
                BytesVerifiedThroughCache = _totals.BytesVerifiedThroughCache + throughCache,
            };
        }
    }

    /// <summary>The totals so far.</summary>
    internal CopyResult Result()
    {
        lock (_turn)
        {
            return _totals with
            {
                Problems = [.. _problems],
                ProblemCount = _problemCount,
                Ways = [.. _ways
                    .Select(way => new CopyWayTotal(way.Key, way.Value.Files, way.Value.Bytes))
                    .OrderByDescending(way => way.Bytes)],
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

        _events?.Report(happened);
    }

    private void Keep(CopyProblem problem)
    {
        _problemCount++;
        if (_problems.Count < CopyResult.MaximumProblems)
        {
            _problems.Add(problem);
        }

        CopyOutcome outcome = OutcomeOf(problem.Kind);
        _totals = outcome > _totals.Outcome ? _totals with { Outcome = outcome } : _totals;
    }

    /// <summary>How a copy ends in which this happened.</summary>
    internal static CopyOutcome OutcomeOf(CopyProblemKind kind) => kind switch
    {
        CopyProblemKind.Skipped or CopyProblemKind.NotPreserved => CopyOutcome.Done,
        CopyProblemKind.Refused => CopyOutcome.Refused,
        CopyProblemKind.Failed => CopyOutcome.Failed,
        CopyProblemKind.SourceChanged => CopyOutcome.SourceChanged,
        CopyProblemKind.OutOfSpace => CopyOutcome.OutOfSpace,
        CopyProblemKind.Mismatch => CopyOutcome.Mismatch,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "not a kind"),
    };
}
