using Landspeed.Cli.Ranks;
using Landspeed.Experiments.Host;
using Landspeed.Mpi;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>Ranks as threads, each with what its host can do and a time of day of its own.</summary>
public class RankFactsTests
{
    [Fact]
    public void Hosts_that_are_alike_agree()
    {
        FactRecord[] facts = Find(3, _ => FactState.Ok, _ => TimeSpan.Zero);

        Assert.Equal(["ranks", "rank_clocks", "rank_hosts"], facts.Select(fact => fact.Name));
        Assert.Equal($"3 on 1 host: {Environment.MachineName} (3)", facts[0].Found);
        Assert.Equal((FactState.Ok, "all hosts can do what this one can", null), (facts[2].State, facts[2].Found, facts[2].Remedy));
    }

    [Fact]
    public void A_host_that_can_less_is_named_with_its_ranks()
    {
        FactRecord hosts = Find(4, rank => rank is 1 or 3 ? FactState.Missing : FactState.Ok, _ => TimeSpan.Zero)[2];

        Assert.Equal(FactState.Limited, hosts.State);
        Assert.Equal($"io_uring is missing on rank 1 ({Environment.MachineName}), rank 3 ({Environment.MachineName}) (as found)", hosts.Found);
    }

    [Fact]
    public void Times_of_day_that_differ_by_seconds_are_told_with_the_remedy()
    {
        FactRecord clocks = Find(2, _ => FactState.Ok, rank => TimeSpan.FromSeconds(90 * rank))[1];

        Assert.Equal(FactState.Limited, clocks.State);
        Assert.Contains("times of day 90.0 s apart", clocks.Found);
        Assert.Contains("NTP", clocks.Remedy);
    }

    private static FactRecord[] Find(int size, Func<int, FactState> state, Func<int, TimeSpan> ahead)
    {
        ExaminationRecord machine = new Examination(Landspeed.Engine.UringEngine.Probe, TimeProvider.System)
            .Run(FilePath.FromText("."), "1");
        FactRecord[] found = [];
        Thread[] threads = [.. InProcessGroup.Create(size).Select(group => new Thread(() =>
        {
            using (group)
            {
                JobRank rank = JobRank.Of(group, "landspeed 1", "words");
                rank.Meet("examined");
                IReadOnlyList<FactRecord> facts = new RankFacts(new ShiftedClock(ahead(group.Rank)))
                    .Find(rank, machine with { Facts = [new FactRecord("io_uring", state(group.Rank), "as found")] });
                found = rank.Speaks ? [.. facts] : found;
                Assert.Equal(rank.Speaks, facts.Count > 0);
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return found;
    }

    private sealed class ShiftedClock(TimeSpan ahead) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + ahead;
    }
}
