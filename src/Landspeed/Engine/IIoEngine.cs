using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Carries out requests many at a time: queue, submit, reap. One engine belongs to the thread that made it; it is
/// not thread-safe. Nothing allocates on the managed heap after construction.
/// </summary>
/// <remarks>
/// A request is <em>outstanding</em> from the moment it is queued until its completion is reaped; all that time its
/// memory belongs to the engine. Completions come in any order. A short transfer, an interruption and an error are
/// results for the caller to judge; the engine repeats nothing.
/// </remarks>
public interface IIoEngine : IDisposable
{
    /// <summary>What the engine is, which features it uses, and which it had to do without.</summary>
    EngineDescription Description { get; }

    /// <summary>Most requests outstanding at once, 1 or more.</summary>
    int QueueDepth { get; }

    /// <summary>Requests queued and not yet reaped.</summary>
    int Outstanding { get; }

    /// <summary>
    /// How many completions are worth waiting for at once, for the most requests per processor time, 1 or more. Waiting
    /// for more than one keeps a few requests fewer in flight.
    /// </summary>
    int WorthwhileReap { get; }

    /// <summary>Makes an open file usable in requests. The engine keeps the descriptor alive until it is detached.</summary>
    /// <param name="handle">An open file; owned by the caller.</param>
    /// <returns>The file's slot in this engine.</returns>
    /// <exception cref="InvalidOperationException">All <see cref="EngineLimits.MaximumFiles"/> slots are taken; nothing changed.</exception>
    EngineFile Attach(SafeFileHandle handle);

    /// <summary>Forgets a file.</summary>
    /// <param name="file">A file of this engine with nothing outstanding.</param>
    /// <exception cref="InvalidOperationException">The file is not attached, or has requests outstanding; nothing changed.</exception>
    void Detach(EngineFile file);

    /// <summary>
    /// Announces memory that requests will use, so that it can be registered once instead of pinned at
    /// each request. An optimisation: where the system refuses, requests work all the same and
    /// <see cref="Description"/> says why.
    /// </summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes; must stay mapped until the engine is disposed.</param>
    /// <exception cref="InvalidOperationException">Memory was attached before, or requests are outstanding; nothing changed.</exception>
    void AttachMemory(nint address, long length);

    /// <summary>Queues a request; an engine may submit it at once.</summary>
    /// <param name="request">The request; copied.</param>
    /// <returns>False when <see cref="QueueDepth"/> requests are outstanding; nothing changed.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Offset, length or file is out of range; nothing changed.</exception>
    bool TryQueue(in IoRequest request);

    /// <summary>Submits all queued requests to the system.</summary>
    void Submit();

    /// <summary>Submits what is queued and collects completions, waiting until enough are there or time is up.</summary>
    /// <param name="completions">Receives them; 1 or more.</param>
    /// <param name="minimum">How many to wait for: 0 only looks; at most the outstanding and the span's length.</param>
    /// <param name="deadline">
    /// When to stop waiting, ticks of <see cref="System.Diagnostics.Stopwatch"/>; a moment that has passed only looks. Does
    /// not end a request that the owner's own thread is carrying out.
    /// </param>
    /// <returns>
    /// How many were collected, from <paramref name="minimum"/> up to the span's length; fewer than the minimum only
    /// after <see cref="IEngineWaker.Wake"/> or at the deadline.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The minimum exceeds what can come; nothing changed.</exception>
    int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline);

    /// <summary>
    /// Makes the means by which other threads end a wait of the owner, at most once an engine. An engine without one
    /// pays nothing for it.
    /// </summary>
    /// <returns>The waker; it does nothing where the engine's waits are the work itself.</returns>
    /// <exception cref="InvalidOperationException">There is one already, or requests are outstanding; nothing changed.</exception>
    IEngineWaker CreateWaker();
}

/// <summary>A file attached to one engine; meaningless to any other.</summary>
/// <param name="Slot">Index in the engine's table, 0 or more.</param>
public readonly record struct EngineFile(int Slot);

/// <summary>Ends a wait of an engine's owner from another thread: the one thing that others may do to an engine.</summary>
/// <remarks>Made by <see cref="IIoEngine.CreateWaker"/>; belongs to the engine and ends with it.</remarks>
public interface IEngineWaker
{
    /// <summary>
    /// Makes a <see cref="IIoEngine.Reap"/> that waits, or else the next one that would, return with what is there,
    /// perhaps nothing. Several calls may count as one.
    /// </summary>
    /// <remarks>
    /// Thread-safe; one system call where the owner may be asleep; no allocation. Not during or after the engine's
    /// disposal.
    /// </remarks>
    void Wake();
}
