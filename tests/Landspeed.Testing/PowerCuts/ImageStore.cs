namespace Landspeed.Testing.PowerCuts;

/// <summary>A directory in memory whose files can share blocks, so that an image of hundreds of megabytes is cloned in
/// milliseconds: XFS on a loop device on tmpfs.</summary>
internal sealed class ImageStore : IDisposable
{
    private readonly ScratchDirectory _scratch = new(Memory);
    private readonly MountedImage _mounted;

    internal ImageStore()
    {
        VolumeType.Xfs.Make(_scratch.File("store"), "4G");
        Path = _scratch.File("mounted");
        Directory.CreateDirectory(Path);
        _mounted = new MountedImage(_scratch.File("store"), Path, VolumeType.Xfs);
    }

    /// <summary>A directory that does not wait for a device.</summary>
    internal static string Memory => Directory.Exists("/dev/shm") ? "/dev/shm" : System.IO.Path.GetTempPath();

    internal string Path { get; }

    internal string File(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose()
    {
        _mounted.Dispose();
        _scratch.Dispose();
    }
}
