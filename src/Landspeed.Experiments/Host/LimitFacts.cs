using System.Globalization;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Host;

/// <summary>Reports limits of this process that affect fast I/O.</summary>
internal static class LimitFacts
{
    // Registered buffers count as locked memory: 64 MiB hold depth 64 of 1 MiB requests.
    private const long EnoughLockedBytes = 64L << 20;

    // The runtime itself keeps about a hundred files open; 256 workers need one each.
    private const long EnoughFiles = 1024;

    internal static IEnumerable<FactRecord> Find()
    {
        ProcessLimits limits = NativePlatform.Host.Limits();
        yield return Environment.IsPrivilegedProcess
            ? new FactRecord("locked_memory", FactState.Ok, $"{Shown(limits.LockedMemory)}; root is exempt")
            : Locked(limits.LockedMemory);
        yield return OpenFiles(limits.OpenFiles);
        yield return FileSize(limits.FileSize);
    }

    internal static FactRecord Locked(string? soft) => Number(soft) switch
    {
        null => new FactRecord("locked_memory", FactState.Ok, Shown(soft)),
        >= EnoughLockedBytes and var bytes => new FactRecord("locked_memory", FactState.Ok, Size(bytes)),
        var bytes => new FactRecord(
            "locked_memory",
            FactState.Limited,
            $"{Size(bytes!.Value)}: large or many registered buffers are refused",
            "ulimit -l unlimited, or LimitMEMLOCK=infinity"),
    };

    internal static FactRecord OpenFiles(string? soft) => Number(soft) switch
    {
        null or >= EnoughFiles => new FactRecord("open_files", FactState.Ok, soft ?? "no limit shown"),
        _ => new FactRecord("open_files", FactState.Limited, $"{soft}: too few for many workers", "ulimit -n 65536"),
    };

    internal static FactRecord FileSize(string? soft) => Number(soft) switch
    {
        null => new FactRecord("file_size", FactState.Ok, soft ?? "no limit shown"),
        var bytes => new FactRecord(
            "file_size", FactState.Limited, $"{Size(bytes!.Value)}: longer files are refused",
            "ulimit -f unlimited"),
    };

    private static long? Number(string? soft) =>
        long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out long value) ? value : null;

    private static string Shown(string? soft) => Number(soft) is { } bytes ? Size(bytes) : soft ?? "no limit shown";

    private static string Size(long bytes) => new ByteCount(bytes).ToDisplay();
}
