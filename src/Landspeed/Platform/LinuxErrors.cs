using System.Globalization;

namespace Landspeed.Platform;

/// <summary>errno values of Linux; the same on x64, arm64 and riscv64 (asm-generic/errno.h).</summary>
/// <remarks>Beside <see cref="NativeError"/>, whose meaning it is: the contracts see no system's folder.</remarks>
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
    internal const int EOVERFLOW = 75;
    internal const int EOPNOTSUPP = 95;
    internal const int ENOBUFS = 105;
    internal const int ETIMEDOUT = 110;
    internal const int ESTALE = 116;
    internal const int EDQUOT = 122;
    internal const int ECANCELED = 125;

    private readonly record struct Entry(int Code, string Name, NativeErrorKind Kind, string Description);

    // The first entry of a kind is the one that CodeOf gives.
    private static readonly Entry[] s_entries =
    [
        new(EINTR, nameof(EINTR), NativeErrorKind.Interrupted, "interrupted by a signal"),
        new(EAGAIN, nameof(EAGAIN), NativeErrorKind.WouldBlock, "a resource is short for the moment"),
        new(ENOENT, nameof(ENOENT), NativeErrorKind.NotFound, "no such file or directory"),
        new(ENOTDIR, nameof(ENOTDIR), NativeErrorKind.NotFound, "a part of the path is not a directory"),
        new(ENODATA, nameof(ENODATA), NativeErrorKind.NotFound, "no such attribute"),
        new(ENODEV, nameof(ENODEV), NativeErrorKind.NotFound, "no such device"),
        new(ENXIO, nameof(ENXIO), NativeErrorKind.NotFound, "no such device or nobody at the other end"),
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
        new(EBUSY, nameof(EBUSY), NativeErrorKind.Busy, "in use by somebody else"),
        new(ETXTBSY, nameof(ETXTBSY), NativeErrorKind.Busy, "the program is running"),
        new(ECANCELED, nameof(ECANCELED), NativeErrorKind.Cancelled, "cancelled"),
        new(EMFILE, nameof(EMFILE), NativeErrorKind.TooManyFiles, "too many open files in this process: raise the limit (ulimit -n)"),
        new(ENFILE, nameof(ENFILE), NativeErrorKind.TooManyFiles, "too many open files in the system"),
        new(EBADF, nameof(EBADF), NativeErrorKind.Other, "not an open file, or not open for this"),
        new(EFAULT, nameof(EFAULT), NativeErrorKind.Other, "bad address"),
        new(EXDEV, nameof(EXDEV), NativeErrorKind.Other, "on another file system"),
        new(ERANGE, nameof(ERANGE), NativeErrorKind.Other, "the answer does not fit"),
        new(EMLINK, nameof(EMLINK), NativeErrorKind.TooManyLinks, "the file has as many names as it can have"),
        new(EPIPE, nameof(EPIPE), NativeErrorKind.Other, "nobody reads at the other end any more"),
        new(ENOTEMPTY, nameof(ENOTEMPTY), NativeErrorKind.Other, "the directory is not empty"),
        new(ENAMETOOLONG, nameof(ENAMETOOLONG), NativeErrorKind.Other, "the name is too long"),
        new(ELOOP, nameof(ELOOP), NativeErrorKind.Other, "too many symbolic links"),
        new(ETIME, nameof(ETIME), NativeErrorKind.Other, "time is up"),
        new(ETIMEDOUT, nameof(ETIMEDOUT), NativeErrorKind.Other, "time is up"),
        new(EOVERFLOW, nameof(EOVERFLOW), NativeErrorKind.Other, "a value does not fit"),
        new(ESTALE, nameof(ESTALE), NativeErrorKind.Other, "the file is gone from its server"),
    ];

    internal static NativeErrorKind KindOf(int code) =>
        code == 0 ? NativeErrorKind.None : Find(code)?.Kind ?? NativeErrorKind.Other;

    internal static string NameOf(int code) =>
        Find(code)?.Name ?? string.Create(CultureInfo.InvariantCulture, $"errno {code}");

    internal static string DescriptionOf(int code) => Find(code)?.Description ?? "unknown error";

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

    /// <summary>All codes with their names, for the comparison with the system's headers.</summary>
    internal static IEnumerable<(string Name, int Code)> All() => s_entries.Select(entry => (entry.Name, entry.Code));

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
