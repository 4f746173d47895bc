using Landspeed.Platform;

namespace Landspeed.Experiments.Filling;

/// <summary>Identifies a file or directory of ours within the volume that contains the journal.</summary>
/// <param name="Inode">Its inode number, which may be reused once it is removed.</param>
/// <param name="Born">Its birth time, which distinguishes it from such a reuse; null if the file system does not store
/// it.</param>
internal readonly record struct OwnIdentity(ulong Inode, FileTime? Born)
{
    /// <summary>Returns the identity from a status.</summary>
    internal static OwnIdentity Of(in FileStatus status) => new(status.Inode, status.Born);
}

/// <summary>A directory of ours.</summary>
/// <param name="Id">Its number; 0 is the one that contains all others.</param>
/// <param name="Parent">Number of its parent directory.</param>
/// <param name="Name">Its name there.</param>
/// <param name="FirstName">A unique name, which it had until it was marked.</param>
/// <param name="Identity">Its identity, or null if it was not yet marked.</param>
internal sealed record OwnDirectory(int Id, int Parent, FilePath Name, FilePath FirstName, OwnIdentity? Identity);

/// <summary>A file of ours.</summary>
/// <param name="Id">Its number, in order of creation.</param>
/// <param name="Directory">Number of its directory.</param>
/// <param name="Name">Its name there.</param>
/// <param name="Length">Bytes in it.</param>
/// <param name="Identity">Its identity.</param>
internal sealed record OwnFile(int Id, int Directory, FilePath Name, long Length, OwnIdentity Identity);
