using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>Tracks what this rank has handed to others and waits for, and what it has set aside.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class RankWork : IRankWork
{
    private readonly Lock _gate = new();
    private readonly Dictionary<WorkId, DirectoryPair> _batches = [];
    private readonly Dictionary<WorkId, SplitFile> _segments = [];
    private readonly Dictionary<WorkId, Comparison> _comparisons = [];
    private readonly List<FilePath> _deferred = [];
    private readonly List<SetAsideName> _setAside = [];
    private readonly CopySetup _setup;
    private readonly RankSettings _settings;
    private readonly int _mostPairs;
    private int _reserved;
    private WorkShare _share;
    private bool _isAbandoned;

    internal RankWork(CopySetup setup, RankSettings settings, WorkShare share, int mostPairs)
    {
        (_setup, _settings, _share, _mostPairs) = (setup, settings, share, mostPairs);
    }

    /// <summary>The share through which work is exchanged; changes between the phases of a copy.</summary>
    internal WorkShare Share
    {
        get => Volatile.Read(ref _share);
        set => Volatile.Write(ref _share, value);
    }

    /// <summary>Paths of directories whose metadata is set last.</summary>
    internal IReadOnlyList<FilePath> Deferred => _deferred;

    /// <summary>How many batches others want now and may get, beyond those that are reserved.</summary>
    internal int WantedBatches
    {
        get
        {
            lock (_gate)
            {
                return Reservable;
            }
        }
    }

    /// <inheritdoc/>
    public int BusyForOthers
    {
        get
        {
            lock (_gate)
            {
                return _batches.Values.Distinct().Count();
            }
        }
    }

    // The directory of a batch stays busy until the batch comes back. At least half of those that may be busy are never
    // busy for others; otherwise all ranks could wait for each other.
    private int Reservable => Math.Clamp(Math.Max(1, _mostPairs / 2) - _batches.Count - _reserved, 0, Share.Wanted);

    /// <summary>
    /// Reserves batches that are going to be offered, so that no other thread offers more than may be busy for others.
    /// </summary>
    /// <returns>How many were reserved; each must be offered by <see cref="OfferBatch"/>, or released.</returns>
    internal int ReserveBatches(int most = int.MaxValue)
    {
        lock (_gate)
        {
            int reserved = Math.Min(most, Reservable);
            _reserved += reserved;
            return reserved;
        }
    }

    /// <summary>Releases batches that were reserved and will not be offered.</summary>
    internal void Release(int batches)
    {
        lock (_gate)
        {
            _reserved -= batches;
        }
    }

    /// <summary>Returns the names that were set aside.</summary>
    internal IReadOnlyList<SetAsideName> TakeSetAside()
    {
        lock (_gate)
        {
            SetAsideName[] names = [.. _setAside];
            _setAside.Clear();
            return names;
        }
    }

    /// <inheritdoc/>
    public void Begin() => Share.Begin();

    /// <inheritdoc/>
    public void End() => Share.End();

    /// <inheritdoc/>
    public void Defer(DirectoryPair pair)
    {
        lock (_gate)
        {
            if (pair is { Parent: not null, IsIncomplete: false })
            {
                _deferred.Add(pair.PathBelow);
            }
        }
    }

    /// <inheritdoc/>
    public bool TrySetAside(DirectoryPair pair, FilePath name, in FileStatus source)
    {
        if (pair.TakesLinks)
        {
            return false;
        }

        pair.SetAside();
        lock (_gate)
        {
            _setAside.Add(new SetAsideName(source.Inode, pair.PathBelow, name, source.Kind));
        }

        return true;
    }

    /// <summary>
    /// Hands entries of a directory to another rank, a batch that was reserved; the directory is busy until they have
    /// ended.
    /// </summary>
    /// <param name="pair">The directory, which counts one entry under way for all of these.</param>
    /// <param name="entries">The entries.</param>
    /// <param name="avoids">A rank that must not get them.</param>
    internal void OfferBatch(DirectoryPair pair, IReadOnlyList<(FilePath Name, FileKind Kind)> entries, int avoids = SharedItem.Nobody)
    {
        FilePath directory = pair.PathBelow;
        var payload = new EntriesPayload(pair.IsNew, [.. entries.Select(entry => (directory, entry.Name, entry.Kind))]);
        Expect(_batches, pair, () => Share.Offer(WorkKind.Batch, payload.ToBytes(), avoids), EndIncomplete);
        Release(1);
    }

    /// <inheritdoc/>
    public int GiveAway(DirectoryPair pair, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries)
    {
        int reserved = pair.TakesLinks ? 0 : ReserveBatches();
        if (reserved == 0)
        {
            return 0;
        }

        int given = entries.Length - (entries.Length / (reserved + 1));
        (FilePath, FileKind)[][] parts = [.. entries[^given..].ToArray().Chunk((given + reserved - 1) / reserved)];
        Release(reserved - parts.Length);
        foreach ((FilePath Name, FileKind Kind)[] some in parts)
        {
            pair.Combine(some.Length);
            OfferBatch(pair, some, Share.Rank);
        }

        return given;
    }

    /// <inheritdoc/>
    public bool TrySplit(FileCopyJob job, Action<FileCopyJob> whenWritten)
    {
        long length = job.SourceStatus.Length;
        if (length < _setup.JournalThreshold || !_settings.IsWorthSplitting(_setup.Options, length))
        {
            return false;
        }

        SplitFile.Begin(job, _setup, _settings, this, whenWritten);
        return true;
    }

    /// <summary>Offers a range of a file.</summary>
    internal void OfferSegment(SplitFile file, SegmentPayload payload) =>
        Expect(_segments, file, () => Share.Offer(WorkKind.Segment, payload.ToBytes()), split => split.Abandon());

    /// <summary>The file that one of this rank's segments belongs to, or null when it is another rank's.</summary>
    internal SplitFile? Find(WorkId segment)
    {
        lock (_gate)
        {
            return _segments.GetValueOrDefault(segment);
        }
    }

    /// <inheritdoc/>
    public void Verify(IReadOnlyList<FileCopyJob> jobs)
    {
        var batch = new RankComparison(jobs, Share.Rank);
        foreach (Comparison comparison in batch.Plan())
        {
            Expect(
                _comparisons,
                comparison,
                () => Share.Offer(WorkKind.Verification, comparison.Payload.ToBytes(), comparison.Written.Writer, comparison.Written.Also),
                abandoned => abandoned.Abandon());
        }

        batch.Wait();
    }

    /// <summary>Takes the result of something that this rank handed out.</summary>
    internal void Came(SharedResult result)
    {
        switch (result.Kind)
        {
            case WorkKind.Batch when Take(_batches, result.Id) is { } pair:
                EndBatch(pair, result.Payload);
                break;
            case WorkKind.Segment when Take(_segments, result.Id) is { } file:
                file.Take(SegmentOutcome.Read(result.Payload), result);
                break;
            case WorkKind.Verification when Take(_comparisons, result.Id) is { } comparison:
                comparison.Take(result.Payload);
                break;
            default:
                break;
        }
    }

    /// <summary>Records that all ranks are stopped and no more results will come.</summary>
    internal void Abandon()
    {
        DirectoryPair[] pairs;
        SplitFile[] files;
        Comparison[] comparisons;
        lock (_gate)
        {
            _isAbandoned = true;
            (pairs, files, comparisons) = ([.. _batches.Values], [.. _segments.Values], [.. _comparisons.Values]);
            _batches.Clear();
            _segments.Clear();
            _comparisons.Clear();
        }

        Array.ForEach(pairs, EndIncomplete);
        Array.ForEach(files, file => file.Abandon());
        Array.ForEach(comparisons, comparison => comparison.Abandon());
    }

    private static void EndBatch(DirectoryPair pair, byte[] payload)
    {
        var reader = new CompactReader(payload);
        if (reader.Number() != 0)
        {
            pair.SetAside();
        }

        pair.End();
    }

    private static void EndIncomplete(DirectoryPair pair)
    {
        pair.BecameIncomplete();
        pair.End();
    }

    // Under the lock, so that no result comes before it is expected.
    private void Expect<T>(Dictionary<WorkId, T> expected, T value, Func<WorkId> offer, Action<T> abandon)
    {
        lock (_gate)
        {
            if (!_isAbandoned)
            {
                expected.Add(offer(), value);
                return;
            }
        }

        abandon(value);
    }

    private T? Take<T>(Dictionary<WorkId, T> expected, WorkId id)
        where T : class
    {
        lock (_gate)
        {
            return expected.Remove(id, out T? value) ? value : null;
        }
    }
}

/// <summary>A name that was set aside because its file has several.</summary>
/// <param name="Inode">
/// The file's inode, which all names of one file share, and possibly names of others on another file system.
/// </param>
/// <param name="Directory">Its directory below the roots.</param>
/// <param name="Name">The name.</param>
/// <param name="Kind">Its kind.</param>
internal sealed record SetAsideName(ulong Inode, FilePath Directory, FilePath Name, FileKind Kind);
