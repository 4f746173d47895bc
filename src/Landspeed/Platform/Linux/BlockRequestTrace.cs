using System.Diagnostics;
using System.Globalization;

namespace Landspeed.Platform.Linux;

/// <summary>
/// Traces requests of a block device with the trace point block_rq_issue, in a separate instance of the kernel's
/// tracing.
/// </summary>
/// <remarks>
/// An instance has its own buffers and switches, so that other tracers are not disturbed. An instance left by a killed
/// process is removed by the next one. Source: Documentation/trace/ftrace.rst and events.rst.
/// </remarks>
internal sealed class BlockRequestTrace : IRequestTrace
{
    /// <summary>Where systems mount tracefs.</summary>
    internal const string UsualRoot = "/sys/kernel/tracing";

    private const string Event = "events/block/block_rq_issue";
    private const string Prefix = "landspeed-";
    private const int SectorSize = 512; // the unit of the event, whatever the device's own sector is

    // An event takes about 90 bytes: 64 MiB hold 700,000. 1 MiB per CPU is less than the kernel's own default.
    private const int MostKiB = 64 * 1024;
    private const int LeastKiBOfProcessor = 1024;

    private readonly string _root;
    private readonly string _own;
    private readonly string _filter;

    /// <summary>Creates the object without touching the system.</summary>
    /// <param name="disk">The whole disk, because requests are not counted by partition.</param>
    /// <param name="root">Where tracefs is mounted.</param>
    internal BlockRequestTrace(DeviceNumber disk, string root = UsualRoot)
    {
        // The kernel's own form of a device number: 12 bits, 20 bits.
        _filter = string.Create(CultureInfo.InvariantCulture, $"dev == {(disk.Major << 20) | disk.Minor} && rwbs ~ \"R*\"");
        _root = root;
        _own = string.Create(CultureInfo.InvariantCulture, $"{root}/instances/{Prefix}{Environment.ProcessId}-{Stopwatch.GetTimestamp():x}");
    }

    /// <inheritdoc/>
    public TraceObstacle? Probe()
    {
        TraceObstacle? obstacle = Begin();
        End();
        return obstacle;
    }

    /// <inheritdoc/>
    public void Start() => Begin();

    /// <inheritdoc/>
    public RequestSizes? Stop()
    {
        if (!Directory.Exists(_own))
        {
            return null;
        }

        try
        {
            Write($"{Event}/enable", "0");
            var sizes = new SortedDictionary<long, long>();
            foreach (string line in File.ReadLines($"{_own}/trace"))
            {
                if (SizeOf(line) is { } size)
                {
                    sizes[size] = sizes.GetValueOrDefault(size) + 1;
                }
            }

            return new RequestSizes(sizes, Lost());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
        finally
        {
            End();
        }
    }

    /// <summary>Returns the size in bytes of the request in a line of the trace, or null if it has none.</summary>
    /// <remarks>For example <c>cat-71 [000] ..... 12.5: block_rq_issue: 254,0 R 8192 () 12345 + 16 none,0,0 [cat]</c>.</remarks>
    internal static long? SizeOf(string line)
    {
        int named = line.IndexOf(": block_rq_issue: ", StringComparison.Ordinal);
        int plus = named < 0 ? -1 : line.IndexOf(" + ", named, StringComparison.Ordinal);
        return plus < 0 ? null : Numbers.Parse(line[(plus + 3)..].Split(' ', 2)[0]) * SectorSize;
    }

    // Lockdown refuses tracefs to root, too (kernel_lockdown(7)).
    private TraceObstacle Forbidden => new($"only root may use {_root}", "run as root, without kernel lockdown");

    private TraceObstacle? Missing()
    {
        try
        {
            return !Directory.EnumerateFileSystemEntries(_root).Any()
                ? new TraceObstacle($"tracefs is not mounted at {_root}", $"mount -t tracefs nodev {_root}")
                : !Directory.Exists($"{_root}/{Event}")
                ? new TraceObstacle(
                    "this kernel has no trace points of block devices", "needs a kernel with CONFIG_EVENT_TRACING")
                : null;
        }
        catch (DirectoryNotFoundException)
        {
            return new TraceObstacle(
                $"there is no {_root}", "needs a kernel with tracefs, and in a container a /sys that shows it");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Forbidden;
        }
    }

    private TraceObstacle? Begin()
    {
        if (Missing() is { } missing)
        {
            return missing;
        }

        try
        {
            RemoveStale();
            Directory.CreateDirectory(_own);
            Write("buffer_size_kb", Numbers.Text(Math.Max(LeastKiBOfProcessor, MostKiB / Environment.ProcessorCount)));
            Write("trace_options", "nooverwrite");
            Write($"{Event}/filter", _filter);
            Write($"{Event}/enable", "1");
            return null;
        }
        catch (UnauthorizedAccessException)
        {
            End();
            return Forbidden;
        }
        catch (IOException failure)
        {
            End();
            return new TraceObstacle($"{_root} refused: {failure.Message}", "end other traces and try again");
        }
    }

    private void End() => Remove(_own);

    private long Lost() => Directory.EnumerateDirectories($"{_own}/per_cpu")
        .SelectMany(processor => File.ReadLines($"{processor}/stats"))
        .Select(line => line.Split(':', 2))
        .Where(pair => pair is ["dropped events" or "overrun", _])
        .Sum(pair => Numbers.Parse(pair[1].Trim()) ?? 0);

    private void Write(string file, string text)
    {
        using var stream = new FileStream($"{_own}/{file}", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        stream.Write(System.Text.Encoding.ASCII.GetBytes(text));
    }

    private void RemoveStale()
    {
        foreach (string instance in Directory.GetDirectories($"{_root}/instances", $"{Prefix}*"))
        {
            string process = Path.GetFileName(instance)[Prefix.Length..].Split('-')[0];
            if (!Directory.Exists($"/proc/{process}"))
            {
                Remove(instance);
            }
        }
    }

    private static void Remove(string instance)
    {
        try
        {
            Directory.Delete(instance);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Gone, or in use: the next one removes it.
        }
    }
}
