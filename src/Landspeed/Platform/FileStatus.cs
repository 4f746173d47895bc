namespace Landspeed.Platform;

/// <summary>What the system says of one file at one moment.</summary>
public readonly record struct FileStatus
{
    /// <summary>What the name stands for.</summary>
    public required FileKind Kind { get; init; }

    /// <summary>Bytes in the file.</summary>
    public required long Length { get; init; }

    /// <summary>Bytes that the file system has allocated, unwritten reservations included.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>The size that the file system prefers for buffered requests, bytes.</summary>
    public required int PreferredBlockSize { get; init; }

    /// <summary>Number within its file system.</summary>
    public required ulong Inode { get; init; }

    /// <summary>Device of the file system; anonymous (major 0) for btrfs, tmpfs, network, FUSE and overlay.</summary>
    public required DeviceNumber Device { get; init; }

    /// <summary>Number of the mount, as in the mount table; 0 when the kernel does not report it.</summary>
    public required ulong MountId { get; init; }

    /// <summary>Names that the file has.</summary>
    public required uint LinkCount { get; init; }

    /// <summary>Last change of the content.</summary>
    public required FileTime Modified { get; init; }

    /// <summary>Last access.</summary>
    public FileTime Accessed { get; init; }

    /// <summary>Last change of content, permissions, owner, names or attributes; nobody can set it.</summary>
    public FileTime Changed { get; init; }

    /// <summary>The 12 permission bits: read, write, execute for three, set-user-id, set-group-id, sticky.</summary>
    public int Permissions { get; init; }

    /// <summary>Whether it may only grow (chattr +a): of a directory, names can only be added.</summary>
    internal bool IsAppendOnly { get; init; }

    /// <summary>Whether the file system was asked to compress it (chattr +c), or what is made in it.</summary>
    internal bool IsCompressed { get; init; }

    /// <summary>The owner.</summary>
    public uint UserId { get; init; }

    /// <summary>The group.</summary>
    public uint GroupId { get; init; }

    /// <summary>The device that a device node stands for.</summary>
    public DeviceNumber NodeDevice { get; init; }

    /// <summary>When the file was made; null where the file system does not keep it.</summary>
    public required FileTime? Born { get; init; }

    /// <summary>Whether the kernel answered for direct I/O (Linux 6.1 and a file system that supports the question).</summary>
    public required bool DirectAlignmentKnown { get; init; }

    /// <summary>Alignment of the memory address for direct I/O, bytes; 0: no direct I/O on this file.</summary>
    public required int DirectMemoryAlignment { get; init; }

    /// <summary>Alignment of offset and length for direct I/O, bytes; 0: no direct I/O on this file.</summary>
    public required int DirectOffsetAlignment { get; init; }

    /// <summary>Alignment of offset and length for direct reads, bytes; 0 when not reported separately (before Linux 6.14).</summary>
    public required int DirectReadOffsetAlignment { get; init; }
}
