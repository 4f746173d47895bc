using System.Globalization;

namespace Landspeed.Soak;

/// <summary>What the process holds now.</summary>
/// <param name="Descriptors">Open descriptors.</param>
/// <param name="Threads">Threads that are not the runtime's.</param>
/// <param name="Mappings">Mappings of memory.</param>
/// <param name="ResidentKiB">Memory.</param>
internal sealed record Usage(int Descriptors, int Threads, int Mappings, long ResidentKiB)
{
    internal static Usage Read() => new(
        Directory.GetFiles("/proc/self/fd").Length,
        Directory.GetDirectories("/proc/self/task").Count(IsOfStream),
        File.ReadLines("/proc/self/maps").Count(),
        long.Parse(
            File.ReadLines("/proc/self/status").First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal))
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2],
            CultureInfo.InvariantCulture));

    /// <summary>Whether no more is held than before, but for what runtime and C library keep.</summary>
    internal bool IsBackTo(Usage before) =>
        Descriptors <= before.Descriptors
        && Threads <= before.Threads
        && Mappings <= before.Mappings + 100
        && ResidentKiB <= before.ResidentKiB + (96 * 1024);

    private static bool IsOfStream(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm")).StartsWith("file stream", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false; // It ended meanwhile.
        }
    }
}
