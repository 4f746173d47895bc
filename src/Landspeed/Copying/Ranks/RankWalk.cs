using Landspeed.Copying.Sharing;
using Landspeed.Copying.Trees;
using Landspeed.Copying.Walking;
using Landspeed.Files.Trees;

namespace Landspeed.Copying.Ranks;

/// <summary>Walks the directories that this rank takes, and offers what it finds to other ranks.</summary>
/// <remarks>
/// For use by one thread. Subdirectories are created before a directory's entries are processed, so that nothing else
/// changes its times later.
/// </remarks>
internal sealed class RankWalk : TreeWalk
{
    // Directories per item: one if there are few, up to 64 if there are very many.
    private const int ManyDirectories = 256;
    private const int MostTogether = 64;

    // A message for one small file would cost more than the file.
    private const int FewestTogether = 2;

    private readonly RankWork _work;
    private readonly RankSettings _settings;
    private readonly List<(FilePath Name, FileKind Kind)> _batch = [];
    private readonly List<FilePath> _way = [];

    internal RankWalk(TreeRun run, EntryWorkers workers, RankWork work, RankSettings settings)
        : base(run, workers)
    {
        (_work, _settings) = (work, settings);
    }

    /// <summary>Waits while this rank has more work than it can soon finish; it requests none in that time.</summary>
    internal void WaitForRoom()
    {
        if (Workers.HasBacklog)
        {
            _work.Share.IsBacklogged = true;
            Workers.WaitForRoom();
            _work.Share.IsBacklogged = false;
        }
    }

    /// <summary>Processes an item.</summary>
    internal void Do(SharedItem item)
    {
        if (item.Kind != WorkKind.Directory)
        {
            DoEntries(item);
            return;
        }

        try
        {
            WalkThrough(DirectoriesPayload.Read(item.Payload));
        }
        finally
        {
            _work.Share.Done(item, result: null);
        }
    }

    /// <summary>Sets the metadata of directories that had to wait for names in them.</summary>
    internal void FinishDeferred()
    {
        foreach (FilePath path in _work.Deferred)
        {
            if (GoTo(path))
            {
                Current!.FinishNow(Source, Target);
            }
        }
    }

    /// <inheritdoc/>
    protected override void HandOut(DirectoryPair pair, List<(FilePath Name, FileKind Kind)> entries)
    {
        if (_batch.Count == 0 && _work.WantedBatches == 0)
        {
            base.HandOut(pair, entries);
            return;
        }

        _batch.AddRange(entries);
        if (_batch.Count >= _settings.BatchSize)
        {
            if (_work.ReserveBatches(1) > 0)
            {
                OfferBatch(pair, _batch);
            }
            else
            {
                base.HandOut(pair, _batch);
            }

            _batch.Clear();
        }
    }

    /// <inheritdoc/>
    protected override void HandOutLast(DirectoryPair pair, List<(FilePath Name, FileKind Kind)> entries)
    {
        _batch.AddRange(entries);
        int reserved = _work.ReserveBatches();
        int each = Math.Max(FewestTogether, (_batch.Count + reserved) / (reserved + 1));
        (FilePath, FileKind)[][] parts = [.. _batch.Chunk(each)];
        int given = Math.Min(reserved, Math.Max(0, parts.Length - 1)); // one part stays here
        _work.Release(reserved - given);
        for (int index = 0; index < parts.Length; index++)
        {
            (FilePath, FileKind)[] some = parts[index];
            if (index < given)
            {
                OfferBatch(pair, some);
            }
            else
            {
                base.HandOut(pair, [.. some]);
            }
        }

        _batch.Clear();
    }

    private void OfferBatch(DirectoryPair pair, IReadOnlyList<(FilePath Name, FileKind Kind)> entries)
    {
        Copy.WaitForPairs();
        pair.Begin(Source, Target, 1);
        _work.OfferBatch(pair, entries);
    }

    private void WalkThrough(DirectoriesPayload payload)
    {
        if (payload.Names.Count == 0)
        {
            if (!GoTo(RankPaths.Root))
            {
                return;
            }

            Current = null;
            Begin(RankPaths.Root, payload.IsNew);
            VisitHere();
            return;
        }

        foreach (FilePath name in payload.Names)
        {
            if (Copy.Stop.IsCancellationRequested)
            {
                return;
            }

            if (GoTo(payload.Above) && EnterBoth(name, payload.IsNew))
            {
                VisitHere();
            }
        }
    }

