using Landspeed.Experiments.Host;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>Where the bytes of an experiment come from and go to.</summary>
/// <param name="Source">The block device below the source.</param>
/// <param name="Target">The block device below the target; the same, except for work from one directory to
/// another.</param>
internal sealed record TrialVolumes(BlockDeviceLocation Source, BlockDeviceLocation Target)
{
    /// <summary>Returns the volumes of a plan, whose directories exist.</summary>
    internal static TrialVolumes Of(ExperimentPlan plan)
    {
        BlockDeviceLocation target = BlockDeviceLocator.Find(plan.Uses[0].Path);
        return new TrialVolumes(plan.ReadsFrom is { } path ? BlockDeviceLocator.Find(path) : target, target);
    }

    /// <summary>Returns the one volume that contains a file or directory.</summary>
    internal static TrialVolumes At(FilePath path)
    {
        BlockDeviceLocation device = BlockDeviceLocator.Find(path);
        return new TrialVolumes(device, device);
    }
}
