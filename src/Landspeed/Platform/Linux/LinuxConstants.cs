using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>
/// Numbers of the kernel's interface. A test compares them with the system's own headers; those that differ by CPU are
/// chosen at run time.
/// </summary>
internal static class LinuxConstants
{
    internal const int O_RDONLY = 0;
    internal const int O_WRONLY = 1;
    internal const int O_RDWR = 2;
    internal const int O_ACCMODE = 3;
    internal const int O_CREAT = 0x40;
    internal const int O_EXCL = 0x80;
    internal const int O_NONBLOCK = 0x800;
    internal const int O_NOATIME = 0x40000;
    internal const int O_CLOEXEC = 0x80000;
    internal const int AT_SYMLINK_NOFOLLOW = 0x100;
    internal const int AT_SYMLINK_FOLLOW = 0x400;
    internal const int AT_REMOVEDIR = 0x200;
    internal const int RENAME_NOREPLACE = 1;
    internal const int RENAME_EXCHANGE = 2;
    internal const int SEEK_SET = 0;
    internal const int SEEK_DATA = 3;
    internal const int SEEK_HOLE = 4;
    internal const uint FICLONE = 0x40049409;
    internal const uint FIONREAD = 0x541B;
    internal const uint LOOP_CTL_GET_FREE = 0x4C82;
    internal const uint LOOP_CONFIGURE = 0x4C0A;
    internal const uint LOOP_GET_STATUS64 = 0x4C05;
    internal const uint LO_FLAGS_AUTOCLEAR = 4;
    internal const uint LO_FLAGS_DIRECT_IO = 16;
    internal const int MNT_DETACH = 2;
    internal const int UMOUNT_NOFOLLOW = 8;
    internal const int O_PATH = 0x200000;
    internal const int PATH_MAX = 4096; // with the terminating null
    internal const int AT_FDCWD = -100;
    internal const int AT_EMPTY_PATH = 0x1000;
    internal const int AT_STATX_FORCE_SYNC = 0x2000;
    internal const int F_GETFL = 3;
    internal const int F_SETFL = 4;

    // Events that wait for an answer.
    internal const uint FAN_OPEN_PERM = 0x10000;
    internal const uint FAN_ACCESS_PERM = 0x20000;
    internal const uint FAN_OPEN_EXEC_PERM = 0x40000;
    internal const uint FAN_PRE_ACCESS = 0x100000;

    internal const int F_GETFD = 1;
    internal const int F_DUPFD_CLOEXEC = 1030;
    internal const int FD_CLOEXEC = 1;
    internal const int POLLIN = 1;
    internal const int POLLOUT = 4;

    internal const int RTLD_NOW = 2;
    internal const int RTLD_GLOBAL = 0x100;

    internal const int RWF_DSYNC = 0x2;
    internal const int RWF_NOWAIT = 0x8;
    internal const int RWF_DONTCACHE = 0x80;

    internal const int FALLOC_FL_KEEP_SIZE = 1;
    internal const int FALLOC_FL_PUNCH_HOLE = 2;

    internal const uint STATX_BASIC_STATS = 0x7FF;
    internal const uint STATX_BTIME = 0x800;
    internal const uint STATX_MNT_ID = 0x1000;
    internal const ulong STATX_ATTR_COMPRESSED = 0x4;
    internal const ulong STATX_ATTR_APPEND = 0x20;
    internal const uint STATX_DIOALIGN = 0x2000;
    internal const uint STATX_DIO_READ_ALIGN = 0x20000;

    internal const int S_IFMT = 0xF000;
    internal const int S_IFSOCK = 0xC000;
    internal const int S_IFLNK = 0xA000;
    internal const int S_IFREG = 0x8000;
    internal const int S_IFBLK = 0x6000;
    internal const int S_IFDIR = 0x4000;
    internal const int S_IFCHR = 0x2000;
    internal const int S_IFIFO = 0x1000;

