using System.Globalization;

namespace Landspeed.Platform;

/// <summary>errno values of Linux, which are the same on x64, arm64 and riscv64 (asm-generic/errno.h).</summary>
/// <remarks>
/// Placed beside <see cref="NativeError"/>, which it gives meaning to, because the contracts may not depend on a
/// system's folder.
/// </remarks>
internal static class LinuxErrors
{
    internal const int EPERM = 1;
    internal const int ENOENT = 2;
    internal const int EINTR = 4;
    internal const int EIO = 5;
    internal const int ENXIO = 6;
    internal const int EBADF = 9;
    internal const int EAGAIN = 11;
    internal const int ENOMEM = 12;
    internal const int EACCES = 13;
    internal const int EFAULT = 14;
    internal const int EBUSY = 16;
    internal const int EEXIST = 17;
    internal const int EXDEV = 18;
    internal const int ENODEV = 19;
    internal const int ENOTDIR = 20;
    internal const int EISDIR = 21;
    internal const int EINVAL = 22;
    internal const int ENFILE = 23;
    internal const int EMFILE = 24;
    internal const int ENOTTY = 25;
    internal const int ETXTBSY = 26;
    internal const int EFBIG = 27;
    internal const int ENOSPC = 28;
    internal const int ESPIPE = 29;
    internal const int EROFS = 30;
    internal const int EMLINK = 31;
    internal const int EPIPE = 32;
    internal const int ERANGE = 34;
    internal const int ENAMETOOLONG = 36;
    internal const int ENOSYS = 38;
    internal const int ENOTEMPTY = 39;
    internal const int ELOOP = 40;
    internal const int ENODATA = 61;
    internal const int ETIME = 62;
    internal const int ENOLINK = 67;
    internal const int EOVERFLOW = 75;
    internal const int EOPNOTSUPP = 95;
    internal const int ENOBUFS = 105;
    internal const int ETIMEDOUT = 110;
    internal const int ESTALE = 116;
    internal const int EREMOTEIO = 121;
    internal const int EDQUOT = 122;
    internal const int ECANCELED = 125;

    private readonly record struct Entry(int Code, string Name, NativeErrorKind Kind, string Description);

    // The first entry of a kind is the one that CodeOf returns.
    private static readonly Entry[] s_entries =
    [
        new(EINTR, nameof(EINTR), NativeErrorKind.Interrupted, "interrupted by a signal"),
        new(EAGAIN, nameof(EAGAIN), NativeErrorKind.WouldBlock, "a resource is short for the moment"),
        new(ENOENT, nameof(ENOENT), NativeErrorKind.NotFound, "no such file or directory"),
        new(ENOTDIR, nameof(ENOTDIR), NativeErrorKind.NotFound, "a part of the path is not a directory"),
        new(ENODATA, nameof(ENODATA), NativeErrorKind.NotFound, "no such attribute"),
        new(ENODEV, nameof(ENODEV), NativeErrorKind.NotFound, "no such device"),
        new(ENXIO, nameof(ENXIO), NativeErrorKind.NotFound, "no such device, or no process at the other end"),
        new(EEXIST, nameof(EEXIST), NativeErrorKind.AlreadyExists, "the name exists already"),
        new(EACCES, nameof(EACCES), NativeErrorKind.AccessDenied, "permission denied"),
        new(EPERM, nameof(EPERM), NativeErrorKind.NotPermitted, "operation not permitted"),
        new(EROFS, nameof(EROFS), NativeErrorKind.ReadOnly, "the file system is read-only"),
        new(ENOSPC, nameof(ENOSPC), NativeErrorKind.NoSpace, "no space left on the volume"),
        new(EDQUOT, nameof(EDQUOT), NativeErrorKind.QuotaExceeded, "the disk quota is used up"),
        new(
            EFBIG,
            nameof(EFBIG),
            NativeErrorKind.FileTooLarge,
            "the file would become larger than the limit of file sizes (ulimit -f) or the file system allows"),
        new(EINVAL, nameof(EINVAL), NativeErrorKind.InvalidArgument, "invalid argument"),
        new(EOPNOTSUPP, nameof(EOPNOTSUPP), NativeErrorKind.NotSupported, "not supported here"),
        new(ENOSYS, nameof(ENOSYS), NativeErrorKind.NotSupported, "the kernel does not know this call"),
        new(ENOTTY, nameof(ENOTTY), NativeErrorKind.NotSupported, "the file does not know this operation"),
        new(ESPIPE, nameof(ESPIPE), NativeErrorKind.NotSupported, "the file has no positions"),
        new(ENOMEM, nameof(ENOMEM), NativeErrorKind.OutOfMemory, "not enough memory, or above a memory limit"),
        new(ENOBUFS, nameof(ENOBUFS), NativeErrorKind.OutOfMemory, "no buffer space"),
        new(EIO, nameof(EIO), NativeErrorKind.DeviceFailure, "input/output error"),
        new(EISDIR, nameof(EISDIR), NativeErrorKind.IsDirectory, "it is a directory"),
        new(EBUSY, nameof(EBUSY), NativeErrorKind.Busy, "in use by another process"),
        new(ETXTBSY, nameof(ETXTBSY), NativeErrorKind.Busy, "the program is running"),
        new(ECANCELED, nameof(ECANCELED), NativeErrorKind.Cancelled, "cancelled"),
        new(EMFILE, nameof(EMFILE), NativeErrorKind.TooManyFiles, "too many open files in this process: raise the limit (ulimit -n)"),
        new(ENFILE, nameof(ENFILE), NativeErrorKind.TooManyFiles, "too many open files in the system"),
        new(EBADF, nameof(EBADF), NativeErrorKind.Other, "not an open file, or not open for this"),
        new(EFAULT, nameof(EFAULT), NativeErrorKind.Other, "bad address"),
        new(EXDEV, nameof(EXDEV), NativeErrorKind.Other, "on another file system"),
        new(ERANGE, nameof(ERANGE), NativeErrorKind.Other, "the answer does not fit"),
        new(EMLINK, nameof(EMLINK), NativeErrorKind.TooManyLinks, "the file has as many names as it can have"),
        new(EPIPE, nameof(EPIPE), NativeErrorKind.Other, "no process reads at the other end any more"),
        new(ENOTEMPTY, nameof(ENOTEMPTY), NativeErrorKind.Other, "the directory is not empty"),
        new(ENAMETOOLONG, nameof(ENAMETOOLONG), NativeErrorKind.Other, "the name is too long"),
        new(ELOOP, nameof(ELOOP), NativeErrorKind.Other, "too many symbolic links"),
        new(ETIME, nameof(ETIME), NativeErrorKind.Other, "time is up"),
        new(ETIMEDOUT, nameof(ETIMEDOUT), NativeErrorKind.Other, "time is up"),
        new(ENOLINK, nameof(ENOLINK), NativeErrorKind.Other, "the link to the device or server was severed"),
        new(EREMOTEIO, nameof(EREMOTEIO), NativeErrorKind.Other, "input/output error of the remote side"),
        new(EOVERFLOW, nameof(EOVERFLOW), NativeErrorKind.Other, "a value does not fit"),
        new(ESTALE, nameof(ESTALE), NativeErrorKind.Other, "the file is gone from its server"),
    ];

