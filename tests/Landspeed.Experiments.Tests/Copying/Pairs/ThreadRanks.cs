using Landspeed.Experiments.Copying;

namespace Landspeed.Experiments.Tests.Copying.Pairs;

/// <summary>Ranks that are threads, for one verification.</summary>
internal sealed class ThreadRanks
{
    private readonly Barrier _meeting;
    private readonly byte[][] _gathered;
    private readonly Lock _turn = new();
    private Func<byte[], byte[]>? _answer;

    private ThreadRanks(int size)
    {
        _meeting = new Barrier(size);
        _gathered = new byte[size][];
    }

    /// <summary>Runs something on each rank.</summary>
    /// <param name="size">Their number.</param>
    /// <param name="run">Receives the ranks as one rank sees them; rank 0 runs on this thread.</param>
    internal static void Run(int size, Action<IVerificationRanks> run)
    {
        var ranks = new ThreadRanks(size);
        Exception?[] failures = new Exception?[size];
        Thread[] others = [.. Enumerable.Range(1, size - 1).Select(rank => new Thread(() =>
        {
            try
            {
                run(new Seen(ranks, rank));
            }
#pragma warning disable CA1031 // thrown below
            catch (Exception failure)
#pragma warning restore CA1031
            {
                failures[rank] = failure;
                ranks._meeting.RemoveParticipant();
            }
        }))];
        Array.ForEach(others, thread => thread.Start());
        try
        {
            run(new Seen(ranks, 0));
        }
        catch
        {
            ranks._meeting.RemoveParticipant();
            throw;
        }
        finally
        {
            Array.ForEach(others, thread => thread.Join());
        }

        Assert.Empty(failures.OfType<Exception>());
    }

    private sealed class Seen(ThreadRanks ranks, int rank) : IVerificationRanks
    {
        public int Rank => rank;

        public string NameOf(int rank) => $"rank {rank}";

        public IReadOnlyList<byte[]> Gather(string step, byte[] bytes)
        {
            ranks._gathered[rank] = bytes;
            ranks._meeting.SignalAndWait(TestContext.Current.CancellationToken);
            byte[][] all = [.. ranks._gathered];
            ranks._meeting.SignalAndWait(TestContext.Current.CancellationToken);
            return rank == 0 ? all : [];
        }

        public void Begin(Func<byte[], byte[]> answer)
        {
            if (rank == 0)
            {
                ranks._answer = answer;
            }

            ranks._meeting.SignalAndWait(TestContext.Current.CancellationToken);
        }

        public byte[] Ask(byte[] question)
        {
            lock (ranks._turn)
            {
                return ranks._answer!(question);
            }
        }

        public void End() => ranks._meeting.SignalAndWait(TestContext.Current.CancellationToken);
    }
}
