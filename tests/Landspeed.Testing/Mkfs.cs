namespace Landspeed.Testing;

/// <summary>Makes file systems in image files.</summary>
internal static class Mkfs
{
    // mkfs.btrfs asks every loop device that is mounted for its file. One that is unmounted that moment, by tests beside
    // this one, has none; and nobody can look at a file whose file system has lost its program.
    private const string LostDevice = "cannot check mount status";
    private const int MostAttempts = 50;

    /// <summary>Makes one.</summary>
    /// <param name="type"><c>ext4</c>, <c>xfs</c> or <c>btrfs</c>.</param>
    /// <param name="options">Further options.</param>
    /// <param name="image">The file.</param>
    /// <exception cref="InvalidOperationException">It cannot be made.</exception>
    internal static void Make(string type, string options, string image)
    {
        Capability.RequireProgram($"mkfs.{type}");
        for (int attempt = 1; ; attempt++)
        {
            Command made = Command.Run("/bin/sh", ["-c", $"PATH=$PATH:/usr/sbin:/sbin mkfs.{type} {options} '{image}'"]);
            if (made.ExitCode == 0)
            {
                return;
            }

            if (attempt == MostAttempts || !made.Error.Contains(LostDevice, StringComparison.Ordinal))
            {
                throw new InvalidOperationException(
                    $"mkfs.{type} {options} '{image}' gave {made.ExitCode}: {made.Error}");
            }

            UnmountDead();
        }
    }

    // What tests that were killed, and their fault programs with them, left mounted: nothing answers there any more.
    private static void UnmountDead()
    {
        string[][] mounts = [.. File.ReadLines("/proc/self/mounts").Select(line => line.Split(' '))];
        foreach (string[] mount in mounts)
        {
            if (mount[2].StartsWith("fuse", StringComparison.Ordinal)
                && mount[1].Contains("/landspeed-test-", StringComparison.Ordinal)
                && !Directory.Exists(mount[1]))
            {
                Command.Run("umount", ["-l", mount[1]]);
            }
        }
    }
}
