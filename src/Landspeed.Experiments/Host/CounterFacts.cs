using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Tells whether the counters behind the truth verdict can be read.</summary>
internal static class CounterFacts
{
    internal static IEnumerable<FactRecord> Find(FilePath directory)
    {
        yield return OfProcess();
        yield return OfDevice(BlockDeviceLocator.Find(directory));
    }

    private static FactRecord OfProcess()
    {
        string source = NativePlatform.Counters.ProcessSource;
        NativeResult result = NativePlatform.Counters.Process(out _);
        return result.Succeeded
            ? new FactRecord("process_io", FactState.Ok, $"bytes that this process moves can be read ({source})")
            : new FactRecord(
                "process_io",
                FactState.Missing,
                $"{source}: {result.Error.Description} ({result.Error.Name})",
                "needs a kernel with task I/O accounting, and a sandbox that shows it; "
                    + "until then other processes' traffic counts as ours");
    }

    private static FactRecord OfDevice(BlockDeviceLocation location)
    {
        if (location.Device is not { } device)
        {
            return new FactRecord(
                "block_device",
                FactState.Missing,
                location.Reason ?? "no block device",
                "measure on a file system that lies on a block device; elsewhere the verdict is unknown");
        }

        NativeResult result = NativePlatform.Counters.Device(device, out _);
        string name = NameWithBacking(location.Name, device);
        return result.Succeeded
            ? new FactRecord("block_device", FactState.Ok, $"{name} ({device}) counts its traffic")
            : new FactRecord(
                "block_device",
                FactState.Missing,
                $"{name} ({device}) hides its counters: {result.Error.Description} ({result.Error.Name})",
                "mount /sys in the container (read-only is enough)");
    }

    private static string NameWithBacking(string? name, DeviceNumber device) =>
        NativePlatform.Host.BackingFile(device) is { } file
            ? $"{name} on the file {file.Display}"
            : name ?? "the device";
}
