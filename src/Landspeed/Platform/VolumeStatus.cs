namespace Landspeed.Platform;

/// <summary>What the system says of a mounted file system.</summary>
/// <param name="TypeMagic">The file system's magic number (statfs(2)).</param>
/// <param name="BlockSize">Allocation unit, bytes.</param>
/// <param name="TotalBytes">Size of the volume.</param>
/// <param name="AvailableBytes">Bytes that this user may still allocate.</param>
/// <param name="AvailableFiles">Files that can still be created; 0 when the file system does not count them.</param>
/// <param name="IsReadOnly">Whether it is mounted read-only.</param>
public readonly record struct VolumeStatus(
    long TypeMagic, long BlockSize, long TotalBytes, long AvailableBytes, long AvailableFiles, bool IsReadOnly);
