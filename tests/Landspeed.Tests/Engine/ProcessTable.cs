namespace Landspeed.Tests.Engine;

/// <summary>The threads and descriptors of this process, as the system lists them.</summary>
internal sealed record ProcessTable(IReadOnlySet<string> Threads, IReadOnlySet<string> Descriptors)
{
    /// <summary>Threads of the runtime itself come and go; their names begin with a dot.</summary>
    internal static ProcessTable Read() => new(
        Directory.GetDirectories("/proc/self/task").Where(IsOurs).ToHashSet(),
        Directory.GetFiles("/proc/self/fd").Select(Target).Where(target => target.Length > 0).ToHashSet());

    /// <summary>What is there now and was not then; empty when nothing stays behind within the time given.</summary>
    internal IEnumerable<string> Left()
    {
        string[] left = [];
        SpinWait.SpinUntil(
            () =>
            {
                ProcessTable now = Read();
                left = [.. now.Threads.Except(Threads), .. now.Descriptors.Except(Descriptors)];
                return left.Length == 0;
            },
            TimeSpan.FromSeconds(10));
        return left;
    }

    private static bool IsOurs(string task)
    {
        try
        {
            return !File.ReadAllText(Path.Combine(task, "comm")).StartsWith('.');
        }
        catch (IOException)
        {
            return false; // It ended meanwhile.
        }
    }

    private static string Target(string link)
    {
        try
        {
            string? target = File.ResolveLinkTarget(link, returnFinalTarget: false)?.FullName;
            return target is null || target.Contains("/proc/", StringComparison.Ordinal)
                ? string.Empty
                : $"{link} -> {target}";
        }
        catch (IOException)
        {
            return string.Empty; // The descriptor that listed the directory.
        }
    }
}
