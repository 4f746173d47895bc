using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Mpi;

/// <summary>Ranks that do one job together: threads of one process, or processes on many hosts.</summary>
/// <remarks>
/// <para> A <em>collective</em> call is made by every rank, in the same order, and returns when all ranks have made it.
/// Collective calls of one rank are made one at a time, from any thread; a second, overlapping one is refused with
/// <see cref="InvalidOperationException"/>. <see cref="Ask"/> may be called by many threads at once. </para>
/// <para> Waiting for a peer costs less than 5 % of a core. Between calls nothing runs, except on rank 0 while it
/// answers: from <see cref="BeginAsking"/> to <see cref="EndAsking"/>. Do not take timings there. </para>
/// <para> A peer may be late for ever: every wait ends early when its token is cancelled, for example by <c>new
/// CancellationTokenSource(TimeSpan.FromMinutes(1))</c>. If the token was cancelled before the call, nothing was done
/// and the call can be made again. A token cancelled while the call waits breaks the group on this rank, as does every
/// other exception except those for wrong arguments and wrong order: the peers may have continued, so that only
/// <see cref="Abort"/> and <see cref="IDisposable.Dispose"/> remain. </para>
/// <para> <see cref="IDisposable.Dispose"/> is also collective if all went well: it waits for the peers. On a broken
/// group it returns at once, and the peers' waits end with an exception, or with the job. A rank that fails for its own
/// reasons should call <see cref="Abort"/> first. </para>
/// </remarks>
public interface IProcessGroup : IDisposable
{
    /// <summary>Number of this rank: 0 to <see cref="Size"/> - 1.</summary>
    int Rank { get; }

    /// <summary>Number of ranks, 1 or more.</summary>
    int Size { get; }

    /// <summary>Name of the host on which this rank runs.</summary>
    string Host { get; }

    /// <summary>Agrees on a time at which all ranks start. Collective.</summary>
    /// <param name="delay">
    /// Time from the agreement to the start, 0 or more; rank 0's value is used. It must cover one message to each rank
    /// and the time to schedule a sleeping thread: 50 ms suffice on a quiet cluster.
    /// </param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <returns>The start on this rank's own clock, and its maximum error.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The delay is negative. Nothing was done.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    /// <remarks>
    /// Rank 0 compares clocks with each other rank in turn, by 16 messages there and back: about 0.1 ms per rank on one
    /// host, a few ms if ranks share CPUs, and 16 round trips per rank between hosts. Clocks are compared again in each
    /// call, so that drift does not accumulate.
    /// </remarks>
    AgreedStart AgreeOnStart(TimeSpan delay, CancellationToken stop = default);

    /// <summary>Waits until all ranks have called it. Collective.</summary>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    /// <remarks>
    /// Ranks leave it up to 5 ms apart, because waiting ranks sleep. To start together, use <see cref="AgreeOnStart"/>.
    /// </remarks>
    void Barrier(CancellationToken stop = default);

    /// <summary>Adds arrays of all ranks, element by element. Collective.</summary>
    /// <param name="values">
    /// This rank's numbers, of the same length on all ranks; receives the sums, on every rank. Sums beyond 64 bits wrap
    /// around.
    /// </param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ArgumentException">
    /// The lengths differ; thrown on every rank. The values are unchanged, and the group can still be used.
    /// </exception>
    /// <exception cref="OperationCanceledException">The token was cancelled. The values are unchanged.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    /// <remarks>Copies the values twice.</remarks>
    void Sum(Span<long> values, CancellationToken stop = default);

    /// <summary>Collects bytes of all ranks on rank 0. Collective.</summary>
    /// <param name="bytes">This rank's bytes, of any length including 0.</param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <returns>On rank 0 one array per rank, in rank order; empty on the others. Owned by the caller.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">Another collective call is under way, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    /// <remarks>Rank 0 holds all of it in memory, and receives from one rank after another.</remarks>
    IReadOnlyList<byte[]> Gather(ReadOnlySpan<byte> bytes, CancellationToken stop = default);

    /// <summary>Starts answering questions on rank 0. Collective.</summary>
    /// <param name="answer">
    /// Answers a rank's question on rank 0, on one thread at a time; must be quick, because all others wait. Its
    /// exceptions are passed to the asking rank. Other ranks may pass null.
    /// </param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ArgumentNullException">Rank 0 passed null. Nothing was done.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">
    /// Questions have already been started, another collective call is under way, or the group is broken.
    /// </exception>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    /// <remarks>
    /// Until <see cref="EndAsking"/> rank 0 listens, whatever its other threads do, which costs as much as waiting.
    /// Collective calls continue to work.
    /// </remarks>
    void BeginAsking(Func<int, byte[], byte[]>? answer, CancellationToken stop = default);

    /// <summary>Asks rank 0. Not collective; thread-safe.</summary>
    /// <param name="question">Bytes of any length including 0; must not change during the call.</param>
    /// <param name="stop">Ends the wait for rank 0.</param>
    /// <returns>The answer, owned by the caller.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. The question may have been answered.</exception>
    /// <exception cref="InvalidOperationException">Not between <see cref="BeginAsking"/> and <see cref="EndAsking"/>, or the group is broken.</exception>
    /// <exception cref="ProcessGroupException">
    /// The answer failed on a rank other than 0, or a peer has left or has ended the job.
    /// </exception>
    /// <exception cref="Exception">The exception of the answer, on rank 0.</exception>
    /// <remarks>
    /// On rank 0 a call under a lock; on the others a message to rank 0 and back, up to about 1 ms, or 5 ms if there
    /// has been no question for a while. Callers of one rank are served in turn.
    /// </remarks>
    byte[] Ask(byte[] question, CancellationToken stop = default);

    /// <summary>Stops answering questions started by <see cref="BeginAsking"/>. Collective.</summary>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidOperationException">
    /// No questions were started, a thread of this rank waits for an answer, another collective call is under way, or
    /// the group is broken.
    /// </exception>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    void EndAsking(CancellationToken stop = default);

    /// <summary>
    /// Ends the job of all ranks because this one cannot continue. May be called from any thread, at any time, even on
    /// a broken group.
    /// </summary>
    /// <param name="exitCode">The exit code for the launcher to report, 1 to 255.</param>
    /// <exception cref="ArgumentOutOfRangeException">The code is out of range.</exception>
    /// <exception cref="ProcessGroupException">
    /// Always within one process, where the peers' waits end with the same exception.
    /// </exception>
    /// <remarks>
    /// Never returns. Under MPI the process ends here without running finally blocks: flush and close first.
    /// </remarks>
    [DoesNotReturn]
    void Abort(int exitCode);
}
