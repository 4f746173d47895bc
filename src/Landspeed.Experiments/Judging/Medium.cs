using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>What the system reports about the device that stores the files.</summary>
/// <param name="Place">Where they are stored, or null if unknown.</param>
/// <param name="Host">The machine, or null if unknown.</param>
internal sealed record Medium(PlaceRecord? Place, HostRecord? Host)
{
    /// <summary>The cost of a fragmented file on such a device, in a sentence without a full stop.</summary>
    internal string Text => Rotation switch
    {
        DeviceRotation.NotRotating =>
            $"{Capital(Name)} reports that it does not rotate: a fragmented file costs requests and metadata, not "
            + "seeks",
        DeviceRotation.Virtual =>
            $"{Capital(Name)} reports that it rotates, as virtual disks do by default{Machine}: whether a fragmented "
            + "file costs seeks as well as requests and metadata is unknown",
        DeviceRotation.Rotating =>
            $"{Capital(Name)} reports that it rotates: a fragmented file costs a seek from each run to the next, as "
            + "well as requests and metadata",
        _ => $"Whether {Name} rotates is unknown, and so whether a fragmented file costs seeks as well as requests and "
            + "metadata",
    };

    private DeviceRotation Rotation =>
        Place is null ? DeviceRotation.Unknown : DeviceRotations.Of(Place, Host?.Virtualization);

    private string Machine =>
        Host?.Virtualization is { } virtualization ? $", and this machine is virtual ({virtualization})" : string.Empty;

    private string Name => Place?.Device is { } device ? $"device {device}" : "the device";

    private static string Capital(string text) => $"{char.ToUpperInvariant(text[0])}{text[1..]}";
}
