using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Executes many requests at a time: queue, submit, reap. An engine belongs to the thread that created it and is not
/// thread-safe. Allocates nothing on the managed heap after construction.
/// </summary>
/// <remarks>
/// A request is <em>outstanding</em> from the moment it is queued until its completion is reaped, and during that time
/// its memory belongs to the engine. Completions come in any order. A short transfer, an interruption and an error are
/// results for the caller to judge; the engine never retries.
/// </remarks>
internal interface IIoEngine : IDisposable
{
    /// <summary>The engine's kind, the features it uses, and those it had to do without.</summary>
    EngineDescription Description { get; }

    /// <summary>Maximum number of outstanding requests, 1 or more.</summary>
    int QueueDepth { get; }

    /// <summary>Requests queued and not yet reaped.</summary>
    int Outstanding { get; }

    /// <summary>
    /// How many completions to wait for at once to get the most requests per CPU time, 1 or more. Waiting for more than
    /// one keeps slightly fewer requests in flight.
    /// </summary>
    int WorthwhileReap { get; }

    /// <summary>
    /// Makes an open file available to requests. The engine keeps the descriptor alive until it is detached.
    /// </summary>
    /// <param name="handle">An open file; owned by the caller.</param>
    /// <returns>The file's slot in this engine.</returns>
    /// <exception cref="InvalidOperationException">All <see cref="EngineLimits.MaximumFiles"/> slots are taken; nothing changed.</exception>
    EngineFile Attach(SafeFileHandle handle);

    /// <summary>Releases a file.</summary>
    /// <param name="file">A file of this engine without outstanding requests.</param>
    /// <exception cref="InvalidOperationException">The file is not attached, or has requests outstanding; nothing changed.</exception>
    void Detach(EngineFile file);

    /// <summary>
    /// Announces memory that requests will use, so that it can be registered once rather than pinned for each request.
    /// This is an optimisation: if the system refuses, requests still work and <see cref="Description"/> says why.
    /// </summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes; must stay mapped until the engine is disposed.</param>
    /// <exception cref="InvalidOperationException">
    /// Memory is already attached, or requests are outstanding; nothing changed.
    /// </exception>
    void AttachMemory(nint address, long length);

    /// <summary>Queues a request; the engine may submit it at once.</summary>
    /// <param name="request">The request, which is copied.</param>
    /// <returns>False if <see cref="QueueDepth"/> requests are outstanding; nothing changed.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Offset, length or file is out of range; nothing changed.</exception>
    bool TryQueue(in IoRequest request);

    /// <summary>Submits all queued requests to the system.</summary>
    void Submit();

    /// <summary>
    /// Submits queued requests and collects completions, waiting until there are enough or the deadline passes.
    /// </summary>
    /// <param name="completions">Receives them; 1 or more.</param>
    /// <param name="minimum">
    /// Number of completions to wait for; 0 returns without waiting. At most the outstanding requests and the span's
    /// length.
    /// </param>
    /// <param name="deadline">
    /// When to stop waiting, in ticks of <see cref="System.Diagnostics.Stopwatch"/>; a time in the past returns without
    /// waiting. Does not interrupt a request that the owner's own thread is executing.
    /// </param>
    /// <returns>
    /// Number of completions collected, from <paramref name="minimum"/> up to the span's length; fewer than the minimum
    /// only after <see cref="IEngineWaker.Wake"/> or at the deadline.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The minimum exceeds what can complete; nothing changed.
    /// </exception>
    int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline);

    /// <summary>
    /// Creates the object with which other threads end a wait of the owner, at most once per engine. An engine without
    /// one pays nothing for it.
    /// </summary>
    /// <returns>The waker; it does nothing if the engine's waits are the work itself.</returns>
    /// <exception cref="InvalidOperationException">
    /// A waker already exists, or requests are outstanding; nothing changed.
    /// </exception>
    IEngineWaker CreateWaker();
}

/// <summary>A file attached to one engine; meaningless to other engines.</summary>
/// <param name="Slot">Index in the engine's table, 0 or more.</param>
internal readonly record struct EngineFile(int Slot);

/// <summary>
/// Ends a wait of an engine's owner from another thread, which is all that other threads may do to an engine.
/// </summary>
/// <remarks>Created by <see cref="IIoEngine.CreateWaker"/>; belongs to the engine and ends with it.</remarks>
internal interface IEngineWaker
{
    /// <summary>
    /// Makes the current <see cref="IIoEngine.Reap"/> that waits, or otherwise the next one that would wait, return
    /// with what is available, possibly nothing. Several calls may count as one.
    /// </summary>
    /// <remarks>
    /// Thread-safe; one system call if the owner may be asleep; no allocation. Must not be called during or after the
    /// engine's disposal.
    /// </remarks>
    void Wake();
}
