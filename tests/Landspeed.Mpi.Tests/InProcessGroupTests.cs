using Landspeed.Copying.Sharing;
using Landspeed.Mpi.Ranks;

namespace Landspeed.Mpi.Tests;

public class InProcessGroupOfOneTests : GroupConformance
{
    protected override void OnEachRank(Action<IProcessGroup> body) => InProcessGroup.Run(1, body);

    [Fact]
    public void One_rank_alone_runs_on_the_thread_of_its_caller()
    {
        int thread = 0;

        OnEachRank(_ => thread = Environment.CurrentManagedThreadId);

        Assert.Equal(Environment.CurrentManagedThreadId, thread);
    }
}

public class InProcessGroupOfFourTests : GroupConformance
{
    protected override void OnEachRank(Action<IProcessGroup> body) => InProcessGroup.Run(4, body);
}

/// <summary>What becomes of a group in which a rank is late, fails, or leaves. All waits end; a hang is what these tests would show.</summary>
public class InProcessGroupTests
{
    [Fact]
    public void A_group_has_one_rank_at_least() => Assert.Throws<ArgumentOutOfRangeException>(() => InProcessGroup.Create(0));

    [Fact]
    public void A_rank_that_fails_ends_the_waits_of_the_others()
    {
        ProcessGroupException? told = null;

        var thrown = Assert.Throws<InvalidDataException>(() => InProcessGroup.Run(3, group =>
        {
            if (group.Rank == 1)
            {
                throw new InvalidDataException("no such thing");
            }

            told = Assert.Throws<ProcessGroupException>(() => group.Barrier(TestContext.Current.CancellationToken));
        }));

        Assert.Equal("no such thing", thrown.Message);
        Assert.Contains("rank 1 failed", told!.Message);
    }

    [Fact]
    public void Abort_gives_its_code_to_every_rank()
    {
        int?[] codes = new int?[3];

        InProcessGroup.Run(3, group =>
            codes[group.Rank] = Assert.Throws<ProcessGroupException>(() =>
            {
                if (group.Rank == 2)
                {
                    group.Abort(5);
                }

                group.Sum([1], TestContext.Current.CancellationToken);
            }).ExitCode);

        Assert.Equal([5, 5, 5], codes);
    }

    [Fact]
    public void A_second_call_is_refused_and_a_cancelled_wait_breaks_the_group()
    {
        IReadOnlyList<IProcessGroup> ranks = InProcessGroup.Create(2);
        using var stop = new CancellationTokenSource();
        var seen = new System.Collections.Concurrent.ConcurrentBag<Exception?>();
        Thread[] threads = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            // Rank 1 does not come: one of the two waits, and the other, which is refused, ends that.
            seen.Add(Record.Exception(() => ranks[0].Barrier(stop.Token)));
            stop.Cancel();
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        Assert.Equal(2, seen.Count);
        Assert.Contains("one call at a time", Assert.Single(seen.OfType<InvalidOperationException>()).Message);
        Assert.Single(seen.OfType<OperationCanceledException>());
        Assert.Contains("out of step", Assert.Throws<InvalidOperationException>(() => ranks[0].Barrier(TestContext.Current.CancellationToken)).Message);
        Assert.Contains("rank 0 was stopped", Assert.Throws<ProcessGroupException>(() => ranks[1].Barrier(TestContext.Current.CancellationToken)).Message);
        ranks[0].Dispose();
        ranks[1].Dispose();
    }

    [Fact]
    public void A_rank_that_left_is_not_waited_for()
    {
        var thrown = Assert.Throws<ProcessGroupException>(() => InProcessGroup.Run(2, group =>
        {
            if (group.Rank == 0)
            {
                group.Barrier();
            }
        }));

        Assert.Contains("rank 1 left", thrown.Message);
    }

    [Fact]
    public void Ranks_in_different_calls_are_told_apart()
    {
        var thrown = Assert.Throws<ProcessGroupException>(() => InProcessGroup.Run(2, group =>
        {
            if (group.Rank == 0)
            {
                group.Barrier();
            }
            else
            {
                group.Sum([1]);
            }
        }));

        Assert.Contains("rank 1 made another call", thrown.Message);
    }

    [Fact]
    public void Whoever_asks_learns_why_rank_0_could_not_answer()
    {
        Exception? told = null;

        Assert.ThrowsAny<Exception>(() => InProcessGroup.Run(3, group =>
        {
            group.BeginAsking(static (_, _) => throw new InvalidDataException("no such question"), TestContext.Current.CancellationToken);
            told = group.Rank == 1 ? Record.Exception(() => group.Ask([], TestContext.Current.CancellationToken)) : told;
            group.EndAsking(TestContext.Current.CancellationToken);
        }));

        Assert.Equal("rank 0 could not answer rank 1: no such question", Assert.IsType<ProcessGroupException>(told).Message);
    }

    [Fact]
    public void A_question_about_work_that_fails_is_what_its_rank_learns()
    {
        Exception?[] told = new Exception?[2];

        InProcessGroup.Run(2, group => told[group.Rank] = Record.Exception(() =>
        {
            WorkPool? pool = group.Rank == 0 ? new WorkPool(new PoolRules(2)) : null;
            using GroupExchange exchange = GroupExchange.Begin(group, pool, TimeProvider.System, TestContext.Current.CancellationToken);
            if (group.Rank == 1)
            {
                exchange.Ask([99], TestContext.Current.CancellationToken);
            }
        }));

        Assert.Contains("rank 0 could not answer rank 1: a message of another rank is damaged", Assert.IsType<ProcessGroupException>(told[1]).Message);
        Assert.Contains("rank 1 left out of step", Assert.IsType<ProcessGroupException>(told[0]).Message);
    }

    [Fact]
    public void A_disposed_rank_refuses_calls()
    {
        IProcessGroup alone = Assert.Single(InProcessGroup.Create(1));
        alone.Dispose();
        alone.Dispose();

        Assert.Throws<ObjectDisposedException>(() => alone.Barrier(TestContext.Current.CancellationToken));
    }
}
