using System.Collections.Concurrent;
using System.Globalization;
using Landspeed.Copying.Policy;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>
/// Reports once for each file system of the target what it does not keep of the sources' times: a line for each of a million
/// files would say no more.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
/// <param name="reporter">Receives it.</param>
internal sealed class TimeLosses(CopyReporter reporter)
{
    private readonly ConcurrentDictionary<(DeviceNumber Device, Fact Fact), bool> _known = [];

    private enum Fact
    {
        /// <summary>It keeps nanoseconds.</summary>
        IsExact,

        /// <summary>That it cuts times off was reported.</summary>
        CutsOff,

        /// <summary>That it cannot hold some years was reported.</summary>
        HasLimits,
    }

    /// <summary>Whether a time that was set is to be looked at again.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="source">The time.</param>
    internal bool MayLose(DeviceNumber device, FileTime source) => KeptTime.IsWithinAll(source)
        ? !KeptTime.IsKeptByAll(source) && !_known.ContainsKey((device, Fact.IsExact)) && !_known.ContainsKey((device, Fact.CutsOff))
        : !_known.ContainsKey((device, Fact.HasLimits));

    /// <summary>Compares what was set with what is there now.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="source">What was set.</param>
    /// <param name="kept">What the target has.</param>
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

        // One time may be cut off in several units, the least of which is found; the kind of file system tells which.
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
