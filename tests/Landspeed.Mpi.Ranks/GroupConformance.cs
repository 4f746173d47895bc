using System.Buffers.Binary;
using System.Text;
using Landspeed.Copying.Sharing;

namespace Landspeed.Mpi.Ranks;

/// <summary>What every process group does. Each body leaves its group in step, so that the next can follow on the same ranks.</summary>
public abstract class GroupConformance
{
    /// <summary>Carries out a body on each rank: here on threads, under mpirun each process carries out its own.</summary>
    protected abstract void OnEachRank(Action<IProcessGroup> body);

    [Fact]
    public void Each_rank_has_a_number_of_its_own() => OnEachRank(group =>
    {
        Assert.InRange(group.Rank, 0, group.Size - 1);
        Assert.NotEmpty(group.Host);

        IReadOnlyList<byte[]> all = group.Gather([(byte)group.Rank]);

        Assert.Equal(group.Rank == 0 ? Enumerable.Range(0, group.Size) : [], all.Select(bytes => (int)Assert.Single(bytes)));
    });

    [Fact]
    public void Nobody_leaves_a_barrier_before_all_have_come() => OnEachRank(group =>
    {
        for (int round = 0; round < 10; round++)
        {
            // All ranks are on one machine and read one clock, here and under mpirun.
            long arrived = TimeProvider.System.GetTimestamp();
            group.Barrier();
            long left = TimeProvider.System.GetTimestamp();

            IReadOnlyList<(long Arrived, long Left)> all = [.. group.Gather(Bytes(arrived, left)).Select(bytes => (Number(bytes, 0), Number(bytes, 1)))];

            if (group.Rank == 0)
            {
                Assert.True(all.Max(rank => rank.Arrived) <= all.Min(rank => rank.Left), "a rank left before another came");
            }
        }
    });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5000)]
    public void A_sum_is_the_same_on_all_ranks(int length) => OnEachRank(group =>
    {
        long[] values = [.. Enumerable.Range(0, length).Select(index => (index * 1000L) + group.Rank)];

        group.Sum(values);

        long ranks = group.Size * (group.Size - 1L) / 2;
        Assert.Equal(Enumerable.Range(0, length).Select(index => (index * 1000L * group.Size) + ranks), values);
    });

    [Fact]
    public void A_sum_beyond_64_bits_wraps_round() => OnEachRank(group =>
    {
        long[] values = [group.Rank == 0 ? long.MaxValue : 1, group.Rank == 0 ? long.MinValue : -1];

        group.Sum(values);

        Assert.Equal([unchecked(long.MaxValue + (group.Size - 1L)), unchecked(long.MinValue - (group.Size - 1L))], values);
    });

    [Fact]
    public void A_sum_of_arrays_of_different_lengths_is_refused_on_every_rank_and_the_group_goes_on() => OnEachRank(group =>
    {
        if (group.Size == 1)
        {
            return;
        }

        long[] values = [.. Enumerable.Repeat(7L, group.Rank == group.Size - 1 ? 4 : 3)];

        Assert.Throws<ArgumentException>(() => group.Sum(values));

        Assert.All(values, value => Assert.Equal(7, value));
        group.Barrier();
    });

    [Fact]
    public void Bytes_of_any_length_reach_rank_0_unchanged() => OnEachRank(group =>
    {
        static byte[] Content(int rank) => rank == 1 ? [] : [.. Enumerable.Range(0, 300_000 * rank % 1_000_003).Select(index => (byte)(index * (rank + 3) % 251))];

        IReadOnlyList<byte[]> all = group.Gather(Content(group.Rank));

        Assert.Equal(group.Rank == 0 ? group.Size : 0, all.Count);
        for (int rank = 0; rank < all.Count; rank++)
        {
            Assert.True(Content(rank).AsSpan().SequenceEqual(all[rank]), $"the bytes of rank {rank} changed on their way");
        }
    });

    [Fact]
    public void Each_of_2000_numbers_goes_to_one_rank() => OnEachRank(group =>
    {
        const int Count = 2000;
        BeginNumbers(group);
        List<long> mine = [];

        // Rank 0 needs no message, and could have them all before the others have one: it takes its share only.
        int most = group.Rank == 0 ? Count / group.Size : Count;
        for (long number = 0; mine.Count < most && (number = NextNumber(group)) < Count;)
        {
            mine.Add(number);
        }

        group.EndAsking();

        AssertEachOnce(group, mine, Count);
    });

    [Fact]
    public void Numbers_begin_with_0_each_time() => OnEachRank(group =>
    {
        for (int round = 0; round < 3; round++)
        {
            BeginNumbers(group);
            long mine = NextNumber(group);
            group.EndAsking();
            AssertEachOnce(group, [mine], group.Size);
        }
    });

    [Fact]
    public void Several_threads_of_a_rank_may_take_numbers() => OnEachRank(group =>
    {
        const int Count = 200;
        BeginNumbers(group);
        List<long>[] taken = [[], [], []];
        Thread[] threads = [.. taken.Select(list => new Thread(() =>
        {
            for (long number = NextNumber(group); number < Count; number = NextNumber(group))
            {
                list.Add(number);
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        group.EndAsking();

        AssertEachOnce(group, [.. taken.SelectMany(list => list)], Count);
    });

    [Fact]
    public void Rank_0_answers_questions_of_any_length_by_answers_of_any_length() => OnEachRank(group =>
    {
        // About the bytes that travel at once, and two pieces and more.
        int[] lengths = [0, 1, 4079, 4080, 4081, 300_000];
        group.BeginAsking(group.Rank == 0 ? (rank, question) => [(byte)rank, .. question.Reverse()] : null);
        foreach (int length in lengths)
        {
            byte[] question = [.. Enumerable.Range(0, length).Select(index => (byte)(index * (group.Rank + 3) % 251))];

            byte[] answer = group.Ask(question);

            Assert.True(answer.AsSpan().SequenceEqual([(byte)group.Rank, .. question.Reverse()]), $"the answer to {length} bytes is another");
        }

        group.EndAsking();
    });

    [Fact]
    public void Each_thread_of_each_rank_gets_the_answer_to_its_own_question() => OnEachRank(group =>
    {
        int answering = 0;
        group.BeginAsking((rank, question) =>
        {
            Assert.Equal(1, Interlocked.Increment(ref answering));
            byte[] answer = [.. question, (byte)rank];
            Interlocked.Decrement(ref answering);
            return answer;
        });
        List<byte[]>[] answers = [[], [], []];
        Thread[] threads = [.. answers.Select((list, thread) => new Thread(() =>
        {
            for (int index = 0; index < 50; index++)
            {
                list.Add(group.Ask([(byte)thread, (byte)index]));
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        group.EndAsking();

        for (int thread = 0; thread < threads.Length; thread++)
        {
            Assert.Equal(Enumerable.Range(0, 50).Select(index => new[] { thread, index, group.Rank }), answers[thread].Select(bytes => bytes.Select(one => (int)one).ToArray()));
        }
    });

    [Fact]
    public void All_may_meet_while_questions_are_answered() => OnEachRank(group =>
    {
        group.BeginAsking(static (_, _) => [1]);
        group.Barrier();
        Assert.Equal([1], group.Ask([]));
        long[] values = [1];
        group.Sum(values);
        Assert.Equal(group.Size, values[0]);
        group.EndAsking();
    });

    [Fact]
    public void Work_that_rank_0_makes_is_done_by_all_and_its_results_come_back() => OnEachRank(group =>
    {
        const int Items = 200;
        WorkPool? pool = group.Rank == 0 ? new WorkPool(new PoolRules(group.Size)) : null;
        var share = new WorkShare(group.Rank, group.Size, slots: 1);
        for (int index = 0; index < Items && group.Rank == 0; index++)
        {
            share.Offer(WorkKind.Verification, Bytes(index), avoids: 0);
        }

        List<long> numbers = [];
        List<int> takers = [];
        using (GroupExchange exchange = GroupExchange.Begin(group, pool, TimeProvider.System, CancellationToken.None))
        {
            using var loop = new SharingLoop(share, exchange, TimeProvider.System, static () => { });
            while (share.Take() is { } work)
            {
                switch (work)
                {
                    case SharedWork.Todo(var item):
                        share.Done(item, [.. item.Payload]);
                        break;
                    case SharedWork.Came(var result):
                        numbers.Add(Number(result.Payload, 0));
                        takers.Add(result.By);
                        share.Handled(result);
                        break;
                }
            }

            loop.Wait();
        }

        Assert.Equal(group.Rank == 0 ? Enumerable.Range(0, Items).Select(number => (long)number) : [], numbers.Order());
        Assert.True(group.Size == 1 || !takers.Contains(0), "a rank got what it must not do");
    });

    [Fact]
    public void Calls_in_the_wrong_order_are_refused_and_change_nothing() => OnEachRank(group =>
    {
        Assert.Throws<InvalidOperationException>(() => group.Ask([]));
        Assert.Throws<InvalidOperationException>(() => group.EndAsking());
        group.BeginAsking(static (_, _) => []);
        Assert.Throws<InvalidOperationException>(() => group.BeginAsking(static (_, _) => []));
        group.Ask([]);
        group.EndAsking();
        Assert.Throws<InvalidOperationException>(() => group.Ask([]));
        Assert.Throws<InvalidOperationException>(() => group.EndAsking());
        Assert.Throws<ArgumentOutOfRangeException>(() => group.AgreeOnStart(TimeSpan.FromTicks(-1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => group.Abort(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => group.Abort(256));
        Assert.ThrowsAny<OperationCanceledException>(() => group.Barrier(new CancellationToken(canceled: true)));
        group.Barrier();
    });

    [Fact]
    public void The_agreed_moment_is_the_same_for_all_within_the_error_told() => OnEachRank(group =>
    {
        long before = TimeProvider.System.GetTimestamp();
        AgreedStart start = group.AgreeOnStart(TimeSpan.FromMilliseconds(20));

        // One machine, one clock: the moments of two ranks differ by their errors only, however busy it is.
        IReadOnlyList<byte[]> all = group.Gather(Bytes(start.Timestamp, start.ClockError.Ticks, start.LargestClockError.Ticks, before));

        if (group.Rank == 0)
        {
            long moment = start.Timestamp;
            long largest = all.Max(rank => Number(rank, 1));
            Assert.Equal(0, start.ClockError.Ticks);
            Assert.All(all, rank =>
            {
                TimeSpan apart = TimeProvider.System.GetElapsedTime(moment, Number(rank, 0)).Duration();
                Assert.InRange(apart.Ticks, 0, Number(rank, 1));
                Assert.Equal(largest, Number(rank, 2));
                Assert.True(moment > Number(rank, 3), "the start lies before the call of a rank");
            });
        }
    });

    [Fact]
    public void Nobody_begins_before_the_agreed_moment() => OnEachRank(group =>
    {
        for (int round = 0; round < 3; round++)
        {
            AgreedStart start = group.AgreeOnStart(TimeSpan.FromMilliseconds(5 * round));

            TimeSpan late = start.Wait(TimeProvider.System);

            Assert.True(late >= TimeSpan.Zero, "Wait returned before the moment");
            Assert.True(TimeProvider.System.GetTimestamp() >= start.Timestamp, "a rank began before the moment");
        }
    });

    private static void AssertEachOnce(IProcessGroup group, List<long> mine, int count)
    {
        IReadOnlyList<byte[]> all = group.Gather(Encoding.ASCII.GetBytes(string.Join(' ', mine)));
        if (group.Rank == 0)
        {
            IEnumerable<long> numbers = all.SelectMany(bytes => Encoding.ASCII.GetString(bytes).Split(' ', StringSplitOptions.RemoveEmptyEntries)).Select(long.Parse);
            Assert.Equal(Enumerable.Range(0, count).Select(number => (long)number), numbers.Order());
        }
    }

    // Each number from 0 on goes to one caller.
    private static void BeginNumbers(IProcessGroup group)
    {
        long next = 0;
        group.BeginAsking((_, _) => Bytes(next++));
    }

    private static long NextNumber(IProcessGroup group) => Number(group.Ask([]), 0);

    private static byte[] Bytes(params ReadOnlySpan<long> numbers)
    {
        byte[] bytes = new byte[numbers.Length * sizeof(long)];
        for (int index = 0; index < numbers.Length; index++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(index * sizeof(long)), numbers[index]);
        }

        return bytes;
    }

    private static long Number(byte[] bytes, int index) => BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(index * sizeof(long)));
}
