using System.Collections.Concurrent;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Walking;

/// <summary>Threads that copy the entries of directories, all but directories themselves.</summary>
internal sealed class EntryWorkers : IDisposable
{
    // Items of 64 names for 4 threads: 64 are more than are ever needed, and bound the memory.
    private const int MostItems = 64;

    private readonly BlockingCollection<WorkItem> _items = new(MostItems);
    private readonly TreeRun _run;
    private readonly LargeFiles _large;
    private readonly Publisher _publisher;
    private readonly List<Thread> _threads = [];

    internal EntryWorkers(TreeRun run, LargeFiles large, Publisher publisher)
    {
        (_run, _large, _publisher) = (run, large, publisher);
        for (int index = 0; index < run.Options.SmallFileThreads; index++)
        {
            var thread = new Thread(Work) { IsBackground = true, Name = "landspeed files" };
            _threads.Add(thread);
            thread.Start();
        }
    }

    /// <summary>Takes entries over, whose pair has counted them; waits while many are waiting.</summary>
    internal void Add(WorkItem item) => _items.Add(item);

    /// <summary>Waits until all entries are dealt with or handed on. Nothing may be added any more.</summary>
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
#pragma warning disable CA1031 // the thread goes on taking items, else the walk would wait for ever
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            _run.Crash(mistake);
        }

        foreach (WorkItem item in _items.GetConsumingEnumerable())
        {
            int together = files?.Capacity ?? int.MaxValue;
            for (ReadOnlySpan<(FilePath, FileKind)> left = item.Entries; !left.IsEmpty;)
            {
                int count = Math.Min(together, left.Length);
                CarryAll(files, item.Pair, left[..count]);
                left = left[count..];
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

    private void CarryAll(RegularFiles? files, DirectoryPair pair, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries)
    {
        FileTime began = _run.SafelyPast();
        try
        {
            if (!_run.Stop.IsCancellationRequested)
            {
                files?.ReadTogether(pair, entries);
            }
        }
#pragma warning disable CA1031 // the entries must come to an end all the same
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            _run.Crash(mistake);
        }

        for (int index = 0; index < entries.Length; index++)
        {
            (FilePath name, FileKind kind) = entries[index];
            Carry(files, pair, name, kind, index, began);
        }

        files?.CloseTheRest();
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
        catch (IOException refused)
        {
            _run.Failed(CopyProblems.Of(refused, pair.Source.PathOf(name)), pair.Source.PathBelowRootOf(name));
        }
#pragma warning disable CA1031 // a mistake of ours or of a listener ends the run, not the process
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

/// <summary>Some entries of one directory: a thread that takes them together does not wait for others at its lock.</summary>
internal sealed record WorkItem(DirectoryPair Pair, (FilePath Name, FileKind Kind)[] Entries);
