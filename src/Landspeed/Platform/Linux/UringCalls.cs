using System.Runtime.InteropServices;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Platform.Linux;

/// <summary>The kernel's own io_uring.</summary>
internal sealed unsafe class UringCalls : IUringCalls
{
    internal static readonly UringCalls Instance = new();

    private UringCalls()
    {
    }

    public NativeResult Setup(uint entries, UringParameters* parameters) =>
        Result(Syscall(SYS_io_uring_setup, (nint)entries, (nint)parameters, 0, 0, 0, 0));

    public NativeResult Enter(int ring, uint submit, uint minimum, uint flags, long timeoutNs)
    {
        if (timeoutNs < 0)
        {
            return Result(Syscall(SYS_io_uring_enter, ring, (nint)submit, (nint)minimum, (nint)flags, 0, 0));
        }

        (long seconds, long nanoseconds) = Math.DivRem(timeoutNs, 1_000_000_000);
        var time = new TimeSpecification { Seconds = seconds, Nanoseconds = nanoseconds };
        var wait = new UringWait { Time = (ulong)&time };
        NativeResult result = Result(Syscall(
            SYS_io_uring_enter, ring, (nint)submit, (nint)minimum, (nint)(flags | IORING_ENTER_EXT_ARG), (nint)(&wait), sizeof(UringWait)));
        return result.Error.Code == LinuxErrors.ETIME ? default : result;
    }

    public NativeResult Register(int ring, uint operation, void* argument, uint count) =>
        Result(Syscall(SYS_io_uring_register, ring, (nint)operation, (nint)argument, (nint)count, 0, 0));

    public NativeResult Map(int ring, long length, long part, out nint address) => Mapped(
        Mmap(0, (nuint)length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, part), out address);

    public void CloseRing(int ring) => Close(ring);
}

/// <summary>struct io_uring_getevents_arg, 24 bytes: how long io_uring_enter waits.</summary>
[StructLayout(LayoutKind.Explicit, Size = 24)]
internal struct UringWait
{
    [FieldOffset(0)] internal ulong SignalMask;
    [FieldOffset(8)] internal uint SignalMaskSize;
    [FieldOffset(16)] internal ulong Time;
}
