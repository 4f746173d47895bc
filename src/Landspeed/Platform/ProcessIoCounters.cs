namespace Landspeed.Platform;

/// <summary>Bytes that a process caused to move, since it started.</summary>
/// <param name="DeviceReadBytes">Fetched from devices, read-ahead included.</param>
/// <param name="DeviceWriteBytes">Sent to devices, or made dirty in the page cache.</param>
/// <param name="CancelledWriteBytes">Made dirty and then truncated away before any device saw them.</param>
public readonly record struct ProcessIoCounters(
    long DeviceReadBytes, long DeviceWriteBytes, long CancelledWriteBytes);
