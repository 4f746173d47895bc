using System.Collections.Concurrent;
using System.Globalization;
using Landspeed.Copying.Policy;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>
/// Reports once per file system of the target what it does not keep of the sources' times: a line for each of a million
/// files would say no more.
/// </summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="reporter">Receives it.</param>
internal sealed class TimeLosses(CopyReporter reporter)
{
    private readonly ConcurrentDictionary<(DeviceNumber Device, Fact Fact), bool> _known = [];

    private enum Fact
    {
        /// <summary>The file system keeps nanoseconds.</summary>
        IsExact,

        /// <summary>It was reported that the file system truncates times.</summary>
        CutsOff,

        /// <summary>It was reported that the file system cannot hold some years.</summary>
        HasLimits,
    }

    /// <summary>True if a time that was set must be checked afterwards.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="source">The time.</param>
    internal bool MayLose(DeviceNumber device, FileTime source) => KeptTime.IsWithinAll(source)
        ? !KeptTime.IsKeptByAll(source) && !_known.ContainsKey((device, Fact.IsExact)) && !_known.ContainsKey((device, Fact.CutsOff))
        : !_known.ContainsKey((device, Fact.HasLimits));

    /// <summary>Compares the time that was set with the current one.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="source">The time that was set.</param>
    /// <param name="kept">The target's current time.</param>
    /// <param name="target">The target.</param>
    internal void Compare(DeviceNumber device, FileTime source, FileTime kept, DirectoryEntry target)
    {
        if (source == kept)
        {
            if (source.Nanoseconds % 10 != 0)
            {
                _known.TryAdd((device, Fact.IsExact), true);
            }

            return;
        }

        // One time may match several units, the smallest of which is found; the kind of file system determines the
        // right one.
        long? kindNs = TimeUnits.OfKind(FileSystemNames.Of(target.Directory.Handle) ?? string.Empty);
        long? leastNs = KeptTime.UnitOf(source, kept);
        if (_known.TryAdd((device, leastNs is null ? Fact.HasLimits : Fact.CutsOff), true))
        {
            string loss = leastNs is { } least
                ? "exactly: its file system keeps times to "
                    + (kindNs >= least ? Text(kindNs.Value) : $"{Text(least)} at best")
                : $"as {Text(source)}: its file system makes that {Text(kept)}";
            FilePath path = target.Path;
            reporter.Noticed(new CopyProblem(
                CopyProblemKind.NotPreserved,
                path,
                $"the time of last change of {path.Display} could not be kept {loss}; the same is true of other files there"));
        }
    }

    private static string Text(long unitNs) => unitNs switch
    {
        2_000_000_000 => "2 s",
        1_000_000_000 => "1 s",
        >= 1_000_000 => string.Create(CultureInfo.InvariantCulture, $"{unitNs / 1_000_000} ms"),
        >= 1_000 => string.Create(CultureInfo.InvariantCulture, $"{unitNs / 1_000} µs"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{unitNs} ns"),
    };

    private static string Text(FileTime time)
    {
        const long FirstYear = -62_135_596_800;
        const long LastYear = 253_402_300_799;
        return time.Seconds is < FirstYear or > LastYear
            ? string.Create(CultureInfo.InvariantCulture, $"{time.Seconds} seconds after 1970")
            : DateTimeOffset.FromUnixTimeSeconds(time.Seconds).ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture);
    }
}
