using Landspeed.Experiments.Host;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>Decides whether a volume and a directory may be filled.</summary>
/// <param name="options">The options.</param>
internal sealed class FillPermit(FillOptions options)
{
    // A file system creates it, and an empty one is not missed.
    private static readonly FilePath s_lostAndFound = FilePath.FromText("lost+found");

    /// <summary>Refuses a volume that the system or this process needs, unless it was named twice.</summary>
    /// <param name="status">The directory to be filled.</param>
    /// <exception cref="ExperimentException">Refused.</exception>
    internal void Check(in FileStatus status)
    {
        FilePath? mount = NativePlatform.Host.Volume(status, options.Directory.Text).MountPoint;
        if (options.Volume is { } typed && !(mount is not null && FullName(typed).Equals(mount)))
        {
            throw new ExperimentException(
                Outcome.Refused, $"--volume {typed.Display} is not where the volume of {options.Directory.Display} is mounted; that is {mount?.Display ?? "unknown"}");
        }

        if (NeededBy(status) is not { } who || (options.Force && options.Volume is not null))
        {
            return;
        }

        throw new ExperimentException(
            Outcome.Refused,
            $"{options.Directory.Display} is on the volume of {who}, which must not become full: name another volume"
            + (mount is null ? string.Empty : $", or confirm it twice: --force --volume {mount.Display}"));
    }

    /// <summary>Refuses a directory that is not empty.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="handle">The same directory, open.</param>
    /// <param name="mayHoldOthers">Whether other files may be there.</param>
    /// <exception cref="ExperimentException">Refused.</exception>
    internal static void CheckContent(FilePath directory, SafeFileHandle handle, bool mayHoldOthers)
    {
        FilePath? found = mayHoldOthers ? null : TreeFiles.Names(handle).FirstOrDefault(name => !FillDirectory.IsName(name) && !IsEmptyLostAndFound(handle, name));
        if (found is not null)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{directory.Display} is not empty, it contains {found.Display} for example: name an empty directory, or allow it with --not-empty: existing files are not changed");
        }
    }

    // As a user types it: relative to the current directory, and with the slash that completion adds.
    private static FilePath FullName(FilePath typed) => PlainPath.FullOf(typed);

    private static string? NeededBy(in FileStatus status)
    {
        DeviceNumber? device = BlockDeviceLocator.Find(status).Device;
        foreach ((string who, string? path) in Needed())
        {
            if (path is { Length: > 0 }
                && NativePlatform.Files.StatusOf(FilePath.FromText(path), out FileStatus other).Succeeded
                && (other.Device == status.Device || (device is not null && BlockDeviceLocator.Find(other).Device == device)))
            {
                return who;
            }
        }

        return null;
    }

    private static IEnumerable<(string Who, string? Path)> Needed() =>
    [
        ("the root directory", "/"),
        ("your home directory", Environment.GetFolderPath(Environment.SpecialFolder.UserProfile)),
        ("the directory of temporary files", Path.GetTempPath()),
        ("the current directory", "."),
        ("landspeed itself", AppContext.BaseDirectory),
    ];

    private static bool IsEmptyLostAndFound(SafeFileHandle handle, FilePath name)
    {
        if (!name.Equals(s_lostAndFound) || NativePlatform.Trees.Open(handle, name, EntryOpening.Directory, 0, out SafeFileHandle? inner).Failed)
        {
            return false;
        }

        using (inner)
        {
            return TreeFiles.Names(inner!).Count == 0;
        }
    }
}
