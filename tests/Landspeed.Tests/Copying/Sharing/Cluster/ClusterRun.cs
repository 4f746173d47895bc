using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>All runs of one seed: each goes on where the one before ended, with another number of ranks; the last comes to its end.</summary>
internal static class ClusterRun
{
    /// <summary>Carries them out.</summary>
    /// <returns>What happened.</returns>
    /// <exception cref="ClusterViolation">Something that must never happen did.</exception>
    internal static ClusterTally Execute(ulong seed, Mutant mutant = Mutant.None)
    {
        ClusterPlan plan = ClusterPlan.Of(seed);
        var random = new SeededRandom(seed ^ 0x5EED);
        var files = new SimulatedFiles(plan, ref random);
        var time = new SimulatedTime();
        var tally = new ClusterTally();
        for (int run = 0; run < plan.Sizes.Length; run++)
        {
            var job = new SimulatedJob(plan, run, files, time, mutant);
            job.Execute();
            tally = tally.With(job);
            if (job.WasKilled)
            {
                files.Die(ref random);
            }
            else if (job.Pool.Stop is null)
            {
                CheckEnd(plan, job);
            }
        }

        return tally with { Events = time.Events };
    }

    // The target is exactly the source, or the run said that it is not.
    private static void CheckEnd(ClusterPlan plan, SimulatedJob job)
    {
        bool mayFail = plan.Failing > 0 || plan.Corrupt > 0 || plan.Changes > 0;
        SimulatedFiles.Refuse(job.Problems.Count > 0 && !mayFail, $"{job.Problems.Count} files were not copied, and nothing was wrong with them");
        SimulatedFiles.Refuse(job.Pool.Held is not (0, 0, 0), "the pool still holds work");
        foreach (SimulatedDirectory directory in job.Files.Directories)
        {
            SimulatedFiles.Refuse(directory.ListedIn != job.Run, $"directory {directory.Id} was not listed");
            SimulatedFiles.Refuse(!directory.IsFinished, $"directory {directory.Id} has not got its times");
            SimulatedFiles.Refuse(directory.Temporaries.Count > 0, $"{directory.Temporaries.Count} temporaries were left in directory {directory.Id}");
        }

        foreach (SimulatedFile file in job.Files.Files.Where(file => !job.Problems.Contains(file.Id)))
        {
            // A source that changed after it was copied is none of the copy's business.
            bool isCopied = file.Published is not null && (file.PublishedVersion == file.Version || file.ChangedAt >= job.Began);
            SimulatedFiles.Refuse(!isCopied, $"file {file.Id} was not copied, and nobody said so");
            SimulatedFiles.Refuse(file.Part is not null || file.Journals.Count > 0, $"a part or a journal of file {file.Id} was left");
        }
    }
}

/// <summary>What happened in the runs of a seed.</summary>
internal sealed record ClusterTally
{
    public int Runs { get; init; }

    public int Deaths { get; init; }

    public int Stops { get; init; }

    public long Repeated { get; init; }

    public int Problems { get; init; }

    public int Ranks { get; init; }

    public long Messages { get; init; }

    public long Events { get; init; }

    internal ClusterTally With(SimulatedJob job) => this with
    {
        Runs = Runs + 1,
        Deaths = Deaths + (job.WasKilled ? 1 : 0),
        Stops = Stops + (job.Pool.Stop is null ? 0 : 1),
        Repeated = Repeated + job.Pool.Repeated,
        Problems = Problems + job.Problems.Count,
        Ranks = Math.Max(Ranks, job.Size),
        Messages = Messages + job.Messages,
    };

    internal ClusterTally With(ClusterTally other) => this with
    {
        Runs = Runs + other.Runs,
        Deaths = Deaths + other.Deaths,
        Stops = Stops + other.Stops,
        Repeated = Repeated + other.Repeated,
        Problems = Problems + other.Problems,
        Ranks = Math.Max(Ranks, other.Ranks),
        Messages = Messages + other.Messages,
        Events = Events + other.Events,
    };
}
