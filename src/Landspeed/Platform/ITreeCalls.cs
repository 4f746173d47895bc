using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// The system's calls on names below an open directory, and on what a file carries besides its bytes. No name is ever
/// looked up from the root, so that exchanging a directory above cannot redirect a call; and no symbolic link is
/// followed.
/// </summary>
/// <remarks>
/// One system call per method, no policy, no exception for what the machine refuses. Thread-safe. A <em>name</em> is one
/// component: no slash. A call interrupted by a signal returns <see cref="NativeErrorKind.Interrupted"/>; the caller repeats
/// it.
/// </remarks>
internal interface ITreeCalls
{
    /// <summary>Opens, or creates, an entry of a directory, close-on-exec; never waits for a FIFO's other end.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry; a symbolic link gives an error.</param>
    /// <param name="opening">What to do with it.</param>
    /// <param name="permissions">
    /// The 12 permission bits of a new file, which the umask narrows for all but the owner; ignored otherwise.
    /// </param>
    /// <param name="handle">The open entry, owned by the caller; null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Open(
        SafeFileHandle directory, FilePath name, EntryOpening opening, int permissions, out SafeFileHandle? handle);

    /// <summary>Opens a directory by its path from the working directory or the root; symbolic links are followed.</summary>
    /// <param name="path">The directory.</param>
    /// <param name="handle">The open directory, owned by the caller; null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenDirectory(FilePath path, out SafeFileHandle? handle);

    /// <summary>
    /// Opens a directory by its path for calls on names in it; the right to search it is enough. It can be neither
    /// listed nor flushed. Source: open(2), O_PATH.
    /// </summary>
    /// <param name="path">The directory; symbolic links are followed.</param>
    /// <param name="handle">The open directory, owned by the caller; null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenForNames(FilePath path, out SafeFileHandle? handle);

    /// <summary>Asks what an entry is, without opening it.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <param name="status">The answer, of a symbolic link itself; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Status(SafeFileHandle directory, FilePath name, out FileStatus status);

    /// <summary>Reads the next names of a directory, in its own order (getdents64).</summary>
    /// <param name="directory">A directory opened for reading; its position moves on.</param>
    /// <param name="buffer">Receives records for <see cref="DirectoryRecords"/>; 64 KiB is good, 4 KiB the least.</param>
    /// <returns>Bytes filled, 0 at the end; or the error.</returns>
    NativeResult ReadNames(SafeFileHandle directory, Span<byte> buffer);

    /// <summary>Sets a directory's reading position back to its first name.</summary>
    /// <param name="directory">An open directory.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Rewind(SafeFileHandle directory);

    /// <summary>Makes a directory.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The new name.</param>
    /// <param name="permissions">The permission bits, which the umask narrows for all but the owner.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateDirectory(SafeFileHandle directory, FilePath name, int permissions);

    /// <summary>Gives an entry another name, perhaps in another directory of the same file system.</summary>
    /// <param name="from">Its directory.</param>
    /// <param name="name">Its name.</param>
    /// <param name="to">The new directory.</param>
    /// <param name="newName">The new name.</param>
    /// <param name="rule">What happens to an entry that has the new name.</param>
    /// <returns>0, or the error; not-supported or invalid-argument where the file system does not know the rule.</returns>
    NativeResult Rename(SafeFileHandle from, FilePath name, SafeFileHandle to, FilePath newName, RenameRule rule);

    /// <summary>Removes a name that is no directory.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Remove(SafeFileHandle directory, FilePath name);

    /// <summary>Removes an empty directory.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <returns>0, or the error.</returns>
    NativeResult RemoveDirectory(SafeFileHandle directory, FilePath name);

    /// <summary>Gives a file a further name (hard link); of a symbolic link, the link itself.</summary>
    /// <param name="from">A directory.</param>
    /// <param name="name">An entry of it.</param>
    /// <param name="to">The directory of the new name.</param>
    /// <param name="newName">The new name; must be free.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Link(SafeFileHandle from, FilePath name, SafeFileHandle to, FilePath newName);

    /// <summary>Gives a file that was made without a name its first one.</summary>
    /// <param name="file">From <see cref="EntryOpening.CreateUnnamed"/>.</param>
    /// <param name="directory">A directory of the same file system.</param>
    /// <param name="newName">The name; must be free.</param>
    /// <returns>0, or the error; not-found where the system shows no descriptors by name.</returns>
    NativeResult LinkUnnamed(SafeFileHandle file, SafeFileHandle directory, FilePath newName);

    /// <summary>Makes a symbolic link.</summary>
    /// <param name="content">What it points to; taken as it is.</param>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The new name; must be free.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateSymbolicLink(FilePath content, SafeFileHandle directory, FilePath name);

    /// <summary>Reads what a symbolic link points to.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The link.</param>
    /// <param name="content">Receives the bytes; 4,096 suffice on Linux.</param>
    /// <returns>Bytes filled, cut at the room; or the error.</returns>
    NativeResult ReadSymbolicLink(SafeFileHandle directory, FilePath name, Span<byte> content);

    /// <summary>Makes a FIFO, a socket or a device node.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The new name; must be free.</param>
    /// <param name="kind">Which of them.</param>
    /// <param name="permissions">The permission bits, which the umask narrows.</param>
    /// <param name="device">The device that a device node stands for; ignored otherwise.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateNode(
        SafeFileHandle directory, FilePath name, FileKind kind, int permissions, DeviceNumber device);

    /// <summary>Sets the 12 permission bits, set-id and sticky included.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="permissions">The bits.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetPermissions(SafeFileHandle handle, int permissions);

    /// <summary>Sets the permission bits of an entry that cannot be opened, a FIFO for example; not of a symbolic link.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry, made by the caller: where it is a symbolic link, the link would be followed.</param>
    /// <param name="permissions">The bits.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetEntryPermissions(SafeFileHandle directory, FilePath name, int permissions);

    /// <summary>Sets owner and group; clears set-id bits.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="userId">The owner.</param>
    /// <param name="groupId">The group.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetOwner(SafeFileHandle handle, uint userId, uint groupId);

    /// <summary>Sets owner and group of an entry, of a symbolic link itself.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <param name="userId">The owner.</param>
    /// <param name="groupId">The group.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetEntryOwner(SafeFileHandle directory, FilePath name, uint userId, uint groupId);

    /// <summary>Sets the times of last access and last change of content.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="accessed">Last access.</param>
    /// <param name="modified">Last change of content.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetTimes(SafeFileHandle handle, FileTime accessed, FileTime modified);

    /// <summary>Sets the times of an entry, of a symbolic link itself.</summary>
    /// <param name="directory">An open directory.</param>
    /// <param name="name">The entry.</param>
    /// <param name="accessed">Last access.</param>
    /// <param name="modified">Last change of content.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetEntryTimes(SafeFileHandle directory, FilePath name, FileTime accessed, FileTime modified);

    /// <summary>Lists the names of a file's extended attributes, ACLs among them, each followed by a zero.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="names">Receives the names; may be empty, to ask how much room they need.</param>
    /// <returns>Bytes of all names; or the error.</returns>
    NativeResult ListAttributes(SafeFileHandle handle, Span<byte> names);

    /// <summary>Reads an extended attribute.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="name">The full name's bytes.</param>
    /// <param name="value">Receives the value; may be empty, to ask how much room it needs.</param>
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
    /// Whether a file is written in place where its file system writes others to a new place (FS_NOCOW_FL, chattr +C).
    /// Source: FS_IOC_GETFLAGS.
    /// </summary>
    /// <param name="file">Open.</param>
    /// <returns>1 or 0; or the error.</returns>
    NativeResult IsWrittenInPlace(SafeFileHandle file);

    /// <summary>Lets an empty file be written in place. Source: FS_IOC_SETFLAGS.</summary>
    /// <param name="file">Open for writing.</param>
    /// <returns>0, or the error.</returns>
    NativeResult WriteInPlace(SafeFileHandle file);

    /// <summary>Lets a file share all blocks of another of the same file system (FICLONE).</summary>
    /// <param name="target">An empty file, open for writing.</param>
    /// <param name="source">A file open for reading.</param>
    /// <returns>0, or the error.</returns>
    NativeResult ShareBlocks(SafeFileHandle target, SafeFileHandle source);

    /// <summary>Where the next data, or the next hole, begins (lseek). A hint: some file systems report data where there is none.</summary>
    /// <param name="handle">An open file; its position moves.</param>
    /// <param name="offset">Where to begin to look.</param>
    /// <param name="sought">What to look for.</param>
    /// <returns>The offset; not-found (ENXIO) when there is no more data, or at and beyond the end of the file; or the error.</returns>
    NativeResult Seek(SafeFileHandle handle, long offset, SeekTarget sought);

    /// <summary>Reads from where the file or pipe stands.</summary>
    /// <param name="handle">Open for reading.</param>
    /// <param name="address">Memory for the bytes.</param>
    /// <param name="length">Bytes wanted, 1 or more.</param>
    /// <returns>Bytes read, 0 at the end; or the error.</returns>
    NativeResult ReadNext(SafeFileHandle handle, nint address, int length);

    /// <summary>Writes where the file or pipe stands.</summary>
    /// <param name="handle">Open for writing.</param>
    /// <param name="address">The bytes.</param>
    /// <param name="length">How many, 1 or more.</param>
    /// <returns>Bytes written, perhaps fewer; or the error.</returns>
    NativeResult WriteNext(SafeFileHandle handle, nint address, int length);

    /// <summary>Writes where the pipe stands as much as there is room for, without waiting for more.</summary>
    /// <param name="handle">Open for writing.</param>
    /// <param name="address">The bytes.</param>
    /// <param name="length">How many, 1 or more.</param>
    /// <returns>
    /// Bytes written, perhaps fewer; would-block when there is no room; not-supported where the kernel cannot promise not to
    /// wait, as for named pipes and terminals; or the error.
    /// </returns>
    NativeResult WriteNextAtOnce(SafeFileHandle handle, nint address, int length);

    /// <summary>Waits until a transfer would not wait.</summary>
    /// <param name="handle">A pipe, socket or terminal; a file never waits.</param>
    /// <param name="toWrite">Whether room is waited for; else bytes, or the end.</param>
    /// <param name="milliseconds">How long at most.</param>
    /// <returns>1 when a transfer can go on or has an error to report, 0 when the time is up; or the error.</returns>
    NativeResult WaitReady(SafeFileHandle handle, bool toWrite, int milliseconds);

    /// <summary>
    /// Asks whether this process was started with a file: the number of a standard stream that was closed then goes to
    /// whatever is opened next.
    /// </summary>
    /// <param name="handle">Any number of a file.</param>
    /// <returns>1 when it was, 0 when the file was opened since; or the error.</returns>
    NativeResult IsInherited(SafeFileHandle handle);

    /// <summary>Asks whether an open file may be written through this descriptor (fcntl).</summary>
    /// <param name="handle">Any number of a file.</param>
    /// <returns>1 when it may, 0 when not; or the error.</returns>
    NativeResult IsWritable(SafeFileHandle handle);

    /// <summary>Makes another descriptor, close-on-exec, of the same open file: both have one position.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="duplicate">The descriptor, owned by the caller; null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Duplicate(SafeFileHandle handle, out SafeFileHandle? duplicate);

    /// <summary>The full name of an open file, as the system knows it now.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>Null when the system does not show it.</returns>
    FilePath? NameOf(SafeFileHandle handle);

    /// <summary>
    /// A path by which .NET's file classes reach what is open, whatever its name is: they take only text, and put the
    /// working directory's name before it, as text.
    /// </summary>
    /// <param name="handle">An open file or directory; the path leads to it as long as it is open.</param>
    /// <returns>The path.</returns>
    string TextPathOf(SafeFileHandle handle);

    /// <summary>Whether some process holds a file of a name open, wherever it sees the file: locks do not reach from one mount to another.</summary>
    /// <param name="name">One component that nothing else is called.</param>
    /// <param name="except">An open file of this process that does not count.</param>
    /// <returns>False also where the processes of others cannot be looked into. Reads a link for each open file of the machine.</returns>
    bool IsOpenElsewhere(FilePath name, SafeFileHandle except);

    /// <summary>
    /// Closes a file and returns the result: some file systems report a failed write or an exceeded quota only here.
    /// </summary>
    /// <param name="handle">Owned by the caller; closed afterwards in any case.</param>
    /// <returns>0, or the error; the call is never repeated.</returns>
    NativeResult Close(SafeFileHandle handle);

    /// <summary>Asks for what <see cref="Close"/> would report, and leaves the file open.</summary>
    /// <param name="handle">Owned by the caller.</param>
    /// <returns>0, or the error; the call is never repeated.</returns>
    /// <remarks>Closes a duplicate: a file system hears of each descriptor that is closed. Source: close(2), dup(2).</remarks>
    NativeResult CloseDuplicate(SafeFileHandle handle);

    /// <summary>Asks who this process is for the file system: effective user, group, and the umask.</summary>
    /// <returns>The answer.</returns>
    ProcessIdentity Identity();
}

