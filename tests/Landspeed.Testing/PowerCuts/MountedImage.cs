using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.PowerCuts;

/// <summary>An image file, mounted through a loop device until it is disposed.</summary>
internal sealed class MountedImage : IDisposable
{
    private readonly string _directory;

    /// <summary>Mounts it; what was cut off is replayed from its log.</summary>
    /// <exception cref="System.ComponentModel.Win32Exception">It cannot be mounted.</exception>
    internal MountedImage(string image, string directory, VolumeType type)
    {
        _directory = directory;

        // Mounted, the device stays after its handle is closed, and goes away with the mount.
        using SafeFileHandle loop = VolumeCalls.Attach(image, out string device);
        VolumeCalls.Mount(device, directory, type.System, type.MountOptions);
    }

    /// <summary>Unmounts it.</summary>
    public void Dispose() => VolumeCalls.Unmount(_directory);
}
