using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Mpi;

/// <summary>Ranks that do one job together: threads of one process, or processes on many hosts.</summary>
/// <remarks>
/// <para>
/// A call is <em>collective</em> where it says so: every rank makes it, all in the same order, and it returns when all have. Collective calls
/// of one rank come one at a time, from any thread; a second one meanwhile is refused with <see cref="InvalidOperationException"/>.
/// <see cref="Ask"/> and <see cref="NextChunk"/> may be called by many threads at once.
/// </para>
/// <para>
/// Waiting for a peer costs under 5 % of a core. Between calls nothing runs, except on rank 0 while it answers: from <see cref="BeginAsking"/> to
/// <see cref="EndAsking"/>, and from <see cref="BeginChunks"/> to <see cref="EndChunks"/>. Time nothing there.
/// </para>
/// <para>
/// A peer may be late for ever: every wait ends early when its token is cancelled, for example by
/// <c>new CancellationTokenSource(TimeSpan.FromMinutes(1))</c>. A token that was cancelled before the call does nothing: the call can be made
/// again. One that is cancelled while the call waits breaks the group on this rank, as does every other exception but those for wrong
/// arguments and wrong order: the peers may have gone on, so that only <see cref="Abort"/> and <see cref="IDisposable.Dispose"/> remain.
/// </para>
/// <para>
/// <see cref="IDisposable.Dispose"/> is collective, too, when all went well: it waits for the peers. On a broken group it returns at once, and
/// what the peers wait for ends with an exception, or with the job. A rank that fails for a reason of its own calls <see cref="Abort"/> first.
/// </para>
/// </remarks>
public interface IProcessGroup : IDisposable
{
    /// <summary>Number of this rank: 0 to <see cref="Size"/> - 1.</summary>
    int Rank { get; }

    /// <summary>How many ranks there are: 1 or more.</summary>
    int Size { get; }

    /// <summary>Name of the host on which this rank runs.</summary>
    string Host { get; }

    /// <summary>Agrees on a moment at which all ranks begin. Collective.</summary>
    /// <param name="delay">
    /// How long after the agreement, 0 or more; the one of rank 0 counts. It must cover the way of one message to each rank and the time that
    /// a sleeping thread takes to be scheduled: 50 ms do on a quiet cluster.
    /// </param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <returns>The moment on this rank's own clock, and how wrong it may be.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The delay is negative. Nothing was done.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>
    /// Rank 0 compares clocks with each other rank in turn, by 16 messages there and back: some 0.1 ms a rank on one host, a few ms
    /// where ranks share processors, and 16 round trips a rank between hosts. Clocks are compared anew in each call, so that drift does not add up.
    /// </remarks>
    AgreedStart AgreeOnStart(TimeSpan delay, CancellationToken stop = default);

    /// <summary>Waits until all ranks have called it. Collective.</summary>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>Ranks leave it up to 5 ms apart, since waiting ranks sleep. To begin together: <see cref="AgreeOnStart"/>.</remarks>
    void Barrier(CancellationToken stop = default);

    /// <summary>Adds arrays of all ranks, element by element. Collective.</summary>
    /// <param name="values">This rank's numbers, of the same length on all ranks; holds the sums afterwards, on every rank. Sums beyond 64 bits wrap round.</param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ArgumentException">The lengths differ: on every rank. The values are as they were, and the group goes on.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled. The values are as they were.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>Copies the values twice.</remarks>
    void Sum(Span<long> values, CancellationToken stop = default);

    /// <summary>Brings bytes of all ranks to rank 0. Collective.</summary>
    /// <param name="bytes">This rank's bytes, of any length, also 0.</param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <returns>On rank 0 one array a rank, in their order; on the others nothing. The caller owns them.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>Rank 0 holds all of it in memory, and takes one rank after the other.</remarks>
    IReadOnlyList<byte[]> Gather(ReadOnlySpan<byte> bytes, CancellationToken stop = default);

    /// <summary>Begins questions to rank 0. Collective.</summary>
    /// <param name="answer">
    /// Answers a rank's question, on rank 0, by one thread at a time; must be short, since all others wait meanwhile. What it throws goes to who asked.
    /// Other ranks may give null.
    /// </param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ArgumentNullException">Rank 0 gave no answers. Nothing was done.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Questions or chunks were begun already, another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>Until <see cref="EndAsking"/> rank 0 listens, whatever its other threads do, which costs as much as waiting. Collective calls go on meanwhile.</remarks>
    void BeginAsking(Func<int, byte[], byte[]>? answer, CancellationToken stop = default);

    /// <summary>Asks rank 0. Not collective; safe for all threads.</summary>
    /// <param name="question">Bytes of any length, also 0; not changed meanwhile.</param>
    /// <param name="stop">Ends the wait for rank 0.</param>
    /// <returns>The answer, which the caller owns.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. The question may have been answered.</exception>
    /// <exception cref="InvalidOperationException">Not between <see cref="BeginAsking"/> and <see cref="EndAsking"/>, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">The answer failed, on another rank than 0; a peer has left, or ended the job.</exception>
    /// <exception cref="Exception">What the answer threw, on rank 0.</exception>
    /// <remarks>On rank 0 a call under a lock; on the others a message to rank 0 and back, up to about 1 ms, and 5 ms when nobody has asked for a while. Callers of one rank are served in turn.</remarks>
    byte[] Ask(byte[] question, CancellationToken stop = default);

    /// <summary>Ends what <see cref="BeginAsking"/> began. Collective.</summary>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">
    /// No questions were begun, a thread of this rank waits for an answer, another collective call is under way, or the group is broken.
    /// </exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    void EndAsking(CancellationToken stop = default);

    /// <summary>Begins to hand out numbers, from 0: questions of a kind. Collective.</summary>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Questions or chunks were begun already, another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>Until <see cref="EndChunks"/> rank 0 listens, whatever its other threads do, which costs as much as waiting.</remarks>
    void BeginChunks(CancellationToken stop = default);

    /// <summary>Takes the next number that no rank has taken since <see cref="BeginChunks"/>. Not collective; safe for all threads.</summary>
    /// <param name="stop">Ends the wait for rank 0.</param>
    /// <returns>Each number from 0 on goes to exactly one caller. There is no last one: the caller knows how many chunks there are.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. The number that was asked for is lost.</exception>
    /// <exception cref="InvalidOperationException">Not between <see cref="BeginChunks"/> and <see cref="EndChunks"/>, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    /// <remarks>On rank 0 an addition under a lock; on the others a message to rank 0 and back, up to about 1 ms, and 5 ms when nobody has asked for a while. Callers of one rank are served in turn.</remarks>
    long NextChunk(CancellationToken stop = default);

    /// <summary>Ends what <see cref="BeginChunks"/> began. Collective.</summary>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">
    /// No numbers are handed out, a thread of this rank waits for one, another collective call is under way, or the group is broken.
    /// </exception>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    void EndChunks(CancellationToken stop = default);

    /// <summary>Ends the job of all ranks, because this one cannot go on. From any thread, at any time, also on a broken group.</summary>
    /// <param name="exitCode">What the launcher is to report: 1 to 255.</param>
    /// <exception cref="ArgumentOutOfRangeException">The code is outside of its range.</exception>
    /// <exception cref="ProcessGroupException">Always within one process, where the waits of the peers end with the same.</exception>
    /// <remarks>Never returns. Under MPI the process ends here, without finally blocks: flush and close before.</remarks>
    [DoesNotReturn]
    void Abort(int exitCode);
}
