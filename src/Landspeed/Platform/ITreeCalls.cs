using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// The system's calls on names in an open directory, and on a file's metadata. No name is ever looked up from the root,
/// so that replacing a parent directory cannot redirect a call, and no symbolic link is followed.
/// </summary>
/// <remarks>
/// One system call per method, without policy and without exceptions for what the system refuses. Thread-safe. A
/// <em>name</em> is one component, without a slash. A call interrupted by a signal returns
/// <see cref="NativeErrorKind.Interrupted"/>; the caller repeats it.
/// </remarks>
internal interface ITreeCalls
{
    /// <summary>Opens or creates an entry of a directory, close-on-exec; never waits for a FIFO's other end.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry; a symbolic link returns an error.</param>
    /// <param name="opening">How to open it.</param>
    /// <param name="permissions">
    /// The 12 permission bits of a new file, less the umask except for the owner; ignored otherwise.
    /// </param>
    /// <param name="handle">The open entry, owned by the caller, or null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Open(
        SafeFileHandle directory, FilePath name, EntryOpening opening, int permissions, out SafeFileHandle? handle);

    /// <summary>Opens a directory by its path from the working directory or the root; symbolic links are followed.</summary>
    /// <param name="path">The directory.</param>
    /// <param name="handle">The open directory, owned by the caller, or null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenDirectory(FilePath path, out SafeFileHandle? handle);

    /// <summary>
    /// Opens a directory by its path for calls on names in it; the permission to search it suffices. It can be neither
    /// listed nor flushed. Source: open(2), O_PATH.
    /// </summary>
    /// <param name="path">The directory; symbolic links are followed.</param>
    /// <param name="handle">The open directory, owned by the caller, or null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenForNames(FilePath path, out SafeFileHandle? handle);

    /// <summary>Gets the status of an entry without opening it.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <param name="status">The result, for a symbolic link that of the link itself; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Status(SafeFileHandle directory, FilePath name, out FileStatus status);

    /// <summary>Reads the next names of a directory, in the directory's order (getdents64).</summary>
    /// <param name="directory">A directory opened for reading; its position moves on.</param>
    /// <param name="buffer">
    /// Receives records for <see cref="DirectoryRecords"/>; 64 KiB recommended, at least 4 KiB.
    /// </param>
    /// <returns>Bytes filled, 0 at the end; or the error.</returns>
    NativeResult ReadNames(SafeFileHandle directory, Span<byte> buffer);

    /// <summary>Resets a directory's reading position to its first name.</summary>
    /// <param name="directory">An open directory.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Rewind(SafeFileHandle directory);

    /// <summary>Creates a directory.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The new name.</param>
    /// <param name="permissions">The permission bits, less the umask except for the owner.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateDirectory(SafeFileHandle directory, FilePath name, int permissions);

    /// <summary>Gives an entry another name, possibly in another directory of the same file system.</summary>
    /// <param name="from">Its directory.</param>
    /// <param name="name">Its name.</param>
    /// <param name="to">The new directory.</param>
    /// <param name="newName">The new name.</param>
    /// <param name="rule">What to do with an existing entry of the new name.</param>
    /// <returns>
    /// 0, or the error; not-supported or invalid-argument if the file system does not support the rule.
    /// </returns>
    NativeResult Rename(SafeFileHandle from, FilePath name, SafeFileHandle to, FilePath newName, RenameRule rule);

    /// <summary>Removes a name that is not a directory.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Remove(SafeFileHandle directory, FilePath name);

    /// <summary>Removes an empty directory.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <returns>0, or the error.</returns>
    NativeResult RemoveDirectory(SafeFileHandle directory, FilePath name);

    /// <summary>Gives a file an additional name (hard link); for a symbolic link, links the link itself.</summary>
    /// <param name="from">A directory.</param>
    /// <param name="name">An entry of it.</param>
    /// <param name="to">The directory of the new name.</param>
    /// <param name="newName">The new name; must not exist yet.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Link(SafeFileHandle from, FilePath name, SafeFileHandle to, FilePath newName);

    /// <summary>Gives a file created without a name its first one.</summary>
    /// <param name="file">From <see cref="EntryOpening.CreateUnnamed"/>.</param>
    /// <param name="directory">A directory of the same file system.</param>
    /// <param name="newName">The name; must not exist yet.</param>
    /// <returns>0, or the error; not-found if the system does not show descriptors by name.</returns>
    NativeResult LinkUnnamed(SafeFileHandle file, SafeFileHandle directory, FilePath newName);

    /// <summary>Creates a symbolic link.</summary>
    /// <param name="content">Its destination, stored unchanged.</param>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The new name; must not exist yet.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateSymbolicLink(FilePath content, SafeFileHandle directory, FilePath name);

    /// <summary>Reads the destination of a symbolic link.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The link.</param>
    /// <param name="content">Receives the bytes; 4,096 suffice on Linux.</param>
    /// <returns>Bytes filled, cut off if there is not enough room; or the error.</returns>
    NativeResult ReadSymbolicLink(SafeFileHandle directory, FilePath name, Span<byte> content);

    /// <summary>Creates a FIFO, a socket or a device node.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The new name; must not exist yet.</param>
    /// <param name="kind">The kind to create.</param>
    /// <param name="permissions">The permission bits; the umask applies.</param>
    /// <param name="device">The device of a device node; ignored otherwise.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateNode(
        SafeFileHandle directory, FilePath name, FileKind kind, int permissions, DeviceNumber device);

    /// <summary>Sets the 12 permission bits, including set-id and sticky.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="permissions">The bits.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetPermissions(SafeFileHandle handle, int permissions);

    /// <summary>
    /// Sets the permission bits of an entry that cannot be opened, for example a FIFO; not of a symbolic link.
    /// </summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry, created by the caller: a symbolic link would be followed.</param>
    /// <param name="permissions">The bits.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetEntryPermissions(SafeFileHandle directory, FilePath name, int permissions);

    /// <summary>Sets owner and group; clears set-id bits.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="userId">The owner.</param>
    /// <param name="groupId">The group.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetOwner(SafeFileHandle handle, uint userId, uint groupId);

    /// <summary>Sets owner and group of an entry; for a symbolic link, of the link itself.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <param name="userId">The owner.</param>
    /// <param name="groupId">The group.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetEntryOwner(SafeFileHandle directory, FilePath name, uint userId, uint groupId);

    /// <summary>Sets the times of the last access and the last change of content.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="accessed">Last access.</param>
    /// <param name="modified">Last change of content.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetTimes(SafeFileHandle handle, FileTime accessed, FileTime modified);

    /// <summary>Sets the times of an entry; for a symbolic link, of the link itself.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <param name="accessed">Last access.</param>
    /// <param name="modified">Last change of content.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetEntryTimes(SafeFileHandle directory, FilePath name, FileTime accessed, FileTime modified);

    /// <summary>
    /// Lists the names of a file's extended attributes, including ACLs, each followed by a zero byte.
    /// </summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="names">Receives the names; may be empty to query the required room.</param>
    /// <returns>Total bytes of the names; or the error.</returns>
    NativeResult ListAttributes(SafeFileHandle handle, Span<byte> names);

    /// <summary>Reads an extended attribute.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="name">The full name's bytes.</param>
    /// <param name="value">Receives the value; may be empty to query the required room.</param>
    /// <returns>Bytes of the value; or the error.</returns>
    NativeResult GetAttribute(SafeFileHandle handle, FilePath name, Span<byte> value);

    /// <summary>Sets an extended attribute.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="name">The full name's bytes.</param>
    /// <param name="value">The value.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetAttribute(SafeFileHandle handle, FilePath name, ReadOnlySpan<byte> value);

    /// <summary>Removes an extended attribute.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="name">The full name's bytes.</param>
    /// <returns>0, or the error.</returns>
    NativeResult RemoveAttribute(SafeFileHandle handle, FilePath name);

    /// <summary>
    /// Checks whether a file is written in place on a file system that writes others to a new place (FS_NOCOW_FL,
    /// chattr +C). Source: FS_IOC_GETFLAGS.
    /// </summary>
    /// <param name="file">Open.</param>
    /// <returns>1 or 0; or the error.</returns>
    NativeResult IsWrittenInPlace(SafeFileHandle file);

    /// <summary>Makes an empty file be written in place. Source: FS_IOC_SETFLAGS.</summary>
    /// <param name="file">Open for writing.</param>
    /// <returns>0, or the error.</returns>
    NativeResult WriteInPlace(SafeFileHandle file);

    /// <summary>Makes a file share all blocks of another on the same file system (FICLONE).</summary>
    /// <param name="target">An empty file, open for writing.</param>
    /// <param name="source">A file open for reading.</param>
    /// <returns>0, or the error.</returns>
    NativeResult ShareBlocks(SafeFileHandle target, SafeFileHandle source);

    /// <summary>
    /// Finds where the next data, or the next hole, begins (lseek). A hint: some file systems report data where there
    /// is none.
    /// </summary>
    /// <param name="handle">An open file; its position moves.</param>
    /// <param name="offset">Where to start searching.</param>
    /// <param name="sought">What to look for.</param>
    /// <returns>
    /// The offset; not-found (ENXIO) if there is no more data, or at and beyond the end of the file; or the error.
    /// </returns>
    NativeResult Seek(SafeFileHandle handle, long offset, SparsePart sought);

    /// <summary>Reads at the position of a file or pipe.</summary>
    /// <param name="handle">Open for reading.</param>
    /// <param name="address">Memory for the bytes.</param>
    /// <param name="length">Bytes wanted, 1 or more.</param>
    /// <returns>Bytes read, 0 at the end; or the error.</returns>
    NativeResult ReadNext(SafeFileHandle handle, nint address, int length);

    /// <summary>Writes at the position of a file or pipe.</summary>
    /// <param name="handle">Open for writing.</param>
    /// <param name="address">The bytes.</param>
    /// <param name="length">Number of bytes, 1 or more.</param>
    /// <returns>Bytes written, possibly fewer; or the error.</returns>
    NativeResult WriteNext(SafeFileHandle handle, nint address, int length);

    /// <summary>Writes to a pipe as much as there is room for, without waiting for more room.</summary>
    /// <param name="handle">Open for writing.</param>
    /// <param name="address">The bytes.</param>
    /// <param name="length">Number of bytes, 1 or more.</param>
    /// <returns>
    /// Bytes written, possibly fewer; would-block if there is no room; not-supported if the kernel cannot guarantee not
    /// to wait, as for named pipes and terminals; or the error.
    /// </returns>
    NativeResult WriteNextAtOnce(SafeFileHandle handle, nint address, int length);

    /// <summary>Waits until a transfer would not block.</summary>
    /// <param name="handle">A pipe, socket or terminal; a file never waits.</param>
    /// <param name="toWrite">True to wait for room; false to wait for bytes or the end.</param>
    /// <param name="milliseconds">Maximum wait in milliseconds.</param>
    /// <returns>1 if a transfer can go on or has an error to report, 0 if the time is up; or the error.</returns>
    NativeResult WaitReady(SafeFileHandle handle, bool toWrite, int milliseconds);

    /// <summary>
    /// Checks whether this process was started with a file: the number of a standard stream that was closed goes to
    /// whatever is opened next.
    /// </summary>
    /// <param name="handle">Any descriptor of a file.</param>
    /// <returns>1 if it was, 0 if the file was opened later; or the error.</returns>
    NativeResult IsInherited(SafeFileHandle handle);

    /// <summary>Checks whether an open file may be written through this descriptor (fcntl).</summary>
    /// <param name="handle">Any descriptor of a file.</param>
    /// <returns>1 if it may, 0 if not; or the error.</returns>
    NativeResult IsWritable(SafeFileHandle handle);

    /// <summary>Creates another descriptor, close-on-exec, of the same open file; both share one position.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="duplicate">The descriptor, owned by the caller, or null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Duplicate(SafeFileHandle handle, out SafeFileHandle? duplicate);

    /// <summary>Gets the full name of an open file, as the system currently knows it.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>Null if the system does not show it.</returns>
    FilePath? NameOf(SafeFileHandle handle);

    /// <summary>
    /// Gets a path by which .NET's file classes can open an open file whatever its name: they accept only text, and
    /// prefix it with the working directory's name as text.
    /// </summary>
    /// <param name="handle">An open file or directory; the path leads to it while it is open.</param>
    /// <returns>The path.</returns>
    string TextPathOf(SafeFileHandle handle);

    /// <summary>
    /// Checks whether any process has a file of a given name open, under whatever path it sees the file, because locks
    /// do not reach from one mount to another.
    /// </summary>
    /// <param name="name">One component that no other file has as its name.</param>
    /// <param name="except">An open file of this process that is not counted.</param>
    /// <returns>
    /// Also false if the processes of other users cannot be inspected. Reads one link per open file of the machine.
    /// </returns>
    bool IsOpenElsewhere(FilePath name, SafeFileHandle except);

    /// <summary>
    /// Closes a file and returns the result: some file systems report a failed write or an exceeded quota only here.
    /// </summary>
    /// <param name="handle">Owned by the caller; closed afterwards in any case.</param>
    /// <returns>0, or the error; the call is never repeated.</returns>
    NativeResult Close(SafeFileHandle handle);

    /// <summary>Gets what <see cref="Close"/> would report, but leaves the file open.</summary>
    /// <param name="handle">Owned by the caller.</param>
    /// <returns>0, or the error; the call is never repeated.</returns>
    /// <remarks>
    /// Closes a duplicate, because a file system is notified of each descriptor that is closed. Source: close(2),
    /// dup(2).
    /// </remarks>
    NativeResult CloseDuplicate(SafeFileHandle handle);

    /// <summary>Gets the identity of this process for the file system: effective user, group, and the umask.</summary>
    /// <returns>The identity.</returns>
    ProcessIdentity Identity();
}

