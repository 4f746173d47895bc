using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;

namespace Landspeed.Mpi;

/// <summary>Ranks that are threads of this process, or a single rank.</summary>
/// <remarks>
/// All ranks read one clock, so clock errors are 0. A single rank never waits: a call is a lock and a few copies.
/// </remarks>
public sealed class InProcessGroup : ProcessGroup
{
    private readonly Meeting _meeting;
    private readonly TimeProvider _clock;

    private InProcessGroup(Meeting meeting, int rank, TimeProvider clock)
        : base(rank, meeting.Size, Environment.MachineName)
    {
        (_meeting, _clock) = (meeting, clock);
    }

    /// <summary>Creates a group of ranks.</summary>
    /// <param name="size">Number of ranks, 1 or more.</param>
    /// <param name="clock">The clock of all ranks, or null for the system's.</param>
    /// <returns>The ranks in order. Each needs its own thread, which must also dispose of it.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size is less than one.</exception>
    public static IReadOnlyList<IProcessGroup> Create(int size, TimeProvider? clock = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        var meeting = new Meeting(size);
        return [.. Enumerable.Range(0, size).Select(rank => new InProcessGroup(meeting, rank, clock ?? TimeProvider.System))];
    }

    /// <summary>Runs a body on each rank, and waits for all of them.</summary>
    /// <param name="size">
    /// Number of ranks, 1 or more. A single rank runs on this thread, each of several on a new one.
    /// </param>
    /// <param name="body">
    /// The work of each rank, which is disposed afterwards. An exception breaks the group, so that no peer waits for
    /// the rank.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The size is less than one.</exception>
    /// <exception cref="Exception">The exception of the first body that failed. All bodies have ended.</exception>
    public static void Run(int size, Action<IProcessGroup> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        IReadOnlyList<IProcessGroup> ranks = Create(size);
        ExceptionDispatchInfo? first = null;
        void RunOne(IProcessGroup rank)
        {
            try
            {
                body(rank);
                rank.Dispose();
            }
            catch (Exception e)
            {
                Interlocked.CompareExchange(ref first, ExceptionDispatchInfo.Capture(e), null);
                ((InProcessGroup)rank)._meeting.Break(rank.Rank, "failed", exitCode: null);
            }
        }

        if (size == 1)
        {
            RunOne(ranks[0]);
        }
        else
        {
            Thread[] threads = [.. ranks.Select(rank => new Thread(() => RunOne(rank)) { IsBackground = true, Name = RankName.Of(rank.Rank) })];
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
        }

        first?.Throw();
    }

    private protected override AgreedStart Agree(TimeSpan delay, CancellationToken stop)
    {
        long ticks = (long)(delay.TotalSeconds * _clock.TimestampFrequency);
        _meeting.Exchange(Rank, Meeting.Present, stop);
        object[] all = _meeting.Exchange(Rank, _clock.GetTimestamp() + ticks, stop);
        return new AgreedStart((long)all[0], TimeSpan.Zero, TimeSpan.Zero);
    }

    private protected override void Meet(CancellationToken stop) => _meeting.Exchange(Rank, Meeting.Present, stop);

    private protected override long[]? Add(long[] values, CancellationToken stop)
    {
        long[][] all = [.. _meeting.Exchange(Rank, values, stop).Cast<long[]>()];
        if (Array.Exists(all, other => other.Length != all[0].Length))
        {
            return null;
        }

        var sums = new long[values.Length];
        foreach (long[] other in all)
        {
            for (int index = 0; index < sums.Length; index++)
            {
                sums[index] = unchecked(sums[index] + other[index]);
            }
        }

        return sums;
    }

    private protected override IReadOnlyList<byte[]> Collect(byte[] bytes, CancellationToken stop)
    {
        object[] all = _meeting.Exchange(Rank, bytes, stop);
        return Rank == 0 ? [.. all.Cast<byte[]>()] : [];
    }

    private protected override void Listen(Func<int, byte[], byte[]> answer, CancellationToken stop)
    {
        // No rank is asking now: all have finished the last questions, and none is past this meeting.
        if (Rank == 0)
        {
            _meeting.Answers = answer;
        }

        _meeting.Exchange(Rank, Meeting.Present, stop);
    }

    private protected override byte[] AskRankZero(byte[] question, CancellationToken stop)
    {
        _meeting.ThrowIfBroken();
        try
        {
            return _meeting.Answers(Rank, question);
        }
#pragma warning disable CA1031 // as over MPI, where the answer is made in another process
        catch (Exception refused)
#pragma warning restore CA1031
        {
            throw NoAnswer(refused.Message);
        }
    }

    private protected override void ListenNoMore(CancellationToken stop) => _meeting.Exchange(Rank, Meeting.Present, stop);

    [DoesNotReturn]
    private protected override void EndJob(int exitCode)
    {
        _meeting.Break(Rank, $"ended the job with exit code {RankName.Number(exitCode)}", exitCode);
        throw new ProcessGroupException($"{RankName.Of(Rank)} ended the job with exit code {RankName.Number(exitCode)}") { ExitCode = exitCode };
    }

    private protected override void Leave(bool inStep)
    {
        if (!inStep)
        {
            _meeting.Break(Rank, "left out of step", exitCode: null);
            return;
        }

        try
        {
            _meeting.Exchange(Rank, Meeting.Leaving, CancellationToken.None);
        }
        catch (ProcessGroupException)
        {
            // A peer has failed and reports it itself; there is no rank to wait for.
        }
    }
}
