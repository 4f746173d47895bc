using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>Where the bytes of an experiment come from and go to.</summary>
/// <param name="Source">What is read.</param>
/// <param name="Target">What is written; the same, but for work from one directory into another.</param>
internal sealed record TrialVolumes(TrialVolume Source, TrialVolume Target)
{
    /// <summary>Whether both lie on the device whose counters are read anyway.</summary>
    internal bool AreOneDevice => Source.Device.Device == Target.Device.Device;

    /// <summary>The volumes of a plan, whose directories are there.</summary>
    internal static TrialVolumes Of(ExperimentPlan plan)
    {
        TrialVolume target = TrialVolume.Of(plan.Uses[0].Path, plan.Preview.Places[0].FileSystem);
        TrialVolume source = plan.ReadsFrom is { } path
            ? TrialVolume.Of(path, EnvironmentProbe.Place(PlaceRoles.Source, path).FileSystem) : target;
        return new TrialVolumes(source, target);
    }

    /// <summary>The one volume that a file or directory lies on.</summary>
    internal static TrialVolumes At(FilePath path)
    {
        var volume = TrialVolume.Of(path, EnvironmentProbe.Place(PlaceRoles.Directory, path).FileSystem);
        return new TrialVolumes(volume, volume);
    }

    /// <summary>What the device of the source has moved so far; null: not to be read here.</summary>
    /// <param name="target">What that of the target has.</param>
    internal DeviceCounters? SourceCounters(DeviceCounters? target) =>
        AreOneDevice ? target
            : Source.Device.Device is { } device && NativePlatform.Counters.Device(device, out DeviceCounters read).Succeeded
                ? read : null;
}
