using Landspeed.Experiments.Ranks;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>Prepares what several ranks measure: one file that they share, or one file each.</summary>
/// <param name="options">The case of this rank.</param>
/// <param name="ranks">The ranks.</param>
/// <param name="stop">Ends it.</param>
internal sealed class RankedFile(MeasurementOptions options, IRanks ranks, CancellationToken stop)
{
    /// <summary>
    /// Creates the file of this rank, or lets rank 0 create the file of all, and waits until all exist.
    /// </summary>
    /// <param name="plan">What is created here.</param>
    /// <param name="preparer">Creates it.</param>
    /// <returns>The case on the file that this rank measures, which is ready.</returns>
    /// <exception cref="ExperimentException">Ranks do not see the same files: refused before any byte is
    /// moved.</exception>
    internal MeasurementPlan Prepare(MeasurementPlan plan, FilePreparer preparer)
    {
        bool isShared = options.Part.IsShared;
        if (isShared || options.MadeForAnother is not null)
        {
            new SharedDirectory(options.Path.Parent, ranks, stop).Check();
        }

        if (!isShared || ranks.Self.Number == 0)
        {
            preparer.Prepare();
        }

        ranks.Meet("the files are ready", stop);
        long length = ranks.Tell(plan.FileLength, stop); // before anything that may fail on this rank alone
        if (options.MadeForAnother is null && (!isShared || ranks.Self.Number == 0))
        {
            return plan;
        }

        MeasurementPlan ready = MeasurementPlanner.Plan(options);
        return (ready.FileTask is FileTask.Use or FileTask.Empty) && (!isShared || ready.FileLength == length)
            ? ready with { FileTask = plan.FileTask }
            : throw new ExperimentException(
                Outcome.Refused,
                Invariant($"{options.Path.Display} is not the same file here as where it was made ({ready.FileLength} bytes here, {length} there): ")
                + "the ranks see different files under one name; name one on a file system that all hosts have mounted");
    }
}
