using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// Runs a subject under many schedules: all with no preemption and one detour, all with one and one, with one and two, two
/// and two, and so on as long as a half of the schedules lasts; the rest are drawn by lot.
/// </summary>
internal sealed class Explorer : IDisposable
{
    private const ulong Seed = 2004;
    private const string Memory = "/dev/shm";

    private readonly ScratchDirectory _scratch;
    private readonly ThreadSupply _supply = new();
    private readonly Action<Exploration> _subject;
    private readonly StringBuilder _report = new();
    private int _longest;

    private Explorer(Action<Exploration> subject, bool inMemory)
    {
        _subject = subject;
        _scratch = inMemory && Directory.Exists(Memory) ? new ScratchDirectory(Memory) : new ScratchDirectory();
    }

    /// <summary>Explores a subject until a schedule fails or as many as wanted were tried.</summary>
    /// <param name="subject">A static method with one <see cref="Exploration"/> as its argument.</param>
    /// <param name="most">Schedules to try.</param>
    /// <param name="inMemory">Whether its files lie in memory, where a flush waits for nobody.</param>
    /// <param name="failure">What went wrong, and the schedule; null: nothing.</param>
    /// <returns>What was tried, in words.</returns>
    internal static string Explore(MethodInfo subject, int most, bool inMemory, out string? failure)
    {
        using var explorer = new Explorer(subject.CreateDelegate<Action<Exploration>>(), inMemory);
        var watch = Stopwatch.StartNew();
        failure = explorer.Explore(most);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{subject.Name}: {explorer._report}up to {explorer._longest} steps, {watch.Elapsed.TotalSeconds:F1} s");
    }

    public void Dispose()
    {
        _supply.Dispose();
        _scratch.Dispose();
    }

    private string? Explore(int most)
    {
        int left = most;
        string? failure = null;
        for (int level = 0; failure is null && left > most / 2; level++)
        {
            (int preemptions, int detours) = ((level + 1) / 2, (level / 2) + 1);
            int tried = Try(new ScheduleTree(preemptions, detours), left - (most / 2), out bool ended, out failure);
            left -= tried;
            Note(tried, ended ? "all" : "some", FormattableString.Invariant($"with up to {preemptions} preemptions and {detours} detours"));
        }

        if (failure is null)
        {
            Note(Try(new RandomSchedules(Seed), left, out _, out failure), "drawn by lot", "with seed 2004");
        }

        return failure;
    }

    private void Note(int tried, string kind, string bounds) =>
        _report.Append(CultureInfo.InvariantCulture, $"{tried} schedules ({kind} {bounds}), ");

    private int Try(ISchedules schedules, int most, out bool ended, out string? failure)
    {
        int tried = 0;
        ended = false;
        failure = null;
        while (tried < most && !ended && failure is null)
        {
            var scheduler = new Scheduler(schedules, _supply);
            scheduler.Run(() => _subject(new Exploration(scheduler, _scratch)));
            failure = scheduler.Failure ?? scheduler.EndMemory();
            _longest = Math.Max(_longest, scheduler.Steps);
            tried++;
            ended = !schedules.Advance();
        }

        return tried;
    }
}
