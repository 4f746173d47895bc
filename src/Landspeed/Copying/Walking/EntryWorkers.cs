using System.Collections.Concurrent;
using System.Diagnostics;
using Landspeed.Copying.Runs;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Walking;

/// <summary>Threads that copy the entries of directories, except directories themselves.</summary>
internal sealed class EntryWorkers : IDisposable
{
    // Items of 64 names for 4 threads: 64 items are more than are ever needed, and bound the memory.
    private const int MostItems = 64;

    // Idle ranks get items that have waited longer; most small files never do.
    private static readonly TimeSpan s_late = TimeSpan.FromMilliseconds(50);

    private readonly BlockingCollection<WorkItem> _items = new(MostItems);
    private readonly object _room = new();
    private readonly TreeRun _run;
    private readonly LargeFileThread _large;
    private readonly Publisher _publisher;
    private readonly List<Thread> _threads = [];

    internal EntryWorkers(TreeRun run, LargeFileThread large, Publisher publisher)
    {
        (_run, _large, _publisher) = (run, large, publisher);
        try
        {
            while (_threads.Count < run.Options.SmallFileThreads)
            {
                _threads.Add(Threads.Start(Work, "landspeed files"));
            }
        }
        catch (NativeIOException) when (_threads.Count > 0)
        {
            // Fewer threads do the same work.
        }
        catch
        {
            _items.Dispose();
            throw;
        }
    }

    /// <summary>Takes over entries that their pair has already counted; waits while many are waiting.</summary>
    internal void Add(WorkItem item) => _items.Add(item);

    /// <summary>True if more items wait than there are threads.</summary>
    internal bool HasBacklog => _items.Count > _run.Options.SmallFileThreads;

    /// <summary>Waits until there is no backlog.</summary>
    internal void WaitForRoom()
    {
        lock (_room)
        {
            while (HasBacklog)
            {
                Monitor.Wait(_room);
            }
        }
    }

    /// <summary>Waits until all entries are finished or handed on. Nothing may be added any more.</summary>
    internal void Complete()
    {
        _items.CompleteAdding();
        _threads.ForEach(thread => thread.Join());
    }

    public void Dispose() => _items.Dispose();

    private void Work()
    {
        RegularFiles? files = null;
        try
        {
            files = new RegularFiles(_run, _large, _publisher);
        }
#pragma warning disable CA1031 // the thread goes on taking items, otherwise the walk would wait for ever
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            _run.Crash(mistake);
        }

        foreach (WorkItem item in _items.GetConsumingEnumerable())
        {
            Took();
            ReadOnlySpan<(FilePath, FileKind)> left = Keep(item, item.Entries);
            while (!left.IsEmpty)
            {
                left = CarrySome(files, item, left);
            }
        }

        try
        {
            files?.Dispose();
        }
        catch (IOException broken)
        {
            _run.Crash(broken); // a ring that does not give back what it was given
        }
    }

    private void Took()
    {
        lock (_room)
        {
            if (!HasBacklog)
            {
                Monitor.PulseAll(_room);
            }
        }
    }

    // The entries that stay here when other ranks are idle.
    private ReadOnlySpan<(FilePath Name, FileKind Kind)> Keep(WorkItem item, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries)
    {
        if (_run.Ranks is not { } ranks || entries.IsEmpty || Stopwatch.GetElapsedTime(item.Added) < s_late)
        {
            return entries;
        }

        int given = ranks.GiveAway(item.Pair, entries);
        if (given > 0)
        {
            _run.Reporter.Found(-given, 0);
        }

        return entries[..^given];
    }

    // As many as are read together; returns the rest.
    private ReadOnlySpan<(FilePath Name, FileKind Kind)> CarrySome(
        RegularFiles? files, WorkItem item, ReadOnlySpan<(FilePath Name, FileKind Kind)> left)
    {
        using var entries = new TrafficScope(_run.Options.Traffic, TrafficKind.Entries);
        FileTime began = _run.SafelyPast();
        int together = Math.Min(files?.Capacity ?? int.MaxValue, left.Length);
        try
        {
            if (!_run.Stop.IsCancellationRequested)
            {
                files?.ReadTogether(item.Pair, left[..together]);
            }
        }
#pragma warning disable CA1031 // the entries must come to an end nevertheless
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            _run.Crash(mistake);
        }

        int index = 0;
        while (index < Math.Min(together, left.Length))
        {
            (FilePath name, FileKind kind) = left[index];
            Carry(files, item.Pair, name, kind, index, began);
            index++;
            left = left[..(index + Keep(item, left[index..]).Length)];
        }

        files?.CloseTheRest();
        return left[index..];
    }

    private void Carry(
        RegularFiles? files, DirectoryPair pair, FilePath name, FileKind kind, int index, FileTime began)
    {
        bool isHandedOn = false;
        try
        {
            if (files is null || _run.Stop.IsCancellationRequested)
            {
                pair.BecameIncomplete();
                return;
            }

            isHandedOn = kind == FileKind.Regular
                ? files.Carry(pair, name, index, began) : NamedEntries.Carry(_run, pair, name, kind);
        }
        catch (Exception refused) when (CopyProblems.IsOfTheEntry(refused))
        {
            _run.Failed(CopyProblems.Of(refused, pair.Source.PathOf(name)), pair.Source.PathBelowRootOf(name));
        }
#pragma warning disable CA1031 // what a listener threw ends the run, not the process
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            _run.Crash(mistake);
        }
        finally
        {
            if (!isHandedOn)
            {
                pair.End();
            }
        }
    }
}

/// <summary>
/// Some entries of one directory, so that a thread takes them together rather than waiting at the lock for each.
/// </summary>
internal sealed record WorkItem(DirectoryPair Pair, (FilePath Name, FileKind Kind)[] Entries)
{
    /// <summary>When it was created, by <see cref="Stopwatch"/>.</summary>
    internal long Added { get; } = Stopwatch.GetTimestamp();
}
