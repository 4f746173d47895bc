namespace Landspeed.Platform;

/// <summary>The status of a file at one moment, as the system reports it.</summary>
internal readonly record struct FileStatus
{
    /// <summary>The kind of the file.</summary>
    public required FileKind Kind { get; init; }

    /// <summary>Length of the file in bytes.</summary>
    public required long Length { get; init; }

    /// <summary>Bytes allocated by the file system, including unwritten reservations.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>The request size that the file system prefers for buffered requests, bytes.</summary>
    public required int PreferredBlockSize { get; init; }

    /// <summary>Inode number, unique within its file system.</summary>
    public required ulong Inode { get; init; }

    /// <summary>
    /// Device of the file system; anonymous (major 0) for btrfs, tmpfs, network, FUSE and overlay file systems.
    /// </summary>
    public required DeviceNumber Device { get; init; }

    /// <summary>Number of the mount, as in the mount table; 0 if the kernel does not report it.</summary>
    public required ulong MountId { get; init; }

    /// <summary>Number of names (hard links) of the file.</summary>
    public required uint LinkCount { get; init; }

    /// <summary>Time of the last change of the content.</summary>
    public required FileTime Modified { get; init; }

    /// <summary>Time of the last access.</summary>
    public FileTime Accessed { get; init; }

    /// <summary>Time of the last change of content, permissions, owner, names or attributes; cannot be set.</summary>
    public FileTime Changed { get; init; }

    /// <summary>
    /// The 12 permission bits: read, write, execute for owner, group and others, set-user-id, set-group-id, sticky.
    /// </summary>
    public int Permissions { get; init; }

    /// <summary>True if it may only grow (chattr +a); in such a directory names can only be added.</summary>
    internal bool IsAppendOnly { get; init; }

    /// <summary>
    /// True if the file system was told to compress it (chattr +c), or for a directory, new files in it.
    /// </summary>
    internal bool IsCompressed { get; init; }

    /// <summary>User number of the owner.</summary>
    public uint UserId { get; init; }

    /// <summary>Number of the group.</summary>
    public uint GroupId { get; init; }

    /// <summary>The device of a device node.</summary>
    public DeviceNumber NodeDevice { get; init; }

    /// <summary>Creation time, or null if the file system does not keep it.</summary>
    public required FileTime? Born { get; init; }

    /// <summary>
    /// True if the kernel reports alignments for direct I/O (Linux 6.1 and a file system that supports it).
    /// </summary>
    public required bool DirectAlignmentKnown { get; init; }

    /// <summary>
    /// Required alignment of memory addresses for direct I/O, bytes; 0 if the file does not support direct I/O.
    /// </summary>
    public required int DirectMemoryAlignment { get; init; }

    /// <summary>
    /// Required alignment of offset and length for direct I/O, bytes; 0 if the file does not support direct I/O.
    /// </summary>
    public required int DirectOffsetAlignment { get; init; }

    /// <summary>
    /// Required alignment of offset and length for direct reads, bytes; 0 if not reported separately (before Linux
    /// 6.14).
    /// </summary>
    public required int DirectReadOffsetAlignment { get; init; }
}