    // Codes with a name only: no call of ours is known to return them, but some file systems may.
    private static readonly (int Code, string Name, string Description)[] s_others =
    [
        (3, "ESRCH", "no such process"),
        (7, "E2BIG", "too much is given at once"),
        (8, "ENOEXEC", "not a program of this system"),
        (10, "ECHILD", "no child process"),
        (15, "ENOTBLK", "not a block device"),
        (33, "EDOM", "a number outside the range"),
        (35, "EDEADLK", "waiting would be for ever (deadlock)"),
        (37, "ENOLCK", "no more locks are available"),
        (42, "ENOMSG", "no message of desired type"),
        (43, "EIDRM", "identifier removed"),
        (44, "ECHRNG", "channel number out of range"),
        (45, "EL2NSYNC", "level 2 not synchronized"),
        (46, "EL3HLT", "level 3 halted"),
        (47, "EL3RST", "level 3 reset"),
        (48, "ELNRNG", "link number out of range"),
        (49, "EUNATCH", "protocol driver not attached"),
        (50, "ENOCSI", "no CSI structure available"),
        (51, "EL2HLT", "level 2 halted"),
        (52, "EBADE", "invalid exchange"),
        (53, "EBADR", "invalid request descriptor"),
        (54, "EXFULL", "exchange full"),
        (55, "ENOANO", "no anode"),
        (56, "EBADRQC", "invalid request code"),
        (57, "EBADSLT", "invalid slot"),
        (59, "EBFONT", "bad font file format"),
        (60, "ENOSTR", "device not a stream"),
        (63, "ENOSR", "out of streams resources"),
        (64, "ENONET", "machine is not on the network"),
        (65, "ENOPKG", "package not installed"),
        (66, "EREMOTE", "object is remote"),
        (68, "EADV", "advertise error"),
        (69, "ESRMNT", "srmount error"),
        (70, "ECOMM", "communication error on send"),
        (71, "EPROTO", "protocol error"),
        (72, "EMULTIHOP", "multihop attempted"),
        (73, "EDOTDOT", "RFS specific error"),
        (74, "EBADMSG", "a message that cannot be read; of a file system: a checksum is wrong"),
        (76, "ENOTUNIQ", "name not unique on network"),
        (77, "EBADFD", "file descriptor in bad state"),
        (78, "EREMCHG", "remote address changed"),
        (79, "ELIBACC", "can not access a needed shared library"),
        (80, "ELIBBAD", "accessing a corrupted shared library"),
        (81, "ELIBSCN", ".lib section in a.out corrupted"),
        (82, "ELIBMAX", "attempting to link in too many shared libraries"),
        (83, "ELIBEXEC", "cannot exec a shared library directly"),
        (84, "EILSEQ", "invalid or incomplete multibyte or wide character"),
        (85, "ERESTART", "interrupted system call should be restarted"),
        (86, "ESTRPIPE", "streams pipe error"),
        (87, "EUSERS", "too many users"),
        (88, "ENOTSOCK", "socket operation on non-socket"),
        (89, "EDESTADDRREQ", "destination address required"),
        (90, "EMSGSIZE", "message too long"),
        (91, "EPROTOTYPE", "protocol wrong type for socket"),
        (92, "ENOPROTOOPT", "protocol not available"),
        (93, "EPROTONOSUPPORT", "the protocol is not supported"),
        (94, "ESOCKTNOSUPPORT", "socket type not supported"),
        (96, "EPFNOSUPPORT", "protocol family not supported"),
        (97, "EAFNOSUPPORT", "address family not supported by protocol"),
        (98, "EADDRINUSE", "address already in use"),
        (99, "EADDRNOTAVAIL", "cannot assign requested address"),
        (100, "ENETDOWN", "the network is down"),
        (101, "ENETUNREACH", "the network cannot be reached"),
        (102, "ENETRESET", "network dropped connection on reset"),
        (103, "ECONNABORTED", "the connection was aborted"),
        (104, "ECONNRESET", "the connection was reset by the other side"),
        (106, "EISCONN", "transport endpoint is already connected"),
        (107, "ENOTCONN", "not connected: the server of this file system has ended (FUSE, network)"),
        (108, "ESHUTDOWN", "the transport was shut down"),
        (109, "ETOOMANYREFS", "too many references: cannot splice"),
        (111, "ECONNREFUSED", "the connection was refused"),
        (112, "EHOSTDOWN", "the host is down"),
        (113, "EHOSTUNREACH", "no route to the host"),
        (114, "EALREADY", "operation already in progress"),
        (115, "EINPROGRESS", "operation now in progress"),
        (117, "EUCLEAN", "the file system is damaged: unmount and check it"),
        (118, "ENOTNAM", "not a XENIX named type file"),
        (119, "ENAVAIL", "no XENIX semaphores available"),
        (120, "EISNAM", "is a named type file"),
        (123, "ENOMEDIUM", "no medium in the drive"),
        (124, "EMEDIUMTYPE", "the medium is of the wrong type"),
        (126, "ENOKEY", "no key to read this encrypted file or directory: unlock it"),
        (127, "EKEYEXPIRED", "the key has expired"),
        (128, "EKEYREVOKED", "the key was revoked"),
        (129, "EKEYREJECTED", "the key was rejected by the service"),
        (130, "EOWNERDEAD", "the owner died"),
        (131, "ENOTRECOVERABLE", "the state cannot be recovered"),
        (132, "ERFKILL", "switched off by RF-kill"),
        (133, "EHWPOISON", "the memory page has a hardware error"),
    ];

