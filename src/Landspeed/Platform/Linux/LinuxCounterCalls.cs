using System.Globalization;

namespace Landspeed.Platform.Linux;

/// <summary>Counters in /proc and /sys, Linux.</summary>
internal sealed class LinuxCounterCalls : ICounterCalls
{
    internal static readonly LinuxCounterCalls Instance = new(new SystemFiles());

    private const string ProcessFile = "/proc/self/io";
    private const string MachineFile = "/proc/stat";
    private const int SectorSize = 512; // the unit of /sys/…/stat, whatever the device's own sector is
    private const long NsPerMs = 1_000_000;
    private const long NsPerTick = 10_000_000; // USER_HZ is 100 on every architecture that .NET runs on

    // Each costs a call; on some machines one that interrupts the processor.
    private const int MostClocks = 8;

    private readonly SystemFiles _files;

    /// <summary>Reads the counters of the machine, or of a copy of its tree.</summary>
    internal LinuxCounterCalls(SystemFiles files)
    {
        _files = files;
    }

    public string ProcessSource => ProcessFile;

    public string MachineSource => MachineFile;

    public NativeResult Process(out ProcessIoCounters counters)
    {
        counters = default;
        if (_files.TryRead(ProcessFile) is not { } text)
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
        string? peak = _files.Value("/proc/self/status", "VmHWM");
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
        if (_files.TryRead($"/sys/dev/block/{device}/stat") is not { } text)
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
            fields[9] * NsPerMs,
            fields.Length > 13 ? fields[13] * SectorSize : 0); // Linux 4.18: discards, merges, sectors, ms
        return default;
    }

    public NativeResult ReadsInFlight(DeviceNumber device, out int reads)
    {
        reads = 0;
        if (_files.TryRead($"/sys/dev/block/{device}/inflight") is not { } text)
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
        if (_files.TryRead($"/sys/dev/block/{disk}/stat") is not { } text)
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
        counters = ServerOf(_files.Lines("/proc/self/mountstats"), mountPoint) ?? default;
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
        string? line = _files.TryRead(MachineFile)?.Split('\n')[0];
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

    public NativeResult Memory(out MemoryActivity activity)
    {
        var counted = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (string line in _files.Lines("/proc/vmstat"))
        {
            int space = line.IndexOf(' ', StringComparison.Ordinal);
            if (space > 0 && Numbers.Parse(line[(space + 1)..]) is { } number)
            {
                counted[line[..space]] = number;
            }
        }

        activity = default;
        if (!counted.TryGetValue("nr_dirty", out long dirty) || !counted.TryGetValue("nr_writeback", out long writeback)
            || !counted.TryGetValue("nr_dirty_threshold", out long limit))
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported));
        }

        // Only what is used is multiplied: other counters of that file may be as large as a number can be.
        long page = Environment.SystemPageSize;
        long reclaimed = counted.GetValueOrDefault("pgsteal_kswapd") + counted.GetValueOrDefault("pgsteal_direct");
        activity = new MemoryActivity(dirty * page, writeback * page, limit * page, reclaimed * page);
        return default;
    }

    public NativeResult Pressure(out PressureTimes times)
    {
        (long? processors, long? memory) = (Waited("cpu"), Waited("memory"));
        times = new PressureTimes(processors ?? 0, memory ?? 0);
        return processors is null || memory is null
            ? NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported)) : default;
    }

    public NativeResult JournalCommits(string device, out long count)
    {
        // "1234 transactions (1200 requested), each up to 8192 blocks"; the directory is called vda1-8, by the number
        // of the journal's inode.
        const string Journals = "/proc/fs/jbd2";
        string? journal = _files.Names(Journals).FirstOrDefault(name =>
            name.LastIndexOf('-') is > 0 and var dash && name.AsSpan(0, dash).SequenceEqual(device.Replace('/', '!')));
        long? transactions = journal is null ? null
            : Numbers.Parse(_files.TryRead($"{Journals}/{journal}/info")?.Split(' ')[0]);
        count = transactions ?? 0;
        return transactions is null ? NativeResult.Failure(NativeError.Of(NativeErrorKind.NotFound)) : default;
    }

    public NativeResult ProcessorClock(out double hz)
    {
        const double HzPerKhz = 1000;
        int step = Math.Max(1, Environment.ProcessorCount / MostClocks);
        long[] clocks =
        [
            .. Enumerable.Range(0, MostClocks)
                .Select(number => _files.Number(
                    $"/sys/devices/system/cpu/cpu{Numbers.Text(number * step)}/cpufreq/scaling_cur_freq"))
                .OfType<long>(),
        ];
        hz = clocks.Length == 0 ? 0 : clocks.Average() * HzPerKhz;
        return clocks.Length == 0 ? NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported)) : default;
    }

    public IRequestTrace TraceReads(DeviceNumber device) => new BlockRequestTrace(
        DeviceNumber.Parse(_files.TryRead($"{BlockDevices.DiskDirectory(_files, device)}/dev")) ?? device);

    // "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", microseconds.
    private long? Waited(string resource)
    {
        const int NsPerUs = 1000;
        string? total = _files.Lines($"/proc/pressure/{resource}")
            .FirstOrDefault(line => line.StartsWith("some ", StringComparison.Ordinal))?.Split("total=")[^1];
        return Numbers.Parse(total) * NsPerUs;
    }

    private static string[] Fields(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static long Number(string text) => long.Parse(text, NumberStyles.Integer, CultureInfo.InvariantCulture);
}
