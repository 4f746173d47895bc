using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>Files of this rank that others are to compare before they get their names.</summary>
/// <param name="jobs">Durable, not published.</param>
/// <param name="rank">This rank, which wrote what no other did.</param>
internal sealed class RankComparison(IReadOnlyList<FileCopyJob> jobs, int rank)
{
    // A message of 1,000 names and hashes has some 60 KiB, and its files are a part of a second of a device.
    private const int MostFiles = 1000;
    private const long MostBytes = 64L << 20;
    private const long LargestRange = 256L << 20;

    private readonly object _gate = new();
    private int _open;

    /// <summary>What is to be compared together: small files of one directory, or pieces of a large file that one rank wrote.</summary>
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

    /// <summary>Waits until all were compared, or all are stopped.</summary>
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

/// <summary>One comparison that is out.</summary>
/// <param name="Payload">What is compared.</param>
/// <param name="Written">The ranks that wrote it, which do not compare it.</param>
/// <param name="Jobs">Whose it is: each small file in its order, or the large one.</param>
/// <param name="Ended">Called at the end.</param>
internal sealed record Comparison(VerificationPayload Payload, WrittenRange Written, IReadOnlyList<FileCopyJob> Jobs, Action Ended)
{
    /// <summary>The result came: differences become the jobs' problems.</summary>
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

    /// <summary>None will come: what was not compared does not get its name.</summary>
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
