using Landspeed.Platform;

namespace Landspeed.Experiments.Filling;

/// <summary>By what a file or directory of ours is known again, within the volume on which the journal lies.</summary>
/// <param name="Inode">Its number, which another one gets once it is gone.</param>
/// <param name="Born">When it was made, which distinguishes that other one; null where the file system does not keep it.</param>
internal readonly record struct OwnIdentity(ulong Inode, FileTime? Born)
{
    /// <summary>That of a status.</summary>
    internal static OwnIdentity Of(in FileStatus status) => new(status.Inode, status.Born);
}

/// <summary>A directory of ours.</summary>
/// <param name="Id">Its number; 0 is the one in which all lie.</param>
/// <param name="Parent">Number of the directory in which it lies.</param>
/// <param name="Name">Its name there.</param>
/// <param name="FirstName">A name that nothing else has, which it had until it was marked.</param>
/// <param name="Identity">What it is; null: it was not marked yet.</param>
internal sealed record OwnDirectory(int Id, int Parent, FilePath Name, FilePath FirstName, OwnIdentity? Identity);

/// <summary>A file of ours.</summary>
/// <param name="Id">Its number, in the order of making.</param>
/// <param name="Directory">Number of its directory.</param>
/// <param name="Name">Its name there.</param>
/// <param name="Length">Bytes in it.</param>
/// <param name="Identity">What it is.</param>
internal sealed record OwnFile(int Id, int Directory, FilePath Name, long Length, OwnIdentity Identity);
