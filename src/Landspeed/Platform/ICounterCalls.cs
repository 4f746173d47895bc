namespace Landspeed.Platform;

/// <summary>The system's counters for the process, the machine and a block device.</summary>
/// <remarks>Thread-safe. A counter that is missing or hidden returns an error, never a zero.</remarks>
internal interface ICounterCalls
{
    /// <summary>Where the system shows the process's counters, for messages.</summary>
    string ProcessSource { get; }

    /// <summary>Where the system shows the machine's CPU time, for messages.</summary>
    string MachineSource { get; }

    /// <summary>Reads the bytes that the process transferred (/proc/self/io).</summary>
    /// <param name="counters">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Process(out ProcessIoCounters counters);

    /// <summary>Reads the peak resident memory of the process in bytes (VmHWM in /proc/self/status).</summary>
    /// <param name="bytes">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    /// <remarks>
    /// Not getrusage(2): its maximum survives exec and may be that of the program that started this one.
    /// </remarks>
    NativeResult PeakResident(out long bytes);

    /// <summary>
    /// Resets the mark of <see cref="PeakResident"/> to what is resident now (5 in /proc/self/clear_refs).
    /// </summary>
    /// <returns>0, or the error, for example if a sandbox makes /proc read-only.</returns>
    /// <remarks>Affects the whole process. Source: proc_pid_clear_refs(5).</remarks>
    NativeResult ResetPeakResident();

    /// <summary>Reads the traffic of a block device by all processes (/sys/dev/block/…/stat).</summary>
    /// <param name="device">A block device or partition.</param>
    /// <param name="counters">The result; undefined on failure.</param>
    /// <returns>0, or the error; not-found for an anonymous device.</returns>
    NativeResult Device(DeviceNumber device, out DeviceCounters counters);

    /// <summary>
    /// Reads how many reads of all processes a block device is working on (/sys/dev/block/…/inflight).
    /// </summary>
    /// <param name="device">A block device or partition.</param>
    /// <param name="reads">The result; undefined on failure.</param>
    /// <returns>0, or the error; not-found for an anonymous device.</returns>
    NativeResult ReadsInFlight(DeviceNumber device, out int reads);

    /// <summary>
    /// How many flushes of its write cache a disk has completed, for every process (/sys/dev/block/…/stat, Linux 5.5).
    /// </summary>
    /// <param name="disk">A whole disk; one that is made of others counts none itself.</param>
    /// <param name="count">The answer; undefined on failure.</param>
    /// <returns>0, or the error; not-supported where the kernel does not count flushes.</returns>
    NativeResult Flushes(DeviceNumber disk, out long count);

    /// <summary>
    /// Reads the bytes that the server of a network file system sent and received for all processes of this machine
    /// (/proc/self/mountstats).
    /// </summary>
    /// <param name="mountPoint">Directory where it is mounted.</param>
    /// <param name="counters">The result; undefined on failure.</param>
    /// <returns>0, or the error; not-found if the mount has no such counters, which only NFS has.</returns>
    NativeResult Server(string mountPoint, out ServerCounters counters);

    /// <summary>Reads the CPU time of the whole machine (/proc/stat).</summary>
    /// <param name="times">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Machine(out MachineTimes times);

    /// <summary>Reads what the page cache holds for devices, and what was taken from it (/proc/vmstat).</summary>
    /// <param name="activity">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Memory(out MemoryActivity activity);

    /// <summary>Reads how long threads of all processes waited for processors and memory (/proc/pressure).</summary>
    /// <param name="times">The result; undefined on failure.</param>
    /// <returns>0, or the error; not-supported where the kernel does not count it, or hides it.</returns>
    NativeResult Pressure(out PressureTimes times);

