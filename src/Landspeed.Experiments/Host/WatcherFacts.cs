using System.Globalization;
using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Tells whether another process takes part in opening and reading files, as virus scanners do.</summary>
/// <remarks>
/// Scanners inside the kernel, and those that hook its functions (eBPF), cannot be detected in this way.
/// </remarks>
internal static class WatcherFacts
{
    private const string Name = "on_access_scanners";
    private const int NamedProcesses = 8;

    internal static IEnumerable<FactRecord> Find() => [Of(NativePlatform.Host.Watchers())];

    internal static FactRecord Of(FileWatchers watchers)
    {
        FileWatcher[] asked = [.. watchers.Found.Where(one => one.IsAsked)];
        string[] found =
        [
            .. asked.Length == 0 ? Array.Empty<string>()
                : [$"asked before files are opened or read (fanotify), which slows both: {Names(asked)}"],
            .. watchers.Found.Count == asked.Length ? Array.Empty<string>()
                : [$"only notified of accesses (fanotify): {Names([.. watchers.Found.Except(asked)])}"],
            .. watchers.Found.Count > 0 ? Array.Empty<string>() : ["none found"],
            .. Unseen(watchers),
        ];
        string all = string.Join("; ", found);
        return asked.Length > 0
            ? new FactRecord(Name, FactState.Limited, all, "exclude the directory there, or stop it while measuring")
            : watchers.HiddenProcesses > 0
            ? new FactRecord(Name, FactState.Limited, all, "run as root to look at all processes")
            : new FactRecord(Name, FactState.Ok, all);
    }

    private static IEnumerable<string> Unseen(FileWatchers watchers)
    {
        if (watchers.HiddenProcesses > 0)
        {
            yield return $"no permission to look at {AmountText.Count(watchers.HiddenProcesses)} other "
                + (watchers.HiddenProcesses == 1 ? "process" : "processes");
        }

        if (!watchers.AreAllListed)
        {
            yield return "processes outside this container are not visible";
        }
    }

    private static string Names(FileWatcher[] watchers)
    {
        string[] names = [.. watchers.Take(NamedProcesses).Select(one =>
            string.Create(CultureInfo.InvariantCulture, $"{FilePath.FromText(one.Name).Display} ({one.Process})"))];
        int more = watchers.Length - names.Length;
        return AmountText.List(more == 0 ? names : [.. names, $"{AmountText.Count(more)} more"]);
    }
}
