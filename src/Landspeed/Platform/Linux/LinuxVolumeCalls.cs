using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Calls that make a device from a file, and mount its file system, Linux.</summary>
internal sealed unsafe class LinuxVolumeCalls : IVolumeCalls
{
    internal static readonly LinuxVolumeCalls Instance = new();

    private LinuxVolumeCalls()
    {
    }

    public NativeResult FindFreeLoop()
    {
        NativeResult opened = Open("/dev/loop-control"u8, out SafeFileHandle? control);
        using (control)
        {
            return opened.Failed ? opened : Result(Ioctl(control!, LOOP_CTL_GET_FREE, (void*)null));
        }
    }

    public NativeResult OpenLoop(int number, out SafeFileHandle? device, out FilePath name)
    {
        name = FilePath.FromText(FormattableString.Invariant($"/dev/loop{number}"));
        return Open(name.ToNullTerminated(), out device);
    }

    public NativeResult AttachLoop(SafeFileHandle device, SafeFileHandle image, int sectorSize)
    {
        bool isHeld = false;
        image.DangerousAddRef(ref isHeld);
        try
        {
            var config = new LoopConfig
            {
                File = (uint)image.DangerousGetHandle(),
                BlockSize = (uint)sectorSize,
                Information = new LoopInformation { Flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO },
            };
            return Result(Ioctl(device, LOOP_CONFIGURE, &config));
        }
        finally
        {
            image.DangerousRelease();
        }
    }

    public NativeResult IsLoopDirect(SafeFileHandle device)
    {
        LoopInformation information = default;
        NativeResult result = Result(Ioctl(device, LOOP_GET_STATUS64, &information));
        return result.Failed ? result : new NativeResult((information.Flags & LO_FLAGS_DIRECT_IO) != 0 ? 1 : 0);
    }

    public NativeResult Mount(FilePath device, FilePath directory, string type, string options)
    {
        fixed (byte* source = device.ToNullTerminated(), target = directory.ToNullTerminated(), name = Terminated(type), data = Terminated(options))
        {
            return Result(LinuxFunctions.Mount(source, target, name, 0, data));
        }
    }

    public NativeResult Unmount(FilePath directory, bool isLazy)
    {
        fixed (byte* target = directory.ToNullTerminated())
        {
            return Result(Umount2(target, UMOUNT_NOFOLLOW | (isLazy ? MNT_DETACH : 0)));
        }
    }

    private static NativeResult Open(ReadOnlySpan<byte> name, out SafeFileHandle? handle)
    {
        fixed (byte* bytes = name)
        {
            return Opened(LinuxFunctions.Open(bytes, O_RDWR | O_CLOEXEC, 0), out handle);
        }
    }

    private static byte[] Terminated(string text) => Encoding.UTF8.GetBytes(text + '\0');
}

/// <summary>struct loop_info64, 232 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 232)]
internal struct LoopInformation
{
    [FieldOffset(52)] internal uint Flags;
}

/// <summary>struct loop_config, 304 bytes.</summary>
[StructLayout(LayoutKind.Explicit, Size = 304)]
internal struct LoopConfig
{
    [FieldOffset(0)] internal uint File;
    [FieldOffset(4)] internal uint BlockSize;
    [FieldOffset(8)] internal LoopInformation Information;
}
