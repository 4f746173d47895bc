using System.Globalization;

namespace Landspeed.Testing.Times;

/// <summary>
/// CPU time that processes outside of this test run, and other guests of the host, took from the machine. A test run is
/// our process group and all that descends from it. Kernel threads count as ours: they write what we have written.
/// </summary>
internal static class OtherProcesses
{
    private const int TicksPerSecond = 100; // USER_HZ, the same on every Linux that .NET runs on
    private const int Steal = 7;
    private const int KernelThreadParent = 2;

    /// <summary>Their CPU time since they began; what has ended is in its parent's.</summary>
    internal static TimeSpan CpuTime()
    {
        List<Entry> all = [.. Directory.EnumerateDirectories("/proc").Select(Read).OfType<Entry>()];
        int group = all.Single(one => one.Id == Environment.ProcessId).Group;
        var parents = all.ToDictionary(one => one.Id);
        long ticks = all.Where(one => !IsOurs(one, group, parents)).Sum(one => one.Ticks) + StolenTicks();
        return TimeSpan.FromSeconds((double)ticks / TicksPerSecond);
    }

    private static bool IsOurs(Entry entry, int group, Dictionary<int, Entry> parents)
    {
        for (Entry? one = entry; one is not null; one = parents.GetValueOrDefault(one.Parent))
        {
            if (one.Group == group || one.Id == KernelThreadParent)
            {
                return true;
            }
        }

        return false;
    }

    // man 5 proc_pid_stat: the name in parentheses may hold anything.
    private static Entry? Read(string directory)
    {
        if (!int.TryParse(Path.GetFileName(directory), NumberStyles.None, CultureInfo.InvariantCulture, out int id))
        {
            return null;
        }

        try
        {
            string text = File.ReadAllText($"{directory}/stat");
            string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            long ticks = fields[11..15].Sum(field => long.Parse(field, CultureInfo.InvariantCulture));
            return new Entry(id, Number(fields[1]), Number(fields[2]), ticks);
        }
        catch (IOException)
        {
            return null; // it has ended
        }
    }

    private static int Number(string field) => int.Parse(field, CultureInfo.InvariantCulture);

    private static long StolenTicks()
    {
        string[] fields = File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return long.Parse(fields[1 + Steal], CultureInfo.InvariantCulture);
    }

    private sealed record Entry(int Id, int Parent, int Group, long Ticks);
}
