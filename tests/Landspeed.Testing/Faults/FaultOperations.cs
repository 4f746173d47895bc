namespace Landspeed.Testing.Faults;

/// <summary>Operations at which a fault can act. <see cref="FaultPoint"/> knows <see cref="Transfers"/>,
/// <see cref="FaultMount"/> all but <see cref="Mmap"/> and <see cref="Unclear"/>.</summary>
[Flags]
public enum FaultOperations
{
    None = 0,
    Read = 1 << 0,
    Write = 1 << 1,
    Fallocate = 1 << 2,
    Truncate = 1 << 3,
    Mmap = 1 << 4,

    /// <summary>A read or write of io_uring on a file that its process has open for both: the kernel does not
    /// say which.</summary>
    Unclear = 1 << 5,
    Open = 1 << 6,
    Create = 1 << 7,
    Fsync = 1 << 8,

    /// <summary>What close sends.</summary>
    Flush = 1 << 9,
    Rename = 1 << 10,
    Chmod = 1 << 11,
    Chown = 1 << 12,
    Utimens = 1 << 13,
    Setxattr = 1 << 14,
    Getxattr = 1 << 15,
    Listxattr = 1 << 16,
    Removexattr = 1 << 17,
    Unlink = 1 << 18,
    Mkdir = 1 << 19,
    Rmdir = 1 << 20,
    Link = 1 << 21,
    Symlink = 1 << 22,
    Readlink = 1 << 23,
    Mknod = 1 << 24,
    Fsyncdir = 1 << 25,
    Opendir = 1 << 26,
    Readdir = 1 << 27,
    Getattr = 1 << 28,
    Statfs = 1 << 29,
    Lseek = 1 << 30,

    /// <summary>Everything at which a <see cref="FaultPoint"/> stands.</summary>
    Transfers = Read | Write | Fallocate | Truncate | Mmap | Unclear,

    /// <summary>Everything that changes a file system, and opening, where a copier can be killed between two
    /// states.</summary>
    Steps = Open | Create | Write | Fallocate | Truncate | Fsync | Flush | Rename | Chmod | Chown | Utimens | Setxattr
        | Removexattr | Unlink | Mkdir | Rmdir | Link | Symlink | Mknod | Fsyncdir,

    /// <summary>Queries of a file system, and reading; but not the question for a file's
    /// status, which comes with every name.</summary>
    Lookups = Read | Getxattr | Listxattr | Readlink | Opendir | Readdir | Statfs | Lseek,
}