    // One side may have been entered although the other cannot; the path is then walked again from the start.
    private bool EnterBoth(FilePath name, bool isNew)
    {
        if (EnterSource(name) && EnterTarget(name))
        {
            Begin(name, isNew);
            _way.Add(name);
            return true;
        }

        BeginAnew();
        return false;
    }

    private void VisitHere()
    {
        DirectoryPair pair = Current!;
        var below = new NameQueue();
        Visit(below);
        Offer(pair, below);
        if (Copy.Stop.IsCancellationRequested)
        {
            pair.BecameIncomplete();
        }

        pair.Leave(Source, Target);
    }

    private void Offer(DirectoryPair pair, NameQueue below)
    {
        List<FilePath> made = [];
        List<FilePath> present = [];
        while (!Copy.Stop.IsCancellationRequested && below.TryDequeue() is { } name)
        {
            if (MakeTarget(name, Source.PathBelowRootOf(name), out bool isNew))
            {
                (isNew ? made : present).Add(name);
            }
        }

        int together = Math.Clamp((made.Count + present.Count) / ManyDirectories, 1, MostTogether);
        foreach ((List<FilePath> names, bool isNew) in new[] { (present, false), (made, true) })
        {
            names.Reverse(); // what is offered last is taken first: the order of the listing
            foreach (FilePath[] some in names.Chunk(together))
            {
                _work.Share.Offer(WorkKind.Directory, new DirectoriesPayload(pair.PathBelow, isNew, some).ToBytes());
            }
        }
    }

    private void DoEntries(SharedItem item)
    {
        WorkShare share = _work.Share;
        bool isLinks = item.Kind == WorkKind.Links;
        EntriesPayload payload = EntriesPayload.Read(item.Payload);
        int open = 1;
        int setAside = 0;
        void Ended(DirectoryPair pair)
        {
            Interlocked.Or(ref setAside, pair.HasSetAside ? 1 : 0);
            if (Interlocked.Decrement(ref open) == 0)
            {
                share.Done(item, isLinks ? null : [(byte)setAside]);
            }
        }

        DirectoryPair? last = null;
        try
        {
            for (int start = 0, end; start < payload.Entries.Count; start = end)
            {
                FilePath directory = payload.Entries[start].Directory;
                for (end = start + 1; end < payload.Entries.Count && payload.Entries[end].Directory.Equals(directory); end++)
                {
                }

                if (!GoTo(directory))
                {
                    continue;
                }

                Interlocked.Increment(ref open);
                last = NewPair(Current!.Parent, Current.Name, payload.IsNew, Ended, isLinks);
                foreach ((FilePath Directory, FilePath Name, FileKind Kind)[] some in payload.Entries.Skip(start).Take(end - start).Chunk(EntriesOfItem))
                {
                    base.HandOut(last, [.. some.Select(entry => (entry.Name, entry.Kind))]);
                }

                last.Leave(Source, Target);
                last = null;
            }
        }
        finally
        {
            last?.Leave(Source, Target);
            share.Park(item); // its entries may be given to others, and wait for their names
            if (Interlocked.Decrement(ref open) == 0)
            {
                share.Done(item, isLinks ? null : [(byte)setAside]);
            }
        }
    }

    // False if it no longer exists, which is reported.
    private bool GoTo(FilePath path)
    {
        List<FilePath> names = RankPaths.NamesOf(path);
        int common = 0;
        while (common < Math.Min(names.Count, _way.Count) && names[common].Equals(_way[common]))
        {
            common++;
        }

        while (_way.Count > common)
        {
            _way.RemoveAt(_way.Count - 1);
            if (!GoUp())
            {
                BeginAnew();
                common = 0;
            }
        }

        Current ??= NewPair(parent: null, RankPaths.Root);
        for (int index = common; index < names.Count; index++)
        {
            NativeError error = Pass(names[index]);
            if (error.IsError)
            {
                FilePath lost = Source.PathOf(names[index]);
                BeginAnew();
                NotCopied(CopyProblems.Of("go to", lost, error), path);
                return false;
            }

            _way.Add(names[index]);
        }

        return true;
    }

    private void BeginAnew()
    {
        Restart();
        _way.Clear();
    }
}
