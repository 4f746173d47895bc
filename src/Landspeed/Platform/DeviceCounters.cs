namespace Landspeed.Platform;

/// <summary>Traffic of a block device since it appeared; counted when requests complete.</summary>
/// <param name="ReadCount">Read requests.</param>
/// <param name="ReadBytes">Bytes read.</param>
/// <param name="ReadTimeNs">Time of reads, added up, nanoseconds.</param>
/// <param name="WriteCount">Write requests.</param>
/// <param name="WriteBytes">Bytes written.</param>
/// <param name="WriteTimeNs">Time of writes, added up, nanoseconds.</param>
/// <param name="BusyNs">Time with at least one request outstanding, nanoseconds.</param>
public readonly record struct DeviceCounters(
    long ReadCount, long ReadBytes, long ReadTimeNs, long WriteCount, long WriteBytes, long WriteTimeNs, long BusyNs);
