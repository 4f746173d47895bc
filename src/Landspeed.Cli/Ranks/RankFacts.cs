using System.Globalization;
using System.Runtime.InteropServices;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Mpi;

namespace Landspeed.Cli.Ranks;

/// <summary>How far the ranks of one job agree: where they run, what their clocks say, what their hosts can do.</summary>
/// <param name="clock">The clock by which the group agrees on a start.</param>
internal sealed class RankFacts(TimeProvider clock)
{
    private const int Starts = 5;
    private const int NamedRanks = 3;

    // What waits need to be noticed by all: see IProcessGroup.AgreeOnStart.
    private static readonly TimeSpan s_delay = TimeSpan.FromMilliseconds(50);

    // A phase of one second may be uncertain by 1 %.
    private static readonly TimeSpan s_tolerableClock = TimeSpan.FromMilliseconds(10);

    // Files that hosts write one after the other must not seem older than what they were made from.
    private static readonly TimeSpan s_tolerableTimeOfDay = TimeSpan.FromSeconds(1);

    /// <summary>Asks all ranks. Collective.</summary>
    /// <param name="rank">This rank, not alone.</param>
    /// <param name="own">What was found about its host.</param>
    /// <returns>On rank 0 the facts; on the others nothing.</returns>
    internal IReadOnlyList<FactRecord> Find(JobRank rank, ExaminationRecord own)
    {
        IProcessGroup group = rank.Group;
        TimeSpan error = TimeSpan.Zero;
        var late = new long[Starts];
        DateTimeOffset timeOfDay = default;
        for (int start = 0; start < Starts; start++)
        {
            AgreedStart agreed = group.AgreeOnStart(s_delay);
            late[start] = agreed.Wait(clock).Ticks;
            timeOfDay = clock.GetUtcNow() - TimeSpan.FromTicks(late[start]);
            error = TimeSpan.FromTicks(Math.Max(error.Ticks, agreed.LargestClockError.Ticks));
        }

        IReadOnlyList<byte[]> records = group.Gather(ExaminationJson.ToBytes(own));
        long[][] times = [.. group.Gather(MemoryMarshal.AsBytes<long>([late.Max(), timeOfDay.UtcTicks])).Select(bytes => MemoryMarshal.Cast<byte, long>(bytes).ToArray())];
        if (!rank.Speaks)
        {
            return [];
        }

        var latest = TimeSpan.FromTicks(times.Max(one => one[0]));
        var apart = TimeSpan.FromTicks(times.Max(one => one[1]) - times.Min(one => one[1]));
        return [Ranks(rank), Clocks(error, latest, apart), Hosts(rank, [.. records.Select(ExaminationJson.Of)])];
    }

    private static FactRecord Ranks(JobRank rank)
    {
        var hosts = rank.Hosts.CountBy(host => host).ToList();
        string names = string.Join(", ", hosts.Take(NamedRanks).Select(host => string.Create(CultureInfo.InvariantCulture, $"{host.Key} ({host.Value})")));
        string more = hosts.Count > NamedRanks ? string.Create(CultureInfo.InvariantCulture, $" and {hosts.Count - NamedRanks} more") : string.Empty;
        return new FactRecord("ranks", FactState.Ok, string.Create(
            CultureInfo.InvariantCulture, $"{rank.Size} on {hosts.Count} {(hosts.Count == 1 ? "host" : "hosts")}: {names}{more}"));
    }

    private static FactRecord Clocks(TimeSpan error, TimeSpan late, TimeSpan apart)
    {
        string found = string.Create(
            CultureInfo.InvariantCulture,
            $"agree on a start within {error.TotalMicroseconds:0} us; {Starts} starts, the latest rank {late.TotalMicroseconds:0} us late; times of day {Apart(apart)} apart");
        return apart > s_tolerableTimeOfDay
            ? new FactRecord("rank_clocks", FactState.Limited, found, "synchronise the clocks of the hosts with NTP: file times depend on them, measurements do not")
            : error > s_tolerableClock
            ? new FactRecord("rank_clocks", FactState.Limited, found, "measure for longer: a phase must be 100 times as long as the clocks are uncertain")
            : new FactRecord("rank_clocks", FactState.Ok, found);
    }

    private static string Apart(TimeSpan time) => time < TimeSpan.FromSeconds(1)
        ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.0} ms") : string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.0} s");

    private static FactRecord Hosts(JobRank rank, ExaminationRecord[] all)
    {
        string[] differences =
        [
            .. from one in all.Index().Skip(1)
               from fact in one.Item.Facts
               let first = all[0].Facts.FirstOrDefault(other => other.Name == fact.Name)
               where first is not null && first.State != fact.State
               group one.Index by (fact.Name, fact.State, fact.Found) into same
               select $"{same.Key.Name} is {same.Key.State.ToString().ToLowerInvariant()} on {Names(rank, [.. same])} ({same.Key.Found})",
        ];
        return differences.Length == 0
            ? new FactRecord("rank_hosts", FactState.Ok, "all hosts can do what this one can")
            : new FactRecord("rank_hosts", FactState.Limited, string.Join("; ", differences), "run landspeed doctor there, and make the hosts alike");
    }

    private static string Names(JobRank rank, int[] ranks) => string.Join(", ", ranks.Take(NamedRanks).Select(rank.NameOf))
        + (ranks.Length > NamedRanks ? string.Create(CultureInfo.InvariantCulture, $" and {ranks.Length - NamedRanks} more") : string.Empty);
}
