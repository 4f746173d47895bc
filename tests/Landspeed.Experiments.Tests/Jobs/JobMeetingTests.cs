using System.Collections.Concurrent;
using System.Diagnostics;
using Landspeed.Experiments.Jobs;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Jobs;

/// <summary>Jobs that wait for each other; here each is a thread with a view of its own.</summary>
public sealed class JobMeetingTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private FilePath Place => _scratch.FilePath("meeting");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void No_job_leaves_a_meeting_before_all_have_come()
    {
        const int Jobs = 4;
        const int Meetings = 50;
        using JobMeeting meeting = JobMeeting.Create(Place, Jobs);
        int[] come = new int[Meetings];
        var early = new ConcurrentQueue<int>();

        Each(Jobs, seat =>
        {
            for (int number = 0; number < Meetings; number++)
            {
                Interlocked.Increment(ref come[number]);
                seat.Meet("a step", CancellationToken.None);
                if (Volatile.Read(ref come[number]) < Jobs)
                {
                    early.Enqueue(number);
                }
            }
        });

        Assert.Empty(early);
    }

    [Fact]
    public void All_jobs_start_at_one_moment_that_is_still_to_come()
    {
        const int Jobs = 3;
        using JobMeeting meeting = JobMeeting.Create(Place, Jobs);
        var moments = new ConcurrentQueue<(int Round, long Moment)>();

        Each(Jobs, seat =>
        {
            for (int round = 0; round < 5; round++)
            {
                long before = Stopwatch.GetTimestamp();
                long moment = seat.AgreeOnStart(CancellationToken.None).Timestamp;
                Assert.True(moment > before);
                moments.Enqueue((round, moment));
            }
        });

        long[][] rounds =
            [.. moments.GroupBy(one => one.Round, one => one.Moment).Select(one => one.Distinct().ToArray())];
        Assert.All(rounds, round => Assert.Single(round));
        Assert.Equal(5, rounds.SelectMany(round => round).Distinct().Count());
    }

    [Fact]
    public void A_job_that_has_ended_is_not_waited_for_and_the_next_one_decides()
    {
        using JobMeeting meeting = JobMeeting.Create(Place, 3);
        meeting.Leave(0);
        var told = new ConcurrentQueue<long>();

        Each([1, 2], seat => told.Enqueue(seat.Tell(10 + seat.Self.Number, CancellationToken.None)));

        Assert.Equal([11, 11], told);
    }

    [Fact]
    public void Jobs_that_wait_end_when_another_fails_and_when_they_are_stopped()
    {
        using JobMeeting meeting = JobMeeting.Create(Place, 2);
        using JobSeat seat = JobSeat.Take(Place, 1);
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(20));

        Assert.Throws<OperationCanceledException>(() => seat.Meet("a step", stop.Token));
        meeting.HasFailed = true;
        ExperimentException failed =
            Assert.Throws<ExperimentException>(() => seat.Meet("a step", CancellationToken.None));
        Assert.Equal("another job has failed, and all of them stop", failed.Message);
    }

    [Fact]
    public void A_job_has_prepared_when_it_comes_to_its_first_meeting_or_ends()
    {
        using JobMeeting meeting = JobMeeting.Create(Place, 3);
        using JobSeat seat = JobSeat.Take(Place, 0);
        using var stopped = new CancellationTokenSource();
        stopped.Cancel();
        Assert.False(meeting.HasPrepared(0));

        Assert.Throws<OperationCanceledException>(() => seat.Meet("a step", stopped.Token));
        meeting.Leave(1);

        Assert.Equal([true, true, false], Enumerable.Range(0, 3).Select(meeting.HasPrepared));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(-1)]
    public void A_place_that_there_is_not_is_refused(int job)
    {
        using JobMeeting meeting = JobMeeting.Create(Place, 2);

        Assert.Throws<ExperimentException>(() => JobSeat.Take(Place, job));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(10_000)]
    public void A_file_that_is_no_meeting_is_refused(int bytes)
    {
        _scratch.CreateFile("meeting", bytes);

        Assert.Throws<ExperimentException>(() => JobSeat.Take(Place, 0));
    }

    private void Each(int jobs, Action<JobSeat> work) => Each([.. Enumerable.Range(0, jobs)], work);

    // Each on a thread of its own: the pool might run them one after the other.
    private void Each(int[] jobs, Action<JobSeat> work)
    {
        var failures = new ConcurrentQueue<Exception>();
        Thread[] threads =
        [
            .. jobs.Select(job => new Thread(() =>
            {
                try
                {
                    using JobSeat seat = JobSeat.Take(Place, job);
                    work(seat);
                }
                catch (Exception failure)
                {
                    failures.Enqueue(failure);
                }
            })),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Empty(failures);
    }
}
