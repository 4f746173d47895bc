using Landspeed.Experiments.Host;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>Where the bytes of an experiment come from and go to.</summary>
/// <param name="Source">The block device below what is read.</param>
/// <param name="Target">The one below what is written; the same, but for work from one directory into another.</param>
internal sealed record TrialVolumes(BlockDeviceLocation Source, BlockDeviceLocation Target)
{
    /// <summary>Whether both lie on the device whose counters are read anyway.</summary>
    internal bool AreOneDevice => Source.Device == Target.Device;

    /// <summary>The volumes of a plan, whose directories are there.</summary>
    internal static TrialVolumes Of(ExperimentPlan plan)
    {
        BlockDeviceLocation target = BlockDeviceLocator.Find(plan.Uses[0].Path);
        return new TrialVolumes(plan.ReadsFrom is { } path ? BlockDeviceLocator.Find(path) : target, target);
    }

    /// <summary>The one volume that a file or directory lies on.</summary>
    internal static TrialVolumes At(FilePath path)
    {
        BlockDeviceLocation device = BlockDeviceLocator.Find(path);
        return new TrialVolumes(device, device);
    }

    /// <summary>What the device of the source has moved so far; null: not to be read here.</summary>
    /// <param name="target">What that of the target has.</param>
    internal DeviceCounters? SourceCounters(DeviceCounters? target) =>
        AreOneDevice ? target
            : Source.Device is { } device && NativePlatform.Counters.Device(device, out DeviceCounters read).Succeeded
                ? read : null;
}
