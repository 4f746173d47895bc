namespace Landspeed.Testing.Faults;

/// <summary>Error numbers of Linux that a fault may give.</summary>
public enum Errno
{
    None = 0,
    EPERM = 1,
    ENOENT = 2,
    EINTR = 4,
    EIO = 5,
    ENOMEM = 12,
    EACCES = 13,
    EBUSY = 16,
    EEXIST = 17,
    EXDEV = 18,
    EINVAL = 22,
    EMFILE = 24,
    EFBIG = 27,
    ENOSPC = 28,
    EROFS = 30,
    EMLINK = 31,
    EOPNOTSUPP = 95,
    ETIMEDOUT = 110,
    ESTALE = 116,
    EDQUOT = 122,
}
