using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Tells whether the counters behind the truth verdict can be read.</summary>
internal static class CounterFacts
{
    internal static IEnumerable<FactRecord> Find(FilePath directory)
    {
        yield return OfProcess();
        BlockDeviceLocation location = BlockDeviceLocator.Find(directory);
        yield return OfDevice(location);
        yield return location.Device is { } device
            ? OfTracing(NativePlatform.Counters.TraceReads(device).Probe())
            : new FactRecord("block_tracing", FactState.Ok, $"not applicable: {location.Reason ?? "no block device"}");
    }

    /// <summary>Tells whether each request of the device can be seen.</summary>
    internal static FactRecord OfTracing(TraceObstacle? obstacle) => obstacle is null
        ? new FactRecord("block_tracing", FactState.Ok, "the size of each request of the device can be read (tracefs)")
        : new FactRecord(
            "block_tracing",
            FactState.Limited,
            $"{obstacle.Reason}: only the mean size of requests can be read",
            obstacle.Remedy);

    private static FactRecord OfProcess()
    {
        string source = NativePlatform.Counters.ProcessSource;
        NativeResult result = NativePlatform.Counters.Process(out _);
        return result.Succeeded
            ? new FactRecord("process_io", FactState.Ok, $"bytes that this process moves can be read ({source})")
            : new FactRecord(
                "process_io",
                FactState.Missing,
                $"{source}: {result.Error}",
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
                "measure on a file system on a block device; otherwise the verdict is unknown");
        }

        NativeResult result = NativePlatform.Counters.Device(device, out _);
        string name = NameWithBacking(location.Name, device);
        return result.Succeeded
            ? new FactRecord("block_device", FactState.Ok, $"{name} ({device}) counts its traffic")
            : new FactRecord(
                "block_device",
                FactState.Missing,
                $"{name} ({device}) hides its counters: {result.Error}",
                "mount /sys in the container (read-only is enough)");
    }

    private static string NameWithBacking(string? name, DeviceNumber device) =>
        NativePlatform.Host.BackingFile(device) is { } file
            ? $"{name} on the file {file.Display}"
            : name ?? "the device";
}
