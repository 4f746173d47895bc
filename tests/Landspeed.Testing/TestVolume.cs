namespace Landspeed.Testing;

/// <summary>A file system of its own, mounted for one test: ext4, xfs or btrfs on a loop device, or tmpfs. Needs root.</summary>
public sealed class TestVolume : IDisposable
{
    private readonly string _image;
    private readonly ScratchDirectory _scratch = new();
    private readonly string _makeOptions;
    private readonly int _sectorSize;

    /// <summary>Makes and mounts it.</summary>
    /// <param name="type"><c>ext4</c>, <c>xfs</c>, <c>btrfs</c> or <c>tmpfs</c>.</param>
    /// <param name="size">As truncate and mount take it, for example <c>512M</c>; XFS wants 300M or more.</param>
    /// <param name="mountOptions">Further options of mount -o.</param>
    /// <param name="sectorSize">Bytes of one sector of the loop device.</param>
    /// <param name="makeOptions">Further options of mkfs.</param>
    public TestVolume(
        string type, string size = "512M", string mountOptions = "rw", int sectorSize = 512, string makeOptions = "")
    {
        (_sectorSize, _makeOptions) = (sectorSize, makeOptions);
        Capability.RequireRoot();
        Type = type;
        _image = _scratch.File("volume.img");
        Path = _scratch.File("mounted");
        Directory.CreateDirectory(Path);
        try
        {
            Mount(type, size, mountOptions);
        }
        catch
        {
            _scratch.Dispose();
            throw;
        }
    }

    public string Type { get; }

    /// <summary>Where it is mounted.</summary>
    public string Path { get; }

    /// <summary>The file behind the loop device; for tmpfs there is none of that name.</summary>
    public string Medium => _image;

    public string File(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose()
    {
        Command.Shell($"umount '{Path}' || umount -l '{Path}'");
        _scratch.Dispose();
    }

    private void Mount(string type, string size, string mountOptions)
    {
        if (type == "tmpfs")
        {
            Command.Shell($"mount -t tmpfs -o size={size},{mountOptions} none '{Path}'");
            return;
        }

        string force = (type == "ext4" ? "-F -q " : "-f -q ") + _makeOptions;
        Command.Shell($"truncate -s {size} '{_image}'");
        if (_sectorSize == 512)
        {
            Mkfs.Make(type, force, _image);
            Command.Shell($"mount -o loop,{mountOptions} '{_image}' '{Path}'");
            return;
        }

        Capability.RequireProgram($"mkfs.{type}");

        // Detached at once, the device goes away when it is unmounted, as one that mount makes.
        Command.Shell(
            $"PATH=$PATH:/usr/sbin:/sbin; device=$(losetup --sector-size {_sectorSize} --find --show '{_image}') && "
            + $"mkfs.{type} {force} $device && mount -o {mountOptions} $device '{Path}'; code=$?; "
            + "losetup --detach $device; exit $code");
    }
}