    // The last three are what the block layer reports of a failed transport, target and medium.
    // Source: block/blk-core.c.
    internal static bool MayPass(int code) => code is EIO or ETIMEDOUT or ESTALE or ENOLINK or EREMOTEIO or ENODATA;

    internal static NativeErrorKind KindOf(int code) =>
        code == 0 ? NativeErrorKind.None : Find(code)?.Kind ?? NativeErrorKind.Other;

    internal static string NameOf(int code) =>
        Find(code)?.Name ?? Other(code).Name ?? string.Create(CultureInfo.InvariantCulture, $"errno {code}");

    internal static string DescriptionOf(int code) =>
        Find(code)?.Description ?? Other(code).Description ?? "unknown error";

    internal static int CodeOf(NativeErrorKind kind)
    {
        foreach (Entry entry in s_entries)
        {
            if (entry.Kind == kind)
            {
                return entry.Code;
            }
        }

        return 0;
    }

    /// <summary>Returns all codes with their names, for the comparison with the system's headers.</summary>
    internal static IEnumerable<(string Name, int Code)> All() => s_entries.Select(entry => (entry.Name, entry.Code));

    private static (int Code, string? Name, string? Description) Other(int code) =>
        s_others.FirstOrDefault(other => other.Code == code);

    private static Entry? Find(int code)
    {
        foreach (ref readonly Entry entry in s_entries.AsSpan())
        {
            if (entry.Code == code)
            {
                return entry;
            }
        }

        return null;
    }
}
