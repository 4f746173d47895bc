using System.Globalization;

namespace Landspeed.Platform.Linux;

/// <summary>Counters in /proc and /sys, Linux.</summary>
internal sealed class LinuxCounterCalls : ICounterCalls
{
    internal static readonly LinuxCounterCalls Instance = new();

    private const string ProcessFile = "/proc/self/io";
    private const string MachineFile = "/proc/stat";
    private const int SectorSize = 512; // the unit of /sys/…/stat, whatever the device's own sector is
    private const long NsPerMs = 1_000_000;
    private const long NsPerTick = 10_000_000; // USER_HZ is 100 on every architecture that .NET runs on

    private static readonly SystemFiles s_files = new();

    private LinuxCounterCalls()
    {
    }

    public string ProcessSource => ProcessFile;

    public string MachineSource => MachineFile;

    public NativeResult Process(out ProcessIoCounters counters)
    {
        counters = default;
        if (s_files.TryRead(ProcessFile) is not { } text)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.AccessDenied));
        }

        Dictionary<string, long> fields = text.Split('\n')
            .Select(line => line.Split(':', 2))
            .Where(pair => pair.Length == 2)
            .ToDictionary(pair => pair[0], pair => Number(pair[1]), StringComparer.Ordinal);
        if (!fields.TryGetValue("read_bytes", out long read) || !fields.TryGetValue("write_bytes", out long written))
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported));
        }

        counters = new ProcessIoCounters(read, written, fields.GetValueOrDefault("cancelled_write_bytes"));
        return default;
    }

    public NativeResult PeakResident(out long bytes)
    {
        string? peak = s_files.Value("/proc/self/status", "VmHWM");
        bytes = peak is null ? 0 : Number(Fields(peak)[0]) * 1024;
        return peak is null ? NativeResult.Failure(NativeError.Of(NativeErrorKind.AccessDenied)) : default;
    }

    public NativeResult ResetPeakResident()
    {
        try
        {
            File.WriteAllText("/proc/self/clear_refs", "5");
            return default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.AccessDenied));
        }
    }

    public NativeResult Device(DeviceNumber device, out DeviceCounters counters)
    {
        counters = default;
        if (s_files.TryRead($"/sys/dev/block/{device}/stat") is not { } text)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotFound));
        }

        // Documentation/block/stat.rst: reads, merges, sectors, ms; the same for writes; in flight, busy ms.
        long[] fields = [.. Fields(text).Select(Number)];
        if (fields.Length < 11)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported));
        }

        counters = new DeviceCounters(
            fields[0],
            fields[2] * SectorSize,
            fields[3] * NsPerMs,
            fields[4],
            fields[6] * SectorSize,
            fields[7] * NsPerMs,
            fields[9] * NsPerMs);
        return default;
    }

    public NativeResult ReadsInFlight(DeviceNumber device, out int reads)
    {
        reads = 0;
        if (s_files.TryRead($"/sys/dev/block/{device}/inflight") is not { } text)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotFound));
        }

        // Documentation/block/stat.rst: reads, writes.
        reads = (int)Number(Fields(text).First());
        return default;
    }

    public NativeResult Flushes(DeviceNumber disk, out long count)
    {
        count = 0;
        if (s_files.TryRead($"/sys/dev/block/{disk}/stat") is not { } text)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotFound));
        }

        // Documentation/block/stat.rst: field 16 of 17, those before Linux 5.5 end at 11 or 15.
        string[] fields = Fields(text);
        if (fields.Length < 17)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported));
        }

        count = Number(fields[15]);
        return default;
    }

    public NativeResult Server(string mountPoint, out ServerCounters counters)
    {
        counters = ServerOf(s_files.Lines("/proc/self/mountstats"), mountPoint) ?? default;
        return counters == default ? NativeResult.Failure(NativeError.Of(NativeErrorKind.NotFound)) : default;
    }

    /// <summary>Finds the counters of a mount.</summary>
    /// <param name="lines">Lines of /proc/self/mountstats.</param>
    /// <param name="mountPoint">Directory of the mount.</param>
    /// <returns>
    /// Null if it has none. If there are several mounts at one directory, the last, which covers the others.
    /// </returns>
    /// <remarks>
    /// <c>device server:/export mounted on /mnt with fstype nfs4 statvers=1.1</c>, followed by <c>bytes:</c> with eight
    /// numbers: read and written by calls through the cache, by direct ones, then read and written at the server, then
    /// pages. Source: fs/nfs/super.c, nfs-iostat in nfs-utils.
    /// </remarks>
    internal static ServerCounters? ServerOf(IEnumerable<string> lines, string mountPoint)
    {
        string mounted = $" mounted on {mountPoint.Replace("\\", "\\134", StringComparison.Ordinal).Replace(" ", "\\040", StringComparison.Ordinal)} with fstype nfs";
        ServerCounters? found = null;
        bool isInside = false;
        foreach (string line in lines)
        {
            if (line.StartsWith("device ", StringComparison.Ordinal))
            {
                isInside = line.Contains(mounted, StringComparison.Ordinal);
            }
            else if (isInside && line.AsSpan().Trim().StartsWith("bytes:", StringComparison.Ordinal))
            {
                string[] fields = line.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
                found = fields.Length > 6 ? new ServerCounters(Number(fields[5]), Number(fields[6])) : found;
            }
        }

        return found;
    }

    public NativeResult Machine(out MachineTimes times)
    {
        times = default;
        string? line = s_files.TryRead(MachineFile)?.Split('\n')[0];
        long[] ticks = line is null ? [] : [.. Fields(line).Skip(1).Select(Number)];
        if (ticks.Length < 8)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.AccessDenied));
        }

        // proc_stat(5): user nice system idle iowait irq softirq steal; guest time is inside user already.
        long busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
        times = new MachineTimes(busy * NsPerTick, (ticks[3] + ticks[4]) * NsPerTick, ticks[7] * NsPerTick);
        return default;
    }

    public IRequestTrace TraceReads(DeviceNumber device) => new BlockRequestTrace(
        DeviceNumber.Parse(s_files.TryRead($"{BlockDevices.DiskDirectory(s_files, device)}/dev")) ?? device);

    private static string[] Fields(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static long Number(string text) => long.Parse(text, NumberStyles.Integer, CultureInfo.InvariantCulture);
}
