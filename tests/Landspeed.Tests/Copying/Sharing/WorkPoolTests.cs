using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing;

public class WorkPoolTests
{
    [Fact]
    public void A_rank_with_nothing_gets_the_oldest_of_what_another_has()
    {
        var job = new SharedJob(2);
        job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Directory, [1]);
        job.Shares[0].Offer(WorkKind.Directory, [2]);
        job.Shares[0].Offer(WorkKind.Directory, [3]);

        Assert.Equal([3], job.Item(0).Payload);
        job.CheckIn(1, 0, 0, 1);
        Assert.Equal([1], job.Item(1).Payload);
    }

    [Fact]
    public void A_rank_that_has_more_than_it_gets_done_wants_nothing_and_gives_all()
    {
        var job = new SharedJob(2, slots: 2);
        job.Shares[0].IsBacklogged = true;
        job.Shares[0].Offer(WorkKind.Batch, [1]);
        job.CheckIn(1, 0, 0, 1);

        SharedItem given = job.Item(1);
        job.Shares[1].Offer(WorkKind.Batch, [2], avoids: 1);
        job.CheckIn(1, 1, 0);
        Assert.Null(job.Shares[0].TryTake());
        job.Shares[0].IsBacklogged = false;
        job.CheckIn(0);

        Assert.Equal([1], given.Payload);
        Assert.Equal([2], job.Item(0).Payload);
    }

    [Fact]
    public void What_nobody_took_comes_back_to_who_gave_it_away()
    {
        var job = new SharedJob(2);
        job.Shares[0].Offer(WorkKind.Batch, [1], avoids: 0);
        job.CheckIn(0, 0);
        Assert.Null(job.Shares[0].TryTake());

        job.CheckIn([.. Enumerable.Repeat(0, 10)]);

        Assert.Equal([1], job.Item(0).Payload);
    }

    [Fact]
    public void Work_is_offered_from_the_beginning_on_where_there_is_somebody_else()
    {
        Assert.Equal(2, new WorkShare(rank: 0, size: 3, slots: 2).Wanted);
        Assert.Equal(0, new WorkShare(rank: 0, size: 1, slots: 2).Wanted);
    }

    [Fact]
    public void An_item_that_comes_after_this_rank_was_stopped_keeps_nobody_waiting()
    {
        var job = new SharedJob(2);
        SharedItem own = job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Segment, [1]);
        job.CheckIn(1, 0, 0);
        byte[] answer = job.Pool.Answer(job.Shares[1].Ask(), job.Now);

        job.Shares[1].RequestStop(130);
        job.Shares[1].Answer(answer);
        job.Shares[0].Done(own, result: null);
        job.CheckIn(1, 0, 1, 0, 1, 0);

        Assert.Null(job.Shares[1].TryTake());
        Assert.All(job.Shares, share => Assert.True(share.IsDone));
    }

    [Fact]
    public void A_result_comes_to_the_rank_that_made_the_item()
    {
        var job = new SharedJob(3);
        WorkId id = job.Shares[1].Offer(WorkKind.Verification, [1], avoids: 1);
        job.CheckIn(1, 1, 2);
        job.Shares[2].Done(job.Item(2), [9]);
        job.CheckIn(2, 1);

        SharedResult result = job.Result(1);

        Assert.Equal((id, WorkKind.Verification, 2), (result.Id, result.Kind, result.By));
        Assert.Equal([9], result.Payload);
    }

    [Fact]
    public void A_verification_never_comes_to_the_rank_that_wrote()
    {
        var job = new SharedJob(2);
        job.Shares[0].Offer(WorkKind.Verification, [1], avoids: 0);
        job.CheckIn(0, 0, 0, 0);

        Assert.Null(job.Shares[0].TryTake());
        job.CheckIn(1);
        Assert.Equal([1], job.Item(1).Payload);
    }

    [Fact]
    public void The_only_rank_verifies_what_it_wrote_itself()
    {
        var job = new SharedJob(1);
        job.Shares[0].Offer(WorkKind.Verification, [1], avoids: 0);

        Assert.Equal([1], job.Item(0).Payload);
    }

    [Fact]
    public void A_rank_with_work_of_its_own_is_given_verifications_all_the_same()
    {
        var job = new SharedJob(2);
        job.Shares[1].Offer(WorkKind.Batch, [1]);
        job.Shares[1].Offer(WorkKind.Batch, [2]);
        job.Shares[0].Offer(WorkKind.Verification, [3], avoids: 0);
        job.CheckIn(0, 0, 1);

        Assert.Equal([3], job.Item(1).Payload);
    }

    [Fact]
    public void A_question_that_comes_again_gets_the_same_answer_and_does_nothing()
    {
        var job = new SharedJob(2);
        job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Directory, [1]);
        job.CheckIn(1, 0);
        byte[] question = job.Shares[0].Ask();
        Assert.Same(question, job.Shares[0].Ask());
        job.Pool.Answer(question, job.Now);
        job.Pool.Answer(question, job.Now);
        Assert.Equal((1, 0, 0), job.Pool.Held);
        byte[] asked = job.Shares[1].Ask();

        byte[] answer = job.Pool.Answer(asked, job.Now);

        Assert.Equal(answer, job.Pool.Answer(asked, job.Now));
        Assert.NotNull(job.Shares[1].Answer(answer));
        Assert.Null(job.Shares[1].Answer(answer));
        Assert.Equal([1], job.Item(1).Payload);
        Assert.Null(job.Shares[1].TryTake());
    }

    [Fact]
    public void All_is_done_when_nothing_is_under_way_anywhere_and_not_before()
    {
        var job = new SharedJob(2);
        job.Shares[0].Begin();
        SharedItem own = job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Segment, [1]);
        job.CheckIn(1, 0, 0, 1, 0);
        job.Shares[0].Done(own, result: null);
        SharedItem item = job.Item(1);
        job.CheckIn(0, 1, 0, 1);
        Assert.False(job.Shares[0].IsDone);
        job.Shares[1].Done(item, [2]);
        job.CheckIn(1, 1);
        Assert.False(job.Shares[1].IsDone);
        job.CheckIn(0, 1, 0);
        SharedResult result = job.Result(0);
        job.CheckIn(0, 1, 0, 1);
        Assert.False(job.Shares[1].IsDone);
        job.Shares[0].Handled(result);
        job.CheckIn(0, 1);
        Assert.False(job.Shares[1].IsDone);
        job.Shares[0].End();

        job.CheckIn(0, 1);

        Assert.True(job.Shares[0].IsDone);
        Assert.True(job.Shares[1].IsDone);
        Assert.Null(job.Shares[0].Take(TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_segment_of_a_rank_that_is_silent_is_handed_out_again_and_its_result_waits_until_the_first_taker_lets_go()
    {
        var job = new SharedJob(3);
        job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Segment, [1]);
        job.CheckIn(1, 0, 0, 1);
        SharedItem slow = job.Item(1);
        job.Now += job.Pool.Rules.Silence;
        job.CheckIn(0, 2);
        Assert.Null(job.Shares[2].TryTake());
        job.Now += TimeSpan.FromMilliseconds(1);

        job.CheckIn(2);

        Assert.Equal(1, job.Pool.Repeated);
        job.Shares[2].Done(job.Item(2), [2]);
        job.CheckIn(2, 0);
        Assert.Null(job.Shares[0].TryTake());
        job.CheckIn(1);
        Assert.True(job.Shares[1].IsRevoked(slow.Id));
        job.Shares[1].Done(slow, [1]);
        job.CheckIn(1, 0);
        SharedResult result = job.Result(0);
        Assert.Equal([2], result.Payload);
        Assert.Equal((2, 1), (result.By, Assert.Single(result.Also)));
        Assert.False(job.Shares[1].IsRevoked(slow.Id));
    }

    [Fact]
    public void What_two_ranks_wrote_is_verified_by_a_third_and_by_the_slower_only_when_there_is_none()
    {
        Assert.False(Written([1]).MayBeDoneBy(0, size: 3));
        Assert.False(Written([1]).MayBeDoneBy(1, size: 3));
        Assert.True(Written([1]).MayBeDoneBy(2, size: 3));
        Assert.True(Written([1]).MayBeDoneBy(1, size: 2));
        Assert.True(Written([1, 0, 1]).MayBeDoneBy(1, size: 2));
        Assert.False(Written([1]).MayBeDoneBy(0, size: 2));
        Assert.True(Written([]).MayBeDoneBy(0, size: 1));

        static SharedItem Written(int[] too) => new(new WorkId(0, 0), WorkKind.Verification, []) { Avoids = 0, AvoidsToo = too };
    }

    [Fact]
    public void A_rank_whose_item_waits_for_others_may_have_another()
    {
        var job = new SharedJob(2);
        job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Batch, [1]);
        job.Shares[0].Offer(WorkKind.Batch, [2]);
        job.CheckIn(1, 0, 0, 1);
        SharedItem first = job.Item(1);
        job.CheckIn(1);
        Assert.Null(job.Shares[1].TryTake());
        job.Shares[1].Park(first);

        job.CheckIn(1);

        SharedItem second = job.Item(1);
        job.Shares[1].Done(first, result: null);
        job.Shares[1].Done(second, result: null);
        Assert.Throws<InvalidOperationException>(() => job.Shares[1].Done(second, result: null));
    }

    [Fact]
    public void A_verification_that_is_done_twice_is_told_once_and_at_once()
    {
        var job = new SharedJob(3);
        job.Shares[0].Offer(WorkKind.Verification, [1], avoids: 0);
        job.Shares[0].Begin();
        job.CheckIn(0, 0, 1);
        SharedItem slow = job.Item(1);
        job.Now += job.Pool.Rules.Silence + TimeSpan.FromSeconds(1);
        job.CheckIn(0, 2);
        job.Shares[2].Done(job.Item(2), [2]);
        job.CheckIn(2, 0);
        Assert.Equal([2], job.Result(0).Payload);

        job.Shares[1].Done(slow, [1]);
        job.CheckIn(1, 0, 1, 0);

        Assert.Null(job.Shares[0].TryTake());
    }

    [Fact]
    public void A_directory_is_never_handed_out_twice()
    {
        var job = new SharedJob(3);
        job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Directory, [1]);
        job.CheckIn(1, 0, 0, 1);
        job.Item(1);
        job.Now += TimeSpan.FromDays(1);

        job.CheckIn(2, 0, 2);

        Assert.Null(job.Shares[2].TryTake());
    }

    [Fact]
    public void A_rank_that_is_heard_of_has_a_minute_and_three_times_the_longest_so_far()
    {
        var job = new SharedJob(2);
        SharedItem own = job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Segment, [1]);
        job.CheckIn(1, 0, 0, 1);
        SharedItem first = job.Item(1);
        job.Now += TimeSpan.FromMinutes(2);
        job.Shares[1].Done(first, result: null);
        job.Shares[0].Offer(WorkKind.Segment, [3]);
        job.CheckIn(1, 0, 0, 1);
        job.Item(1);
        job.Shares[0].Done(own, result: null);
        job.Now += TimeSpan.FromMinutes(6);
        job.CheckIn(1, 0);
        Assert.Null(job.Shares[0].TryTake());

        job.Now += TimeSpan.FromSeconds(1);
        job.CheckIn(1, 0);

        Assert.Equal([3], job.Item(0).Payload);
    }

    [Fact]
    public void A_stop_reaches_all_ranks_and_ends_the_work()
    {
        var job = new SharedJob(3);
        SharedItem own = job.Occupy(0);
        job.Shares[0].Offer(WorkKind.Directory, [1]);
        job.Shares[0].Offer(WorkKind.Directory, [2]);
        job.CheckIn(1, 0, 0, 1);
        SharedItem item = job.Item(1);
        job.Shares[0].Done(own, result: null);

        job.Shares[2].RequestStop(130);
        job.CheckIn(2, 0, 1);

        Assert.All(job.Shares, share => Assert.Equal(new StopRequest(2, 130), share.Stop));
        Assert.All(job.Shares, share => Assert.Null(share.Take(TestContext.Current.CancellationToken)));
        Assert.False(job.Shares[1].IsDone);
        job.Shares[1].Done(item, []);
        job.CheckIn(0, 1, 2, 0, 1);
        Assert.All(job.Shares, share => Assert.True(share.IsDone));
    }

    [Fact]
    public void Counters_are_added_up_and_notes_come_once_in_their_order()
    {
        var job = new SharedJob(2);
        job.Shares[0].Count([1, 10]);
        job.Shares[1].Count([2, 20]);
        job.Shares[1].Note([1]);
        job.Shares[1].Note([2]);
        job.Shares[1].Begin();
        job.CheckIn(0, 1);
        job.Shares[1].Count([5, 20]);
        job.Shares[1].Note([3]);
        job.CheckIn(1);

        Assert.Equal([6, 30], job.Pool.Totals());
        Assert.Equal([1, 2, 3], job.Pool.TakeNotes().Select(note => note.Payload[0]));
        Assert.Empty(job.Pool.TakeNotes());
    }

    [Theory]
    [InlineData(4, 1)]
    [InlineData(1_000, 100)]
    [InlineData(10_000, 1_000)]
    public void All_ranks_together_ask_at_most_10_000_times_a_second(int size, int milliseconds)
    {
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), new PoolRules(size).Pause);
    }

    [Fact]
    public void Who_gets_nothing_is_told_to_wait_longer_each_time_up_to_a_bound()
    {
        var job = new SharedJob(2);
        job.Shares[0].Begin();

        TimeSpan[] waits = [.. Enumerable.Range(0, 12).Select(_ => job.CheckIn(1).Rest)];

        Assert.Equal(waits.Order(), waits);
        Assert.Equal(TimeSpan.FromMilliseconds(2), waits[0]);
        Assert.Equal(job.Pool.Rules.LongestWait, waits[^1]);
    }

    [Fact]
    public void The_pool_holds_no_more_bytes_than_its_bound_and_what_was_granted_before_it_knew_their_size()
    {
        var job = new SharedJob(3, capacityBytes: 100_000);
        for (int index = 0; index < 1_000; index++)
        {
            job.Shares[0].Offer(WorkKind.Verification, new byte[10_000], avoids: 0);
        }

        for (int round = 0; round < 200; round++)
        {
            job.CheckIn(0);
            Assert.InRange(job.Pool.HeldBytes.Waiting, 0, PoolRules.LargestGrant * 10_000);
        }

        job.CheckIn(1);
        Assert.Equal(10_000, job.Item(1).Payload.Length);
    }

    [Fact]
    public void The_pool_holds_no_more_than_its_bound_however_much_there_is()
    {
        var job = new SharedJob(3);
        for (int index = 0; index < 5_000; index++)
        {
            job.Shares[index % 2].Offer(WorkKind.Verification, [], avoids: index % 2);
            job.Shares[index % 2].Offer(WorkKind.Batch, []);
        }

        for (int round = 0; round < 200; round++)
        {
            job.CheckIn(0, 1);
            Assert.InRange(job.Pool.Held.Waiting, 0, job.Pool.Rules.Capacity);
        }
    }
}
