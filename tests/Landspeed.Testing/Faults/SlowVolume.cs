namespace Landspeed.Testing.Faults;

/// <summary>
/// An ext4 volume on a device that takes a fixed time for each request, one after another: a loop device over a file of
/// a <see cref="FaultMount"/>. Root; FUSE.
/// </summary>
public sealed class SlowVolume : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly FaultMount _mount;

    /// <summary>Makes, fills and mounts it; nothing of it is in the page cache then.</summary>
    /// <param name="fill">Puts files into its directory, at full speed.</param>
    public SlowVolume(Action<SlowVolume> fill)
    {
        Capability.RequireRoot();
        Directory.CreateDirectory(_scratch.File("backing"));
        Directory.CreateDirectory(Path);
        string image = System.IO.Path.Combine("backing", "volume.img");
        Command.Shell($"truncate -s 256M '{_scratch.File(image)}'");
        Mkfs.Make("ext4", "-F -q", _scratch.File(image));
        Command.Shell($"mount -o loop '{_scratch.File(image)}' '{Path}'");
        fill(this);
        Command.Shell($"umount '{Path}'");
        _mount = new FaultMount(_scratch.File("backing"), FaultCache.Direct);
        try
        {
            Command.Shell($"mount -o loop '{_mount.Path}/volume.img' '{Path}'");
        }
        catch
        {
            _mount.Dispose();
            _scratch.Dispose();
            throw;
        }
    }

    /// <summary>Where it is mounted.</summary>
    public string Path => _scratch.File("mounted");

    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>
    /// Makes every later read or write of the device take this time; at most 1 MiB is one request. Replaces what was
    /// asked for before.
    /// </summary>
    public void Delay(FaultOperations operations, TimeSpan time)
    {
        _mount.Clear();
        _mount.Arm(new FaultRule(operations, FaultAction.Delay(time)) { Always = true });
    }

    public void Dispose()
    {
        _mount.Clear();
        Command.Shell($"umount '{Path}' || umount -l '{Path}'");
        _mount.Dispose();
        _scratch.Dispose();
    }
}
