using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Results;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>Creates the file, and checks whether it has the requested layout.</summary>
/// <param name="plan">The plan.</param>
/// <param name="workfile">Opens the file.</param>
internal sealed class FragmentTrial(FragmentPlan plan, FragmentWorkfile workfile) : ITrial
{
    /// <summary>The only cell.</summary>
    internal const string Cell = "fragment";

    private StorageFile? _open;
    private FragmentedFile? _fragmented;

    /// <inheritdoc/>
    public string Name => Cell;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        _open = workfile.Open();
        _fragmented = new FragmentedFile(_open, plan.Length, plan.Options.RunLength);
        _fragmented.RequireExtents();
        _fragmented.RequireReservation();
        UnfinishedFill.Begin(_open);
        Preallocation.SetLengthOnly(_open, 0); // not earlier: a refused file keeps its content
        return TrialStart.Unknown;
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        _fragmented!.Reserve(PieceOrder.Of(plan.Pieces, plan.Options.Order, plan.Options.Seed), monitor);
        _fragmented.Fill(plan.Options.Seed, monitor);
        return new TrialWork { BytesWritten = plan.Length, Records = plan.Pieces, WriteMode = _open!.EffectiveMode };
    }

    /// <inheritdoc/>
    public bool MakeDurable(ProgressMonitor monitor)
    {
        Durability.Flush(_open!, FlushScope.DataAndMetadata);
        Durability.FlushDirectory(plan.Options.Path.Parent);
        return true;
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        using StorageFile? file = _open;
        if (work is null)
        {
            return TrialEnd.Nothing;
        }

        ExtentMap map = _fragmented!.Look();
        UnfinishedFill.End(file!);
        RequireReached(map);
        workfile.Keep();
        return new TrialEnd
        {
            Metrics = new Dictionary<string, double>
            {
                [Metrics.FileFragments.Name] = map.FragmentCount,
                [Metrics.RunLengthMedian.Name] = map.MedianRunLength,
            },
        };
    }

    private void RequireReached(ExtentMap map)
    {
        if (plan.Miss(map) is { } miss)
        {
            throw new ExperimentException(
                Outcome.Failed, $"{plan.Options.Path.Display} {miss}. {(workfile.Stays ? "The file stays" : "The file is removed; --keep keeps it")}");
        }
    }
}