/// <summary>How an entry of a directory is opened.</summary>
internal enum EntryOpening
{
    /// <summary>An existing file, to read.</summary>
    Read,

    /// <summary>
    /// An existing file, to read, leaving its time of last access as it is (O_NOATIME); not-permitted where the file
    /// belongs to another user.
    /// </summary>
    ReadUnnoticed,

    /// <summary>An existing file, to read and write.</summary>
    ReadWrite,

    /// <summary>A new file, to read and write; the name must be free.</summary>
    CreateNew,

    /// <summary>
    /// A new file without a name, to read and write, in the directory that is opened (its name is <c>.</c>); not-supported
    /// or another error where the file system has no such files. It is gone when it is closed, unless
    /// <see cref="ITreeCalls.LinkUnnamed"/> gave it a name. Source: open(2), O_TMPFILE.
    /// </summary>
    CreateUnnamed,

    /// <summary>An existing directory, to read its names and to reach its entries.</summary>
    Directory,

    /// <summary>Anything, only to ask what it is (O_PATH); of a symbolic link, the link itself.</summary>
    Identify,
}

/// <summary>What renaming does to an entry that already has the new name.</summary>
internal enum RenameRule
{
    /// <summary>It is replaced, in one step.</summary>
    Replace,

    /// <summary>It stays, and renaming fails with already-exists.</summary>
    MustBeFree,

    /// <summary>The two change names, in one step.</summary>
    Exchange,
}

/// <summary>What to look for in a sparse file.</summary>
internal enum SeekTarget
{
    /// <summary>Data, or what the file system takes for it.</summary>
    Data,

    /// <summary>A hole; the end of the file counts as one.</summary>
    Hole,
}

/// <summary>The identity with which a process creates files.</summary>
/// <param name="UserId">Effective user: the owner of new files.</param>
/// <param name="GroupId">Effective group: the group of new files, unless their directory passes on its own.</param>
/// <param name="CreationMask">The umask: permission bits that new files do not get.</param>
internal readonly record struct ProcessIdentity(uint UserId, uint GroupId, int CreationMask)
{
    /// <summary>Whether it is the super-user, who may read, write and give away everything.</summary>
    public bool IsRoot => UserId == 0;

    /// <summary>What really goes: the owner keeps his rights, or nothing could be done with what is made.</summary>
    public int MaskOfMade => CreationMask & ~FilePermissions.OwnDirectory;
}
