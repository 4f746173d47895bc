namespace Landspeed.Platform.Linux;

/// <summary>Determines the memory available to this process.</summary>
internal static class MemorySize
{
    /// <summary>Returns the memory of the machine, or the smallest limit of this process's control groups.</summary>
    /// <returns>Bytes, or null if the system shows neither.</returns>
    internal static long? Find(SystemFiles files)
    {
        long? machine = Numbers.Parse(files.Value("/proc/meminfo", "MemTotal")?.Split(' ')[0]) * 1024;
        return Limits(files).Append(machine).Min();
    }

    // cgroups(7): lines "0::/path" (version 2) and "9:memory:/path" (version 1). Each directory up to the root of the
    // mounted hierarchy may set a limit; "max" and version 1's huge default are not numbers below the machine's memory.
    private static IEnumerable<long?> Limits(SystemFiles files)
    {
        MountTable mounts = MountTable.Read(files);
        foreach (string[] group in files.Lines("/proc/self/cgroup").Select(line => line.Split(':', 3)))
        {
            if (group.Length != 3 || !IsMemory(group[1]))
            {
                continue;
            }

            bool unified = group[1].Length == 0;
            string file = unified ? "memory.max" : "memory.limit_in_bytes";
            foreach (MountEntry mount in mounts.Entries.Where(mount => Carries(mount, unified)))
            {
                foreach (string directory in Upwards(mount, group[2]))
                {
                    yield return files.Number($"{directory}/{file}");
                }
            }
        }
    }

    private static bool IsMemory(string controllers) =>
        controllers.Length == 0 || controllers.Split(',').Contains("memory");

    private static bool Carries(MountEntry mount, bool unified) => unified
        ? mount.FileSystem == "cgroup2"
        : mount.FileSystem == "cgroup" && mount.VolumeOptions.Split(',').Contains("memory");

    private static IEnumerable<string> Upwards(MountEntry mount, string group)
    {
        for (string below = group.TrimEnd('/'); below.Length > 0; below = below[..below.LastIndexOf('/')])
        {
            yield return mount.MountPoint + below;
        }

        yield return mount.MountPoint;
    }
}
