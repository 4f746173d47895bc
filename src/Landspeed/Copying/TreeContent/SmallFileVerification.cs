using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>
/// Reads small files from the medium before they get their names, and compares them with what was read from the source.
/// </summary>
/// <remarks>Several threads read at the same time; called by one thread.</remarks>
internal sealed class SmallFileVerification : IDisposable
{
    private readonly TreeRun _run;
    private readonly AlignedBufferPool _memory;

    internal SmallFileVerification(TreeRun run)
    {
        _run = run;
        _memory = new AlignedBufferPool(
            run.Options.SmallFileThreads,
            MediumRead.RoomFor((int)run.Options.SmallFileLimit));
    }

    /// <summary>Compares all files; a difference becomes the check's problem.</summary>
    internal void Compare(IReadOnlyList<SmallFileCheck> checks)
    {
        int next = -1;
        void CompareSome(int buffer)
        {
            while (Interlocked.Increment(ref next) is var mine && mine < checks.Count)
            {
                _run.Limits.Verifying.WaitAndTake(checks[mine].Length, _run.Stop);
                CompareOne(checks[mine], buffer);
            }
        }

        List<Thread> threads = [];
        try
        {
            for (int index = 1; index < Math.Min(_memory.BufferCount, checks.Count); index++)
            {
                int buffer = index;
                threads.Add(Threads.Start(() => CompareSome(buffer), "landspeed verification"));
            }
        }
        catch (NativeIOException)
        {
            // The threads that could be started compare all files.
        }

        try
        {
            CompareSome(0);
        }
        finally
        {
            threads.ForEach(thread => thread.Join());
        }
    }

    public void Dispose() => _memory.Dispose();

    private void CompareOne(SmallFileCheck check, int buffer)
    {
        try
        {
            using SafeFileHandle file =
                check.Held?.OpenAgain() ?? Entries.Open(check.Unfinished, EntryOpening.Read);
            int length = Read(file, check.Unfinished, buffer, (int)check.Length, out long? onDevice);
            if (length == check.Length && Xxh3.Hash128(_memory.SpanOf(buffer)[..length]) == check.Hash)
            {
                _run.Reporter.Verified(length, onDevice is null ? length : 0, onDevice ?? 0);
                return;
            }

            check.Problem = new CopyProblem(
                CopyProblemKind.Mismatch,
                check.Target,
                $"the medium returned something else than was written to {check.Target.Display}: it does not keep what it is given",
                new ByteRange(0, check.Length));
        }
#pragma warning disable CA1031 // on a thread of ours nothing may get lost
        catch (Exception failure)
#pragma warning restore CA1031
        {
            check.Problem = CopyProblems.Of(failure, check.Target);
        }
    }

    // The count of bytes read on the device is null if they came through the page cache.
    private int Read(SafeFileHandle file, DirectoryEntry entry, int buffer, int expected, out long? onDevice)
    {
        using var reading = new TrafficScope(_run.Options.Traffic, TrafficKind.TargetRead);
        int filled = MediumRead.Whole(file, "read back", entry, _memory.AddressOf(buffer), expected, out onDevice);
        reading.Moved(filled);
        return filled;
    }
}

/// <summary>A small file to compare with what was read from its source.</summary>
/// <param name="Unfinished">The unfinished file.</param>
/// <param name="Target">Its final path, for messages.</param>
/// <param name="Length">Its bytes.</param>
/// <param name="Hash">XXH3 of the source's bytes.</param>
internal sealed record SmallFileCheck(DirectoryEntry Unfinished, FilePath Target, long Length, Hash128 Hash)
{
    /// <summary>The file if this process created it, or null if another rank did.</summary>
    internal UnpublishedFile? Held { get; init; }

    /// <summary>What is wrong with it; null while nothing is known to be.</summary>
    internal CopyProblem? Problem { get; set; }

    /// <summary>
    /// Creates the check of a file, or returns null if there is nothing to compare or the file is large.
    /// </summary>
    internal static SmallFileCheck? Of(FileCopyJob job) =>
        job is { Problem: null, Unfinished: { } unfinished, Owner: TreeEntry { Hash: { } hash } }
            ? new SmallFileCheck(
                job.Target with { Name = unfinished.Name }, job.Target.Path, job.SourceStatus.Length, hash)
            {
                Held = unfinished,
            }
            : null;
}
