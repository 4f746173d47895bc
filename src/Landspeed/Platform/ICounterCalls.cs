namespace Landspeed.Platform;

/// <summary>The system's counters: what the process, the machine and a block device did so far.</summary>
/// <remarks>Thread-safe. A counter that is missing or hidden here gives an error, never a zero.</remarks>
public interface ICounterCalls
{
    /// <summary>Bytes that the process caused to move (/proc/self/io).</summary>
    /// <param name="counters">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Process(out ProcessIoCounters counters);

    /// <summary>Most memory that the process had resident (VmHWM in /proc/self/status).</summary>
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

    /// <summary>Processor time of the whole machine (/proc/stat).</summary>
    /// <param name="times">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Machine(out MachineTimes times);
}