/// <summary>How an entry of a directory is opened.</summary>
internal enum EntryOpening
{
    /// <summary>An existing file, for reading.</summary>
    Read,

    /// <summary>
    /// An existing file, for reading without changing its access time (O_NOATIME); not-permitted if the file belongs to
    /// another user.
    /// </summary>
    ReadUnnoticed,

    /// <summary>An existing file, for reading and writing.</summary>
    ReadWrite,

    /// <summary>A new file, for reading and writing; the name must not exist.</summary>
    CreateNew,

    /// <summary>
    /// A new file without a name, for reading and writing, in the directory that is opened (its name is <c>.</c>);
    /// not-supported or another error if the file system has no such files. It vanishes when it is closed, unless
    /// <see cref="ITreeCalls.LinkUnnamed"/> gave it a name. Source: open(2), O_TMPFILE.
    /// </summary>
    CreateUnnamed,

    /// <summary>An existing directory, for reading its names and accessing its entries.</summary>
    Directory,

    /// <summary>Anything, only to query its status (O_PATH); for a symbolic link, the link itself.</summary>
    Identify,
}

/// <summary>What renaming does with an existing entry of the new name.</summary>
internal enum RenameRule
{
    /// <summary>Replaces it in one step.</summary>
    Replace,

    /// <summary>Keeps it, and fails with already-exists.</summary>
    MustBeFree,

    /// <summary>Exchanges the two names in one step.</summary>
    Exchange,
}

/// <summary>What to look for in a sparse file.</summary>
internal enum SparsePart
{
    /// <summary>Data, or what the file system reports as data.</summary>
    Data,

    /// <summary>A hole; the end of the file counts as one.</summary>
    Hole,
}

/// <summary>The identity with which a process creates files.</summary>
/// <param name="UserId">Effective user: the owner of new files.</param>
/// <param name="GroupId">Effective group: the group of new files, unless they inherit their directory's.</param>
/// <param name="CreationMask">The umask: permission bits that new files do not get.</param>
internal readonly record struct ProcessIdentity(uint UserId, uint GroupId, int CreationMask)
{
    /// <summary>True for the super-user, who may read, write and give away everything.</summary>
    public bool IsRoot => UserId == 0;

    /// <summary>
    /// The mask actually applied: the owner keeps all rights, or nothing could be done with what is created.
    /// </summary>
    public int MaskOfMade => CreationMask & ~FilePermissions.OwnDirectory;
}
