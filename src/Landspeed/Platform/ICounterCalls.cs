namespace Landspeed.Platform;

/// <summary>The system's counters: what the process, the machine and a block device did so far.</summary>
/// <remarks>Thread-safe. A counter that is missing or hidden here gives an error, never a zero.</remarks>
internal interface ICounterCalls
{
    /// <summary>Where the system shows the process's counters, for a message.</summary>
    string ProcessSource { get; }

    /// <summary>Where the system shows the machine's processor time, for a message.</summary>
    string MachineSource { get; }

    /// <summary>Bytes that the process caused to move (/proc/self/io).</summary>
    /// <param name="counters">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Process(out ProcessIoCounters counters);

    /// <summary>Peak resident memory of the process, bytes (VmHWM in /proc/self/status).</summary>
    /// <param name="bytes">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    /// <remarks>Not getrusage(2): its maximum survives exec and so may be that of the program that started this one.</remarks>
    NativeResult PeakResident(out long bytes);

    /// <summary>Sets the mark of <see cref="PeakResident"/> back to what is resident now (5 in /proc/self/clear_refs).</summary>
    /// <returns>0, or the error, for example where a sandbox makes /proc read-only.</returns>
    /// <remarks>For the whole process. Source: proc_pid_clear_refs(5).</remarks>
    NativeResult ResetPeakResident();

    /// <summary>Traffic of a block device, by every process (/sys/dev/block/…/stat).</summary>
    /// <param name="device">A block device or partition.</param>
    /// <param name="counters">The answer; undefined on failure.</param>
    /// <returns>0, or the error; not-found for an anonymous device.</returns>
    NativeResult Device(DeviceNumber device, out DeviceCounters counters);

    /// <summary>
    /// How many reads a block device works on at this moment, for every process (/sys/dev/block/…/inflight).
    /// </summary>
    /// <param name="device">A block device or partition.</param>
    /// <param name="reads">The answer; undefined on failure.</param>
    /// <returns>0, or the error; not-found for an anonymous device.</returns>
    NativeResult ReadsInFlight(DeviceNumber device, out int reads);

    /// <summary>
    /// How many flushes of its write cache a disk has completed, for every process (/sys/dev/block/…/stat, Linux 5.5).
    /// </summary>
    /// <param name="disk">A whole disk; one that is made of others counts none itself.</param>
    /// <param name="count">The answer; undefined on failure.</param>
    /// <returns>0, or the error; not-supported where the kernel does not count flushes.</returns>
    NativeResult Flushes(DeviceNumber disk, out long count);

    /// <summary>Bytes that the server of a network file system sent and took, for every process of this machine (/proc/self/mountstats).</summary>
    /// <param name="mountPoint">Directory where it is mounted.</param>
    /// <param name="counters">The answer; undefined on failure.</param>
    /// <returns>0, or the error; not-found where the mount has no such counters: only NFS has.</returns>
    NativeResult Server(string mountPoint, out ServerCounters counters);

    /// <summary>Processor time of the whole machine (/proc/stat).</summary>
    /// <param name="times">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Machine(out MachineTimes times);

    /// <summary>What notes the size of each read request of a block device (trace point block_rq_issue).</summary>
    /// <param name="device">A block device; of a partition the whole disk is watched.</param>
    /// <returns>The trace, not begun; whether it can be is asked of it.</returns>
    IRequestTrace TraceReads(DeviceNumber device);
}

/// <summary>Bytes that a process caused to move, since it started.</summary>
/// <param name="DeviceReadBytes">Fetched from devices, read-ahead included.</param>
/// <param name="DeviceWriteBytes">Sent to devices, or made dirty in the page cache.</param>
/// <param name="CancelledWriteBytes">Made dirty and then truncated away before any device saw them.</param>
public readonly record struct ProcessIoCounters(
    long DeviceReadBytes, long DeviceWriteBytes, long CancelledWriteBytes);

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

/// <summary>Traffic with the server of a network file system since it was mounted.</summary>
/// <param name="ReadBytes">Bytes that the server sent.</param>
/// <param name="WriteBytes">Bytes that it took.</param>
public readonly record struct ServerCounters(long ReadBytes, long WriteBytes);

/// <summary>Processor time of all processors since the machine started; resolution usually 10 ms.</summary>
/// <param name="BusyNs">User, system, interrupts; nanoseconds.</param>
/// <param name="IdleNs">Idle, and idle while requests were outstanding; nanoseconds.</param>
/// <param name="StolenNs">Time that the host gave to other guests; nanoseconds.</param>
public readonly record struct MachineTimes(long BusyNs, long IdleNs, long StolenNs);
