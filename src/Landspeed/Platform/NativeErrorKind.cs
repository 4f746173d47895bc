namespace Landspeed;

/// <summary>The meaning of a native error to a caller, independent of the operating system.</summary>
public enum NativeErrorKind
{
    /// <summary>No error.</summary>
    None,

    /// <summary>A signal interrupted the call before it did anything; the same call can be repeated.</summary>
    Interrupted,

    /// <summary>The call would have blocked, or a resource was temporarily short; try again later.</summary>
    WouldBlock,

    /// <summary>The file or directory does not exist.</summary>
    NotFound,

    /// <summary>The name already exists.</summary>
    AlreadyExists,

    /// <summary>The user lacks the permission.</summary>
    AccessDenied,

    /// <summary>The operating system, a sandbox or the file's flags forbid the operation to everyone.</summary>
    NotPermitted,

    /// <summary>The file system is mounted read-only, or became so.</summary>
    ReadOnly,

    /// <summary>The volume has no space left.</summary>
    NoSpace,

    /// <summary>The user's quota is exhausted.</summary>
    QuotaExceeded,

    /// <summary>The file would exceed the largest size that the file system or a limit of the process allows.</summary>
    FileTooLarge,

    /// <summary>An argument is wrong; with direct I/O usually a misaligned address, offset or length.</summary>
    InvalidArgument,

    /// <summary>The file system, the device or the kernel does not support the operation.</summary>
    NotSupported,

    /// <summary>There is not enough memory, or the limit on locked memory is too low.</summary>
    OutOfMemory,

    /// <summary>The device or the file system reported damage or failure.</summary>
    DeviceFailure,

    /// <summary>The path names a directory.</summary>
    IsDirectory,

    /// <summary>Another process or handle holds the resource.</summary>
    Busy,

    /// <summary>The request was cancelled before it ran.</summary>
    Cancelled,

    /// <summary>Too many files are open.</summary>
    TooManyFiles,

    /// <summary>The system moved no bytes and reported no error although bytes had to be moved.</summary>
    NoProgress,

    /// <summary>Any other error; see its code and name.</summary>
    Other,

    /// <summary>The file already has as many names as its file system allows.</summary>
    TooManyLinks,
}
