using System.Collections.Concurrent;
using Landspeed.Engine;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files.Transfers;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// The pipeline for small files: one thread opens them ahead and has the system fetch many at a time; each worker takes
/// a fetched file, processes it in memory and writes it. Creating a file costs more than writing it, so each worker
/// does that itself.
/// </summary>
internal sealed class SmallFiles : IDisposable
{
    // Enough for a device that serves 32 requests at once, and at most 32 MiB of page cache.
    private const int FilesAhead = 32;

    private readonly ProcessTask _task;
    private readonly ProcessTally _tally;
    private readonly BlockingCollection<OpenInput> _fetched = new(FilesAhead);
    private readonly SafeFileHandle _source;
    private readonly SafeFileHandle _target;

    private SmallFiles(ProcessTask task, ProcessTally tally, SafeFileHandle source, SafeFileHandle target)
    {
        (_task, _tally, _source, _target) = (task, tally, source, target);
    }

    /// <summary>Processes the given files.</summary>
    /// <returns>Native memory used, bytes.</returns>
    internal static long Run(ProcessTask task, int[] files, ProcessTally tally, CancellationToken stop)
    {
        using SafeFileHandle source = OpenDirectory(task.Input.Path);
        using SafeFileHandle target = OpenDirectory(task.Target);
        int longest = (int)Math.Max(1, files.Max(index => task.Input.Files[index].Length));
        using var memory = new AlignedBufferPool(task.Settings.Threads, longest);
        using var pipeline = new SmallFiles(task, tally, source, target);
        pipeline.Run(files, memory, stop);
        return memory.Length;
    }

    private void Run(int[] files, AlignedBufferPool memory, CancellationToken stop)
    {
        using var threads = new WorkerThreads(stop);
        for (int number = 0; number < _task.Settings.Threads; number++)
        {
            nint buffer = memory.AddressOf(number);
            threads.Start(() => Work(buffer, threads.Stop));
        }

        threads.Guard(() => Fetch(files, threads.Stop));
        _fetched.CompleteAdding();
        threads.Join();
    }

    private void Fetch(int[] files, CancellationToken stop)
    {
        foreach (int index in files)
        {
            InputFile file = _task.Input.Files[index];
            NativeResult opened = NativePlatform.Trees.Open(
                _source, file.Name, EntryOpening.Read, 0, out SafeFileHandle? handle);
            if (opened.Failed)
            {
                throw new NativeIOException("open", _task.Input.PathOf(index), opened.Error);
            }

            // Advice only: if it is refused, the worker's read fetches the data.
            NativePlatform.Files.Advise(handle!, 0, file.Length, AccessAdvice.WillNeed);
            try
            {
                _fetched.Add(new OpenInput(index, handle!), stop);
            }
            catch
            {
                handle!.Dispose();
                throw;
            }
        }
    }

    private void Work(nint buffer, CancellationToken stop)
    {
        foreach (OpenInput input in _fetched.GetConsumingEnumerable(stop))
        {
            using SafeFileHandle source = input.Handle;
            Process(input.Index, source, buffer, stop);
        }
    }

    private unsafe void Process(int index, SafeFileHandle source, nint buffer, CancellationToken stop)
    {
        InputFile file = _task.Input.Files[index];
        int length = (int)file.Length;
        var bytes = new Span<byte>((void*)buffer, length);
        var reading = new WholeTransfer(source, _task.Input.PathOf(index)) { Hint = RequestErrors.HintFor };
        if (reading.Read(buffer, length, 0) is var read && read < length)
        {
            throw InputChanges.Shorter(_task.Input.PathOf(index), length, read);
        }

        int open = LineWork.EndsOpen(bytes) ? 1 : 0;
        long lines = LineWork.Encrypt(bytes, _task.Settings.Passes, stop) + open;
        NativeResult created = NativePlatform.Trees.Open(
            _target, file.Name, EntryOpening.CreateNew, FilePermissions.NewFile, out SafeFileHandle? handle);
        using SafeFileHandle target = created.Succeeded
            ? handle!
            : throw new NativeIOException("create", _task.TargetOf(index), created.Error);
        new WholeTransfer(target, _task.TargetOf(index)) { Hint = RequestErrors.HintFor }.Write(buffer, length, 0);

        _tally.Add(length, lines);
    }

    /// <summary>Closes files that no worker took; the workers have ended.</summary>
    public void Dispose()
    {
        while (_fetched.TryTake(out OpenInput input))
        {
            input.Handle.Dispose();
        }

        _fetched.Dispose();
    }

    private static SafeFileHandle OpenDirectory(FilePath path)
    {
        NativeResult opened = NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? handle);
        return opened.Succeeded ? handle! : throw new NativeIOException("open the directory", path, opened.Error);
    }

    private readonly record struct OpenInput(int Index, SafeFileHandle Handle);
}
