using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Calls on threads, Linux.</summary>
internal sealed unsafe class LinuxThreadCalls : IThreadCalls
{
    internal static readonly LinuxThreadCalls Instance = new();

    private LinuxThreadCalls()
    {
    }

    public NativeResult WaitOnAddress(nint address, int expected, long timeoutNs)
    {
        TimeSpecification timeout = default;
        if (timeoutNs >= 0)
        {
            (timeout.Seconds, timeout.Nanoseconds) = Math.DivRem(timeoutNs, 1_000_000_000);
        }

        nint timeoutAddress = timeoutNs >= 0 ? (nint)(&timeout) : 0;
        return Result(Syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, timeoutAddress, 0, 0));
    }

    public NativeResult WakeOnAddress(nint address, int count) =>
        Result(Syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, count, 0, 0, 0));

    public NativeResult WakePromptly() => Result(Prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0));

    public NativeResult CreateEventCounter(out SafeFileHandle? counter) =>
        Opened(EventFd(0, EFD_CLOEXEC | EFD_NONBLOCK), out counter);

    public NativeResult SignalEventCounter(SafeFileHandle counter)
    {
        ulong one = 1;
        NativeResult result = Result(Write(counter, &one, sizeof(ulong)));
        return result.Succeeded ? default : result;
    }

    public NativeResult ClearEventCounter(SafeFileHandle counter)
    {
        ulong count;
        NativeResult result = Result(Read(counter, &count, sizeof(ulong)));
        return result.Succeeded ? default : result;
    }

    public NativeResult ProcessTimes(out ProcessorTimes times) => Usage(RUSAGE_SELF, out times);

    public NativeResult ThreadTimes(out ProcessorTimes times) => Usage(RUSAGE_THREAD, out times);

    private static NativeResult Usage(int who, out ProcessorTimes times)
    {
        ResourceUsage usage = default;
        NativeResult result = Result(Getrusage(who, &usage));
        times = Times(usage);
        return result;
    }

    /// <summary>Converts the times of the system's resource usage.</summary>
    internal static ProcessorTimes Times(in ResourceUsage usage) => new(
        Nanoseconds(usage.UserSeconds, usage.UserMicroseconds),
        Nanoseconds(usage.SystemSeconds, usage.SystemMicroseconds),
        usage.VoluntarySwitches,
        usage.InvoluntarySwitches);

    // The runtime installs no handler of its own for this signal, so none is lost.
    public NativeResult IgnoreFileSizeSignal() => Result(Signal(SIGXFSZ, SIG_IGN));

    public NativeResult OccupyStandardDescriptors()
    {
        fixed (byte* nothing = "/dev/null\0"u8)
        {
            for (int descriptor = 0; descriptor <= 2; descriptor++)
            {
                // Opened with the wrong access, so that reading and writing fail with EBADF, and close-on-exec, which
                // distinguishes it from an inherited descriptor. The lowest free number is used.
                int access = descriptor == 0 ? O_WRONLY : O_RDONLY;
                if (Fcntl(descriptor, F_GETFD, 0) < 0 && Open(nothing, access | O_CLOEXEC, 0) < 0)
                {
                    return Result(-1);
                }
            }
        }

        return default;
    }

    // The call returns the previous user, but not whether it succeeded; a second call with an invalid user finds out.
    public NativeResult UseFileUser(uint userId, out uint previous)
    {
        previous = Setfsuid(userId);
        return Setfsuid(uint.MaxValue) == userId ? default : NativeResult.Failure(new NativeError(LinuxErrors.EPERM));
    }

    public NativeResult MostDescriptors()
    {
        ulong* limits = stackalloc ulong[2]; // struct rlimit: now, and at most
        NativeResult asked = Result(Getrlimit(RLIMIT_NOFILE, limits));
        return asked.Failed ? asked : new NativeResult((long)Math.Min(limits[0], int.MaxValue));
    }

    private static long Nanoseconds(long seconds, long microseconds) =>
        (seconds * 1_000_000_000) + (microseconds * 1_000);
}