    /// <summary>Reads how often the journal of an ext4 was committed (/proc/fs/jbd2).</summary>
    /// <param name="device">Name of its device, for example <c>nvme0n1p2</c>.</param>
    /// <param name="count">The result; undefined on failure.</param>
    /// <returns>0, or the error; not-found if it has no such journal.</returns>
    NativeResult JournalCommits(string device, out long count);

    /// <summary>Reads the clock rate of processors: the mean of up to eight (scaling_cur_freq).</summary>
    /// <param name="hz">The result; undefined on failure.</param>
    /// <returns>0, or the error; not-supported in most virtual machines.</returns>
    NativeResult ProcessorClock(out double hz);

    /// <summary>
    /// Creates a trace of the size of each read request of a block device (trace point block_rq_issue).
    /// </summary>
    /// <param name="device">A block device; for a partition the whole disk is traced.</param>
    /// <returns>The trace, not started; ask it whether it can be.</returns>
    IRequestTrace TraceReads(DeviceNumber device);
}

/// <summary>Bytes that a process transferred since it started.</summary>
/// <param name="DeviceReadBytes">Fetched from devices, including read-ahead.</param>
/// <param name="DeviceWriteBytes">Sent to devices, or made dirty in the page cache.</param>
/// <param name="CancelledWriteBytes">Made dirty and then truncated before any device received them.</param>
internal readonly record struct ProcessIoCounters(
    long DeviceReadBytes, long DeviceWriteBytes, long CancelledWriteBytes);

/// <summary>Traffic of a block device since it appeared; a request counts when it completes.</summary>
/// <param name="ReadCount">Number of read requests.</param>
/// <param name="ReadBytes">Bytes read.</param>
/// <param name="ReadTimeNs">Total time of reads, nanoseconds.</param>
/// <param name="WriteCount">Number of write requests.</param>
/// <param name="WriteBytes">Bytes written.</param>
/// <param name="WriteTimeNs">Total time of writes, nanoseconds.</param>
/// <param name="BusyNs">Time with at least one request outstanding, nanoseconds.</param>
/// <param name="DiscardBytes">Bytes discarded; 0 where the kernel does not count them.</param>
internal readonly record struct DeviceCounters(
    long ReadCount,
    long ReadBytes,
    long ReadTimeNs,
    long WriteCount,
    long WriteBytes,
    long WriteTimeNs,
    long BusyNs,
    long DiscardBytes = 0);

/// <summary>What the page cache of the machine does for devices.</summary>
/// <param name="DirtyBytes">Bytes that were written and that no device was given yet.</param>
/// <param name="WritebackBytes">Bytes that devices are writing.</param>
/// <param name="DirtyLimitBytes">When both together reach this, programs that write have to wait.</param>
/// <param name="ReclaimedBytes">Bytes of pages that were taken for other purposes, since the machine started.</param>
internal readonly record struct MemoryActivity(
    long DirtyBytes, long WritebackBytes, long DirtyLimitBytes, long ReclaimedBytes);

/// <summary>Time in which at least one thread of the machine waited, since it started.</summary>
/// <param name="ProcessorNs">For a processor, nanoseconds.</param>
/// <param name="MemoryNs">For memory, nanoseconds.</param>
internal readonly record struct PressureTimes(long ProcessorNs, long MemoryNs);

/// <summary>Traffic with the server of a network file system since it was mounted.</summary>
/// <param name="ReadBytes">Bytes that the server sent.</param>
/// <param name="WriteBytes">Bytes that the server received.</param>
internal readonly record struct ServerCounters(long ReadBytes, long WriteBytes);

/// <summary>CPU time of all CPUs since the machine started; resolution usually 10 ms.</summary>
/// <param name="BusyNs">User, system and interrupt time, nanoseconds.</param>
/// <param name="IdleNs">Idle time, including idle time while requests were outstanding, nanoseconds.</param>
/// <param name="StolenNs">Time that the hypervisor gave to other guests, nanoseconds.</param>
internal readonly record struct MachineTimes(long BusyNs, long IdleNs, long StolenNs);
