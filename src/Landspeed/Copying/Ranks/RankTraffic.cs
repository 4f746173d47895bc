using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>Measures what this rank reads from and writes to devices, by the counters of its process.</summary>
internal sealed class RankTraffic
{
    private readonly ProcessIoCounters? _before = Read();

    /// <summary>Adds the traffic since this object was created.</summary>
    internal CopyResult Complete(CopyResult result)
    {
        ProcessIoCounters? now = Read();
        return result with
        {
            ElsewhereReadBytes = now?.DeviceReadBytes - _before?.DeviceReadBytes,
            ElsewhereWriteBytes = now?.DeviceWriteBytes - _before?.DeviceWriteBytes,
        };
    }

    /// <summary>Adds the results of other ranks to that of rank 0.</summary>
    internal static CopyResult Sum(CopyResult own, IReadOnlyList<CopyResult> others) => own with
    {
        Ranks = others.Count + 1,
        CpuTime = others.Aggregate(own.CpuTime, (sum, result) => sum + result.CpuTime),
        ElsewhereReadBytes = others.All(result => result.ElsewhereReadBytes is not null) ? others.Sum(result => result.ElsewhereReadBytes) : null,
        ElsewhereWriteBytes = others.All(result => result.ElsewhereWriteBytes is not null) ? others.Sum(result => result.ElsewhereWriteBytes) : null,
    };

    private static ProcessIoCounters? Read() =>
        NativePlatform.Counters.Process(out ProcessIoCounters counters).Succeeded ? counters : null;
}
