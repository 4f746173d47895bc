using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.PowerCuts;

/// <summary>An image file, mounted through a loop device until it is disposed.</summary>
internal sealed class MountedImage : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly string _image;
    private readonly string _directory;
    private readonly string _device;

    /// <summary>Mounts it; what was cut off is replayed from its log.</summary>
    /// <exception cref="System.ComponentModel.Win32Exception">It cannot be mounted.</exception>
    internal MountedImage(string image, string directory, VolumeType type)
    {
        (_image, _directory) = (image, directory);

        // Mounted, the device stays after its handle is closed, and goes away with the mount.
        using SafeFileHandle loop = VolumeCalls.Attach(image, out _device);
        VolumeCalls.Mount(_device, directory, type.System, type.MountOptions);
    }

    /// <summary>Unmounts it, and waits until the file is written and let go of.</summary>
    /// <exception cref="TimeoutException">The device holds the file still.</exception>
    /// <remarks>
    /// A process that has begun a mount namespace of its own meanwhile, as <c>unshare -m</c> does, keeps the volume mounted for as long
    /// as it lives: its copies cannot be mounted beside it, and it would still write to the file.
    /// </remarks>
    public void Dispose()
    {
        VolumeCalls.Unmount(_directory);
        if (!SpinWait.SpinUntil(() => !IsHeld(), s_patience))
        {
            throw new TimeoutException($"{_device} holds {_image} for longer than {s_patience.TotalSeconds} s after it was unmounted");
        }
    }

    private bool IsHeld()
    {
        try
        {
            string file = File.ReadAllText($"/sys/block/{Path.GetFileName(_device)}/loop/backing_file").TrimEnd('\n');
            return file == Path.GetFullPath(_image);
        }
        catch (IOException)
        {
            return false; // it has none any more
        }
    }
}
