using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;

namespace Landspeed.Copying.Ranks;

/// <summary>Files of this rank that other ranks compare before they get their names.</summary>
/// <param name="jobs">Durable files that are not published yet.</param>
/// <param name="rank">This rank, which wrote everything that no other rank did.</param>
internal sealed class RankComparison(IReadOnlyList<FileCopyJob> jobs, int rank)
{
    // A message with 1,000 names and hashes has about 60 KiB, and reading its files takes a device a fraction of a
    // second.
    private const int MostFiles = 1000;
    private const long MostBytes = 64L << 20;
    private const long LargestRange = 256L << 20;

    private readonly object _gate = new();
    private int _open;

    /// <summary>
    /// Groups what is compared together: small files of one directory, or pieces of a large file that one rank wrote.
    /// </summary>
    internal IReadOnlyList<Comparison> Plan()
    {
        List<Comparison> plan = [];
        Dictionary<FilePath, List<(FileCopyJob Job, SmallFileCheck Check)>> small = [];
        foreach (FileCopyJob job in jobs)
        {
            if (SmallFileCheck.Of(job) is { } check)
            {
                FilePath directory = ((TreeEntry)job.Owner!).Pair.PathBelow;
                if (!small.TryGetValue(directory, out List<(FileCopyJob Job, SmallFileCheck Check)>? files))
                {
                    small.Add(directory, files = []);
                }

                files.Add((job, check));
                if (files.Count >= MostFiles || files.Sum(file => file.Check.Length) >= MostBytes)
                {
                    plan.Add(OfSmall(directory, files));
                    small.Remove(directory);
                }
            }
            else if (job is { Problem: null, Unfinished: not null })
            {
                plan.AddRange(OfLarge(job));
            }
        }

        plan.AddRange(small.Select(directory => OfSmall(directory.Key, directory.Value)));
        _open = plan.Count;
        return plan;
    }

    /// <summary>Waits until all files were compared, or all ranks are stopped.</summary>
    internal void Wait()
    {
        lock (_gate)
        {
            while (_open > 0)
            {
                Monitor.Wait(_gate);
            }
        }
    }

    private void EndOne()
    {
        lock (_gate)
        {
            _open--;
            Monitor.PulseAll(_gate);
        }
    }

    private Comparison OfSmall(FilePath directory, List<(FileCopyJob Job, SmallFileCheck Check)> files) => new(
        new VerificationPayload(
            null,
            [],
            directory,
            [.. files.Select(file => (file.Check.Unfinished.Name, file.Job.Target.Name, file.Check.Length, file.Check.Hash))]),
        new WrittenRange(rank, [], []),
        [.. files.Select(file => file.Job)],
        EndOne);

    private IEnumerable<Comparison> OfLarge(FileCopyJob job)
    {
        PartPayload part = SplitFile.Part(job);
        foreach (WrittenRange written in SplitFile.Of(job)?.Written ?? [new WrittenRange(rank, [], job.Chunks)])
        {
            List<CopiedChunk> some = [];
            long bytes = 0;
            foreach ((int index, CopiedChunk chunk) in written.Chunks.Index())
            {
                some.Add(chunk);
                bytes += chunk.Length;
                if (bytes >= LargestRange || index == written.Chunks.Count - 1)
                {
                    yield return new Comparison(new VerificationPayload(part, [.. some], RankPaths.Root, []), written, [job], EndOne);
                    some.Clear();
                    bytes = 0;
                }
            }
        }
    }
}

/// <summary>One comparison handed out to another rank.</summary>
/// <param name="Payload">What to compare.</param>
/// <param name="Written">The ranks that wrote it, which do not compare it.</param>
/// <param name="Jobs">Its jobs: each small file in order, or the large one.</param>
/// <param name="Ended">Called at the end.</param>
internal sealed record Comparison(VerificationPayload Payload, WrittenRange Written, IReadOnlyList<FileCopyJob> Jobs, Action Ended)
{
    /// <summary>Takes the result: differences become problems of the jobs.</summary>
    internal void Take(byte[] result)
    {
        var reader = new CompactReader(result);
        for (int left = reader.Elements(); left > 0; left--)
        {
            FileCopyJob job = Jobs[reader.Count()];
            CopyProblem? problem = CopyForms.Problem(ref reader);
            lock (job)
            {
                job.Problem ??= problem;
            }
        }

        Ended();
    }

    /// <summary>Records that no result will come: files that were not compared do not get their names.</summary>
    internal void Abandon()
    {
        foreach (FileCopyJob job in Jobs)
        {
            lock (job)
            {
                if (job.Journal is not null)
                {
                    job.LeaveUnfinished();
                }
                else
                {
                    job.GiveUp();
                }
            }
        }

        Ended();
    }
}
