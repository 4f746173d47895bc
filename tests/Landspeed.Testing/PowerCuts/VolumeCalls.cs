using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.PowerCuts;

/// <summary>Loop devices, mounts, shared blocks and extended attributes without a process for each: a sweep needs them
/// tens of thousands of times. Linux.</summary>
internal static partial class VolumeCalls
{
    // loop.h, fs.h, errno.h
    private const nuint LoopGetFree = 0x4C82;
    private const nuint LoopConfigure = 0x4C0A;
    private const nuint CloneFile = 0x40049409;
    private const uint LoopAutoClear = 4;
    private const int Busy = 16;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // struct loop_config: the file is its first field, the flags lie 52 bytes into the info at 8; 304 bytes in all.
    private const int LoopConfigLength = 304;
    private const int LoopFlagsOffset = 60;

    /// <summary>Puts a loop device on a file. It goes away by itself when the handle is closed and it is not mounted.</summary>
    internal static SafeFileHandle Attach(string file, out string device)
    {
        using SafeFileHandle image = File.OpenHandle(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        using SafeFileHandle control = File.OpenHandle("/dev/loop-control", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        byte[] config = new byte[LoopConfigLength];
        MemoryMarshal.Write(config, (int)image.DangerousGetHandle());
        MemoryMarshal.Write(config.AsSpan(LoopFlagsOffset), LoopAutoClear);
        while (true)
        {
            device = $"/dev/loop{Check(Control(control, LoopGetFree, 0), "find a free loop device")}";
            SafeFileHandle loop = File.OpenHandle(device, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
            if (Control(loop, LoopConfigure, config) == 0)
            {
                return loop;
            }

            // Somebody else may have taken it in between.
            int error = Marshal.GetLastPInvokeError();
            loop.Dispose();
            if (error != Busy)
            {
                throw new Win32Exception(error, $"put {device} on {file}");
            }
        }
    }

    internal static void Mount(string device, string directory, string type, string options) =>
        Check(MountDevice(device, directory, type, 0, options), $"mount {type} {device}");

    /// <summary>Unmounts. What ended processes and loop devices still hold there they let go of a moment later.</summary>
    internal static void Unmount(string directory)
    {
        int result = 0;
        if (!SpinWait.SpinUntil(() => (result = UnmountDirectory(directory, 0)) == 0 || Marshal.GetLastPInvokeError() != Busy, Patience))
        {
            Marshal.SetLastPInvokeError(Busy);
        }

        Check(result, $"unmount {directory}");
    }

    /// <summary>Makes a file share all blocks of another one.</summary>
    internal static void Clone(string source, string target)
    {
        using SafeFileHandle from = File.OpenHandle(source, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using SafeFileHandle to = File.OpenHandle(target, FileMode.Create, FileAccess.ReadWrite, FileShare.ReadWrite);
        Check(Control(to, CloneFile, from.DangerousGetHandle()), $"clone {source}");
    }

    /// <summary>The names of a file's extended attributes, each with a zero behind it; of a symbolic link its own.</summary>
    internal static string Attributes(string path)
    {
        byte[] names = new byte[4096];
        int length = Check((int)ListAttributes(path, names, names.Length), $"list the attributes of {path}");
        return System.Text.Encoding.UTF8.GetString(names, 0, length);
    }

    /// <summary>How many names a file has.</summary>
    internal static int LinkCount(string path)
    {
        const int CurrentDirectory = -100, NoFollow = 0x100, LinkCountMask = 4, LinkCountOffset = 16;
        byte[] status = new byte[256];
        Check(ExtendedStatus(CurrentDirectory, path, NoFollow, LinkCountMask, status), $"look at {path}");
        return MemoryMarshal.Read<int>(status.AsSpan(LinkCountOffset));
    }

    private static int Check(int result, string what) =>
        result >= 0 ? result : throw new Win32Exception(Marshal.GetLastPInvokeError(), $"{what}: {Marshal.GetLastPInvokeErrorMessage()}");

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(SafeFileHandle file, nuint request, nint argument);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(SafeFileHandle file, nuint request, byte[] argument);

    [LibraryImport("libc", EntryPoint = "mount", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MountDevice(string device, string directory, string type, nuint flags, string data);

    [LibraryImport("libc", EntryPoint = "umount2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int UnmountDirectory(string directory, int flags);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ExtendedStatus(int directory, string path, int flags, uint mask, byte[] status);

    [LibraryImport("libc", EntryPoint = "llistxattr", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint ListAttributes(string path, byte[] names, nint length);
}
