namespace Landspeed.Platform;

/// <summary>Notes the size of each read request that the kernel hands to one block device, whoever asked for it.</summary>
/// <remarks>For one thread. The system holds nothing of it but between <see cref="Start"/> and <see cref="Stop"/>.</remarks>
internal interface IRequestTrace
{
    /// <summary>Tries whether requests can be noted here; leaves nothing behind.</summary>
    /// <returns>Why they cannot; null: they can.</returns>
    TraceObstacle? Probe();

    /// <summary>Begins. Where the system refuses, <see cref="Stop"/> has nothing.</summary>
    void Start();

    /// <summary>Ends, also where it was not begun.</summary>
    /// <returns>What was noted; null: nothing could be.</returns>
    RequestSizes? Stop();
}

/// <summary>Why requests cannot be noted.</summary>
/// <param name="Reason">Without full stop.</param>
/// <param name="Remedy">What would help, a command where there is one.</param>
internal sealed record TraceObstacle(string Reason, string Remedy);

/// <summary>The sizes of requests.</summary>
/// <param name="Counts">How often each size came, by bytes, the smallest first.</param>
/// <param name="Lost">Requests behind the last one that there was memory for.</param>
internal sealed record RequestSizes(IReadOnlyDictionary<long, long> Counts, long Lost);
