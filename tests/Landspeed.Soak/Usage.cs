using System.Globalization;

namespace Landspeed.Soak;

/// <summary>What the process holds now.</summary>
/// <param name="Descriptors">Open descriptors that are not the runtime's.</param>
/// <param name="Threads">Threads that are not the runtime's.</param>
/// <param name="Mappings">Mappings of memory.</param>
/// <param name="ResidentKiB">Memory.</param>
internal sealed record Usage(int Descriptors, int Threads, int Mappings, long ResidentKiB)
{
    internal static Usage Read() => new(
        Open().Count,
        ThreadNames().Count(name => !name.StartsWith('.')),
        File.ReadLines("/proc/self/maps").Count(),
        long.Parse(
            File.ReadLines("/proc/self/status").First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal))
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2],
            CultureInfo.InvariantCulture));

    /// <summary>Whether no more is held than before, but for what runtime and C library keep.</summary>
    internal bool IsBackTo(Usage before, int moreMappings = 60, int moreMiB = 64) =>
        Descriptors <= before.Descriptors
        && Threads <= before.Threads
        && Mappings <= before.Mappings + moreMappings
        && ResidentKiB <= before.ResidentKiB + (moreMiB * 1024);

    /// <summary>
    /// What the descriptors lead to, as the system names it, without those that the runtime opens when it first needs
    /// an assembly or a random number.
    /// </summary>
    internal static List<string> Open() =>
    [
        .. Directory.GetFiles("/proc/self/fd")
            .Select(link => new FileInfo(link).LinkTarget ?? "closed meanwhile")
            .Where(name => Path.GetExtension(name) is not (".dll" or ".pdb") && name != "/dev/urandom"),
    ];

    /// <summary>The names of the process's threads; those of the runtime begin with a dot.</summary>
    internal static List<string> ThreadNames()
    {
        var names = new List<string>();
        foreach (string task in Directory.GetDirectories("/proc/self/task"))
        {
            try
            {
                names.Add(File.ReadAllText(Path.Combine(task, "comm")).Trim());
            }
            catch (IOException)
            {
                // It ended meanwhile.
            }
        }

        return names;
    }
}
