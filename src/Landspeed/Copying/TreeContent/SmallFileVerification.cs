using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>Reads small files from the medium, before they get their names, and compares them with what was read from the source.</summary>
/// <remarks>Several threads read at a time; called by one.</remarks>
internal sealed class SmallFileVerification : IDisposable
{
    private readonly TreeRun _run;
    private readonly AlignedBufferPool _memory;

    internal SmallFileVerification(TreeRun run)
    {
        _run = run;
        _memory = new AlignedBufferPool(
            run.Options.SmallFileThreads,
            RoomFor((int)run.Options.SmallFileLimit.Bytes));
    }

    /// <summary>Compares all small ones; a difference becomes the job's problem.</summary>
    internal void Compare(IReadOnlyList<FileCopyJob> jobs)
    {
        int next = -1;
        Thread[] threads = new Thread[Math.Min(_memory.BufferCount, jobs.Count)];
        for (int index = 0; index < threads.Length; index++)
        {
            int buffer = index;
            threads[index] = new Thread(() =>
            {
                while (Interlocked.Increment(ref next) is var mine && mine < jobs.Count)
                {
                    CompareOne(jobs[mine], buffer);
                }
            }) { IsBackground = true, Name = "landspeed verification" };
            threads[index].Start();
        }

        foreach (Thread thread in threads)
        {
            thread.Join();
        }
    }

    public void Dispose() => _memory.Dispose();

    // One byte more shows a file that is longer than it should be.
    private static int RoomFor(int length) => (int)Alignment.AlignUp(length + 1, AlignedBufferPool.LeastAlignment);

    private void CompareOne(FileCopyJob job, int buffer)
    {
        if (job.Problem is not null || job.Unfinished is not { } unfinished || ((TreeEntry)job.Owner!).Hash is not { } hash)
        {
            return;
        }

        try
        {
            var entry = new DirectoryEntry(job.Target.Directory, unfinished.Name);
            using SafeFileHandle file = Entries.Open(entry, EntryOpening.Read);
            int length = Read(file, entry, buffer, (int)job.SourceStatus.Length, out bool throughCache);
            if (length == job.SourceStatus.Length && Xxh3.Hash128(_memory.SpanOf(buffer)[..length]) == hash)
            {
                _run.Reporter.Verified(length, throughCache ? length : 0);
                return;
            }

            job.Problem = new CopyProblem(
                CopyProblemKind.Mismatch,
                job.Target.Path,
                $"the medium returned something else than was written to {job.Target.Path.Display}: it does not keep what it is given",
                new ByteRange(0, job.SourceStatus.Length));
        }
#pragma warning disable CA1031 // on a thread of ours nothing may get lost
        catch (Exception failure)
#pragma warning restore CA1031
        {
            job.Problem = CopyProblems.Of(failure, job.Target.Path);
        }
    }

    private int Read(SafeFileHandle file, DirectoryEntry entry, int buffer, int expected, out bool throughCache)
    {
        FileStatus status = Entries.Status(file, entry);
        bool isDirect = status is { DirectAlignmentKnown: true, DirectOffsetAlignment: > 0 and <= AlignedBufferPool.LeastAlignment }
            && NativePlatform.Files.EnableDirect(file).Succeeded;
        throughCache = !isDirect;
        int room = RoomFor(expected);
        using var reading = new TrafficScope(_run.Options.Traffic, TrafficKind.TargetRead);
        NativeError error = isDirect ? Fill(file, buffer, room, out int filled) : Reread(file, buffer, room, out filled);
        if (isDirect && error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported)
        {
            throughCache = true;
            error = Reread(file, buffer, room, out filled);
        }

        reading.Moved(filled);
        return error.IsError ? throw new NativeIOException("read back", entry.Path, error) : filled;
    }

    // The pages are clean, since the file is durable: dropped, they come from the medium again.
    private NativeError Reread(SafeFileHandle file, int buffer, int room, out int filled)
    {
        IFileCalls calls = NativePlatform.Files;
        calls.DisableDirect(file);
        calls.Advise(file, 0, 0, AccessAdvice.DontNeed);
        return Fill(file, buffer, room, out filled);
    }

    private NativeError Fill(SafeFileHandle file, int buffer, int room, out int filled)
    {
        filled = 0;
        while (filled < room)
        {
            NativeResult read = NativePlatform.Files.Read(
                file, _memory.AddressOf(buffer) + filled, room - filled, filled, TransferFlags.None);
            if (read.Error.Kind == NativeErrorKind.Interrupted)
            {
                continue;
            }

            // A direct read that ends within a block has met the end of the file.
            if (read.Raw <= 0 || read.Raw % 512 != 0)
            {
                filled += (int)Math.Max(read.Raw, 0);
                return read.Error;
            }

            filled += (int)read.Raw;
        }

        return NativeError.None;
    }
}
