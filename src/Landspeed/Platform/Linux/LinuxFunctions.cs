using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform.Linux;

/// <summary>
/// The C library's entry points. Variadic functions (open, fcntl, ioctl, syscall) are called with fixed integer
/// arguments, which Linux on x64, arm64 and riscv64 passes the same way.
/// </summary>
internal static unsafe partial class LinuxFunctions
{
    private const string C = "libc";

    [LibraryImport(C, EntryPoint = "open", SetLastError = true)]
    internal static partial int Open(byte* path, int flags, uint mode);

    [LibraryImport(C, EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Fcntl(SafeFileHandle file, int command, nint argument);

    [LibraryImport(C, EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Fcntl(int descriptor, int command, nint argument);

    [LibraryImport(C, EntryPoint = "preadv2", SetLastError = true)]
    internal static partial nint Preadv2(SafeFileHandle file, IoVector* vector, int count, long offset, int flags);

    [LibraryImport(C, EntryPoint = "pwritev2", SetLastError = true)]
    internal static partial nint Pwritev2(SafeFileHandle file, IoVector* vector, int count, long offset, int flags);

    [LibraryImport(C, EntryPoint = "pread", SetLastError = true)]
    internal static partial nint Pread(SafeFileHandle file, nint address, nuint length, long offset);

    [LibraryImport(C, EntryPoint = "pwrite", SetLastError = true)]
    internal static partial nint Pwrite(SafeFileHandle file, nint address, nuint length, long offset);

    [LibraryImport(C, EntryPoint = "getrandom", SetLastError = true)]
    internal static partial nint GetRandom(void* buffer, nuint length, uint flags);

    [LibraryImport(C, EntryPoint = "fopen", SetLastError = true)]
    internal static partial nint Fopen(byte* path, byte* mode);

    [LibraryImport(C, EntryPoint = "fread", SetLastError = true)]
    internal static partial nuint Fread(nint address, nuint size, nuint count, nint stream);

    [LibraryImport(C, EntryPoint = "fwrite", SetLastError = true)]
    internal static partial nuint Fwrite(nint address, nuint size, nuint count, nint stream);

    [LibraryImport(C, EntryPoint = "fseeko", SetLastError = true)]
    internal static partial int Fseeko(nint stream, long offset, int origin);

    [LibraryImport(C, EntryPoint = "fflush", SetLastError = true)]
    internal static partial int Fflush(nint stream);

    [LibraryImport(C, EntryPoint = "fclose", SetLastError = true)]
    internal static partial int Fclose(nint stream);

    [LibraryImport(C, EntryPoint = "ferror")]
    internal static partial int Ferror(nint stream);

    [LibraryImport(C, EntryPoint = "dlopen")]
    internal static partial nint DlOpen(byte* file, int mode);

    [LibraryImport(C, EntryPoint = "dlsym")]
    internal static partial nint DlSym(nint library, byte* symbol);

    [LibraryImport(C, EntryPoint = "dlerror")]
    internal static partial byte* DlError();

    [LibraryImport(C, EntryPoint = "setenv", SetLastError = true)]
    internal static partial int SetEnv(byte* name, byte* value, int overwrite);

    [LibraryImport(C, EntryPoint = "eventfd", SetLastError = true)]
    internal static partial int EventFd(uint initial, int flags);

    [LibraryImport(C, EntryPoint = "read", SetLastError = true)]
    internal static partial nint Read(SafeFileHandle file, void* memory, nuint length);

    [LibraryImport(C, EntryPoint = "write", SetLastError = true)]
    internal static partial nint Write(SafeFileHandle file, void* memory, nuint length);

    [LibraryImport(C, EntryPoint = "poll", SetLastError = true)]
    internal static partial int Poll(PollDescriptor* files, nuint count, int milliseconds);

    [LibraryImport(C, EntryPoint = "flock", SetLastError = true)]
    internal static partial int Flock(SafeFileHandle file, int operation);

    [LibraryImport(C, EntryPoint = "fdatasync", SetLastError = true)]
    internal static partial int Fdatasync(SafeFileHandle file);

    [LibraryImport(C, EntryPoint = "fsync", SetLastError = true)]
    internal static partial int Fsync(SafeFileHandle file);

    [LibraryImport(C, EntryPoint = "syncfs", SetLastError = true)]
    internal static partial int Syncfs(SafeFileHandle file);

    [LibraryImport(C, EntryPoint = "ftruncate", SetLastError = true)]
    internal static partial int Ftruncate(SafeFileHandle file, long length);

    [LibraryImport(C, EntryPoint = "fallocate", SetLastError = true)]
    internal static partial int Fallocate(SafeFileHandle file, int mode, long offset, long length);

    /// <summary>Returns the error rather than setting errno.</summary>
    [LibraryImport(C, EntryPoint = "posix_fadvise")]
    internal static partial int PosixFadvise(SafeFileHandle file, long offset, long length, int advice);

    [LibraryImport(C, EntryPoint = "statx", SetLastError = true)]
    internal static partial int Statx(int directory, byte* path, int flags, uint mask, Statx* status);

    [LibraryImport(C, EntryPoint = "statx", SetLastError = true)]
    internal static partial int Statx(SafeFileHandle file, byte* path, int flags, uint mask, Statx* status);

    [LibraryImport(C, EntryPoint = "fstatfs", SetLastError = true)]
    internal static partial int Fstatfs(SafeFileHandle file, StatFs* status);

    [LibraryImport(C, EntryPoint = "ioctl", SetLastError = true)]
    internal static partial int Ioctl(SafeFileHandle file, nuint request, void* argument);

    [LibraryImport(C, EntryPoint = "mount", SetLastError = true)]
    internal static partial int Mount(byte* source, byte* target, byte* type, nuint flags, byte* data);

    [LibraryImport(C, EntryPoint = "umount2", SetLastError = true)]
    internal static partial int Umount2(byte* target, int flags);

    [LibraryImport(C, EntryPoint = "ioctl", SetLastError = true)]
    internal static partial int Ioctl(SafeFileHandle file, nuint request, SafeFileHandle argument);

    [LibraryImport(C, EntryPoint = "fgetxattr", SetLastError = true)]
    internal static partial nint Fgetxattr(SafeFileHandle file, byte* name, byte* value, nuint size);

    [LibraryImport(C, EntryPoint = "fsetxattr", SetLastError = true)]
    internal static partial int Fsetxattr(SafeFileHandle file, byte* name, byte* value, nuint size, int flags);

    [LibraryImport(C, EntryPoint = "fremovexattr", SetLastError = true)]
    internal static partial int Fremovexattr(SafeFileHandle file, byte* name);

    [LibraryImport(C, EntryPoint = "unlink", SetLastError = true)]
    internal static partial int Unlink(byte* path);

    [LibraryImport(C, EntryPoint = "openat", SetLastError = true)]
    internal static partial int OpenAt(SafeFileHandle directory, byte* name, int flags, uint mode);

    [LibraryImport(C, EntryPoint = "mkdirat", SetLastError = true)]
    internal static partial int MkdirAt(SafeFileHandle directory, byte* name, uint mode);

    [LibraryImport(C, EntryPoint = "unlinkat", SetLastError = true)]
    internal static partial int UnlinkAt(SafeFileHandle directory, byte* name, int flags);

    [LibraryImport(C, EntryPoint = "linkat", SetLastError = true)]
    internal static partial int LinkAt(
        SafeFileHandle from, byte* name, SafeFileHandle to, byte* newName, int flags);

    [LibraryImport(C, EntryPoint = "symlinkat", SetLastError = true)]
    internal static partial int SymlinkAt(byte* content, SafeFileHandle directory, byte* name);

    [LibraryImport(C, EntryPoint = "readlinkat", SetLastError = true)]
    internal static partial nint ReadlinkAt(SafeFileHandle directory, byte* name, byte* content, nuint size);

    [LibraryImport(C, EntryPoint = "mknodat", SetLastError = true)]
    internal static partial int MknodAt(SafeFileHandle directory, byte* name, uint mode, ulong device);

    [LibraryImport(C, EntryPoint = "fchmod", SetLastError = true)]
    internal static partial int Fchmod(SafeFileHandle file, uint mode);

    [LibraryImport(C, EntryPoint = "fchmodat", SetLastError = true)]
    internal static partial int FchmodAt(SafeFileHandle directory, byte* name, uint mode, int flags);

    [LibraryImport(C, EntryPoint = "fchown", SetLastError = true)]
    internal static partial int Fchown(SafeFileHandle file, uint userId, uint groupId);

    [LibraryImport(C, EntryPoint = "fchownat", SetLastError = true)]
    internal static partial int FchownAt(SafeFileHandle directory, byte* name, uint userId, uint groupId, int flags);

    [LibraryImport(C, EntryPoint = "futimens", SetLastError = true)]
    internal static partial int Futimens(SafeFileHandle file, TimeSpecification* times);

    [LibraryImport(C, EntryPoint = "utimensat", SetLastError = true)]
    internal static partial int UtimensAt(SafeFileHandle directory, byte* name, TimeSpecification* times, int flags);

    [LibraryImport(C, EntryPoint = "flistxattr", SetLastError = true)]
    internal static partial nint Flistxattr(SafeFileHandle file, byte* names, nuint size);

    [LibraryImport(C, EntryPoint = "lseek", SetLastError = true)]
    internal static partial nint Lseek(SafeFileHandle file, long offset, int whence);

    [LibraryImport(C, EntryPoint = "geteuid")]
    internal static partial uint Geteuid();

    [LibraryImport(C, EntryPoint = "setfsuid")]
    internal static partial uint Setfsuid(uint userId);

    [LibraryImport(C, EntryPoint = "prctl", SetLastError = true)]
    internal static partial int Prctl(int option, nuint first, nuint second, nuint third, nuint fourth);

    [LibraryImport(C, EntryPoint = "getegid")]
    internal static partial uint Getegid();

    [LibraryImport(C, EntryPoint = "close", SetLastError = true)]
    internal static partial int Close(int descriptor);

    [LibraryImport(C, EntryPoint = "mmap", SetLastError = true)]
    internal static partial nint Mmap(nint address, nuint length, int protection, int flags, int descriptor, long offset);

    [LibraryImport(C, EntryPoint = "mmap", SetLastError = true)]
    internal static partial nint Mmap(
        nint address, nuint length, int protection, int flags, SafeFileHandle file, long offset);

    [LibraryImport(C, EntryPoint = "munmap", SetLastError = true)]
    internal static partial int Munmap(nint address, nuint length);

    [LibraryImport(C, EntryPoint = "madvise", SetLastError = true)]
    internal static partial int Madvise(nint address, nuint length, int advice);

    [LibraryImport(C, EntryPoint = "mincore", SetLastError = true)]
    internal static partial int Mincore(nint address, nuint length, byte* residency);

    [LibraryImport(C, EntryPoint = "signal", SetLastError = true)]
    internal static partial nint Signal(int number, nint handler);

    [LibraryImport(C, EntryPoint = "getrlimit", SetLastError = true)]
    internal static partial int Getrlimit(int resource, ulong* limits);

    [LibraryImport(C, EntryPoint = "getrusage", SetLastError = true)]
    internal static partial int Getrusage(int who, ResourceUsage* usage);

    [LibraryImport(C, EntryPoint = "sync")]
    internal static partial void Sync();

    [LibraryImport(C, EntryPoint = "pipe2", SetLastError = true)]
    internal static partial int Pipe2(int* ends, int flags);

    /// <summary>Returns the error rather than setting errno.</summary>
    [LibraryImport(C, EntryPoint = "posix_spawn")]
    internal static partial int PosixSpawn(int* id, byte* path, void* actions, void* attributes, byte** words, byte** variables);

    [LibraryImport(C, EntryPoint = "posix_spawn_file_actions_init")]
    internal static partial int PosixSpawnFileActionsInit(void* actions);

    [LibraryImport(C, EntryPoint = "posix_spawn_file_actions_adddup2")]
    internal static partial int PosixSpawnFileActionsAddDup2(void* actions, int from, int to);

    [LibraryImport(C, EntryPoint = "posix_spawn_file_actions_destroy")]
    internal static partial int PosixSpawnFileActionsDestroy(void* actions);

    [LibraryImport(C, EntryPoint = "posix_spawnattr_init")]
    internal static partial int PosixSpawnAttributesInit(void* attributes);

    [LibraryImport(C, EntryPoint = "posix_spawnattr_setflags")]
    internal static partial int PosixSpawnAttributesSetFlags(void* attributes, short flags);

    [LibraryImport(C, EntryPoint = "posix_spawnattr_setsigdefault")]
    internal static partial int PosixSpawnAttributesSetDefault(void* attributes, void* signals);

    [LibraryImport(C, EntryPoint = "posix_spawnattr_destroy")]
    internal static partial int PosixSpawnAttributesDestroy(void* attributes);

    [LibraryImport(C, EntryPoint = "sigemptyset")]
    internal static partial int SigEmptySet(void* signals);

    [LibraryImport(C, EntryPoint = "sigaddset")]
    internal static partial int SigAddSet(void* signals, int number);

    [LibraryImport(C, EntryPoint = "waitid", SetLastError = true)]
    internal static partial int WaitId(int kind, uint id, void* information, int options);

    [LibraryImport(C, EntryPoint = "wait4", SetLastError = true)]
    internal static partial int Wait4(int id, int* status, int options, ResourceUsage* usage);

    [LibraryImport(C, EntryPoint = "kill", SetLastError = true)]
    internal static partial int Kill(int id, int signal);

    [LibraryImport(C, EntryPoint = "sched_setaffinity", SetLastError = true)]
    internal static partial int SchedSetAffinity(int id, nuint length, ulong* processors);

    [LibraryImport(C, EntryPoint = "sched_getaffinity", SetLastError = true)]
    internal static partial int SchedGetAffinity(int id, nuint length, ulong* processors);

    [LibraryImport(C, EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint Syscall(
        nint number, nint first, nint second, nint third, nint fourth, nint fifth, nint sixth);

    [LibraryImport(C, EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint Syscall(
        nint number, SafeFileHandle first, nint second, nint third, nint fourth, nint fifth, nint sixth);

    [LibraryImport(C, EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint Syscall(
        nint number, SafeFileHandle first, byte* second, SafeFileHandle third, byte* fourth, nint fifth);

    /// <summary>Turns a C return value into a result; reads errno at once.</summary>
    internal static NativeResult Result(nint value) =>
        value == -1 ? new NativeResult(-Marshal.GetLastPInvokeError()) : new NativeResult(value);

    /// <summary>Converts the result of a call that opens a descriptor: 0 and its handle, or the error.</summary>
    internal static NativeResult Opened(nint value, out SafeFileHandle? handle)
    {
        NativeResult result = Result(value);
        handle = result.Succeeded ? new SafeFileHandle((nint)result.Value, ownsHandle: true) : null;
        return result.Succeeded ? default : result;
    }

    /// <summary>Converts the result of a call that maps memory: 0 and its address, or the error.</summary>
    internal static NativeResult Mapped(nint mapping, out nint address)
    {
        NativeResult result = Result(mapping);
        address = result.Succeeded ? mapping : 0;
        return result.Succeeded ? default : result;
    }
}

/// <summary>struct iovec.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct IoVector
{
    internal nint Address;
    internal nuint Length;
}

/// <summary>struct pollfd.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollDescriptor
{
    internal int File;
    internal ushort Wanted;
    internal ushort Found;
}

/// <summary>struct timespec on 64-bit Linux.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpecification
{
    internal long Seconds;
    internal long Nanoseconds;
}

/// <summary>struct rusage on 64-bit Linux, 144 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 144)]
internal struct ResourceUsage
{
    [FieldOffset(0)] internal long UserSeconds;
    [FieldOffset(8)] internal long UserMicroseconds;
    [FieldOffset(16)] internal long SystemSeconds;
    [FieldOffset(24)] internal long SystemMicroseconds;
    [FieldOffset(128)] internal long VoluntarySwitches;
    [FieldOffset(136)] internal long InvoluntarySwitches;
}