    internal const long ST_RDONLY = 1;
    internal const long ST_NOSUID = 2;
    internal const uint FS_IOC_GETFLAGS = 0x80086601;
    internal const uint FS_IOC_SETFLAGS = 0x40086602;
    internal const int FS_NOCOW_FL = 0x0080_0000;
    internal const uint FS_IOC_FIEMAP = 0xC020660B;
    internal const uint FIEMAP_FLAG_SYNC = 1;
    internal const uint FS_IOC_GETFSMAP = 0xC0C0583B;
    internal const uint FMH_OF_DEV_T = 1;

    internal const int EFD_CLOEXEC = 0x80000;
    internal const int EFD_NONBLOCK = 0x800;
    internal const int LOCK_SH = 1;
    internal const int LOCK_EX = 2;
    internal const int LOCK_NB = 4;
    internal const int LOCK_UN = 8;

    internal const int PROT_READ = 1;
    internal const int PROT_WRITE = 2;
    internal const int MAP_SHARED = 1;
    internal const int MAP_PRIVATE = 2;
    internal const int MAP_ANONYMOUS = 0x20;
    internal const int MAP_NORESERVE = 0x4000;
    internal const int MAP_POPULATE = 0x8000;
    internal const int MADV_DONTFORK = 10;
    internal const int MADV_HUGEPAGE = 14;
    internal const int MADV_POPULATE_WRITE = 23;

    internal const int FUTEX_WAIT_PRIVATE = 128;
    internal const int PR_SET_TIMERSLACK = 29;
    internal const int FUTEX_WAKE_PRIVATE = 129;
    internal const int SIGKILL = 9;
    internal const int SIGPIPE = 13;
    internal const int SIGTERM = 15;
    internal const int SIGXFSZ = 25;
    internal const short POSIX_SPAWN_SETSIGDEF = 4;
    internal const short POSIX_SPAWN_SETSID = 0x80;
    internal const int P_PID = 1;
    internal const int WEXITED = 4;
    internal const int WNOWAIT = 0x1000000;
    internal const nint SIG_IGN = 1;
    internal const int RLIMIT_NOFILE = 7;
    internal const int RUSAGE_SELF = 0;
    internal const int RUSAGE_THREAD = 1;

    internal const int SYS_io_uring_setup = 425;
    internal const int SYS_io_uring_enter = 426;
    internal const int SYS_io_uring_register = 427;
    internal const int SYS_cachestat = 451;

    private static readonly bool s_x64 = RuntimeInformation.ProcessArchitecture == Architecture.X64;
    private static readonly bool s_arm64 = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    /// <summary>Bypass the page cache: 0x4000 on x64 and riscv64, 0x10000 on arm64, where 0x4000 means "directory".</summary>
    internal static int O_DIRECT => s_arm64 ? 0x10000 : 0x4000;

    /// <summary>Only directories: 0x10000 on x64 and riscv64, 0x4000 on arm64.</summary>
    internal static int O_DIRECTORY => s_arm64 ? 0x4000 : 0x10000;

    /// <summary>A file without a name in a directory: 0x400000 and the O_DIRECTORY bit.</summary>
    internal static int O_TMPFILE => 0x400000 | O_DIRECTORY;

    /// <summary>Refuse a symbolic link as the last component: 0x20000 on x64 and riscv64, 0x8000 on arm64.</summary>
    internal static int O_NOFOLLOW => s_arm64 ? 0x8000 : 0x20000;

    /// <summary>Number of getdents64(2): 217 on x64, 61 on asm-generic CPUs.</summary>
    internal static int SYS_getdents64 => s_x64 ? 217 : 61;

    /// <summary>Number of renameat2(2): 316 on x64, 276 on asm-generic CPUs.</summary>
    internal static int SYS_renameat2 => s_x64 ? 316 : 276;

    /// <summary>Number of futex(2): 202 on x64, 98 on asm-generic CPUs.</summary>
    internal static int SYS_futex => s_x64 ? 202 : 98;
}
