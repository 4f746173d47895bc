namespace Landspeed.Experiments.Load;

/// <summary>What carries out the requests of a <see cref="LoadLoop"/>, and its clock.</summary>
/// <remarks>For use by one thread. All times are nanoseconds from the start of the phase.</remarks>
internal interface ILoadTarget
{
    /// <summary>The time.</summary>
    long Now { get; }

    /// <summary>Whether no more request is to start.</summary>
    bool MustStop { get; }

    /// <summary>Requests in flight.</summary>
    int Outstanding { get; }

    /// <summary>Starts the request of a slot.</summary>
    /// <param name="slot">A slot without a request.</param>
    /// <param name="now">The time.</param>
    /// <returns>When it started: now, or later if its data had to be made first.</returns>
    long Start(int slot, long now);

    /// <summary>Waits until a request has ended, the time has come, or a stop may have been requested.</summary>
    /// <param name="now">The time.</param>
    /// <param name="until">When to stop waiting; a time in the past returns without waiting.</param>
    /// <returns>Number of requests that <see cref="Ended"/> tells of.</returns>
    int Collect(long now, long until);

    /// <summary>Tells of one that was collected.</summary>
    /// <param name="index">From 0.</param>
    /// <param name="now">The time after collecting.</param>
    /// <param name="slot">Its slot.</param>
    /// <param name="done">When it ended.</param>
    /// <returns>What became of it.</returns>
    LoadEnd Ended(int index, long now, out int slot, out long done);

    /// <summary>Takes the response time of a request that is done.</summary>
    /// <param name="slot">Its slot.</param>
    /// <param name="responseNs">From the moment at which it was due until it was done.</param>
    void Answer(int slot, long responseNs);
}

/// <summary>What became of a request that was collected.</summary>
internal enum LoadEnd
{
    /// <summary>It is done.</summary>
    Done,

    /// <summary>It failed; its slot has no request any more.</summary>
    Failed,

    /// <summary>A part of it is still to be done: it goes on.</summary>
    Continued,
}
