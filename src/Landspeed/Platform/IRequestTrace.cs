namespace Landspeed.Platform;

/// <summary>
/// Traces the size of each read request that the kernel sends to one block device, for all processes.
/// </summary>
/// <remarks>
/// For use by one thread. It uses system resources only between <see cref="Start"/> and <see cref="Stop"/>.
/// </remarks>
internal interface IRequestTrace
{
    /// <summary>Checks whether requests can be traced on this system; leaves nothing behind.</summary>
    /// <returns>Why they cannot, without a full stop, or null if they can.</returns>
    TraceObstacle? Probe();

    /// <summary>Starts tracing. If the system refuses, <see cref="Stop"/> returns nothing.</summary>
    void Start();

    /// <summary>Stops tracing, even if it was not started.</summary>
    /// <returns>The traced sizes, or null if nothing could be traced.</returns>
    RequestSizes? Stop();
}

/// <summary>Why requests cannot be noted.</summary>
/// <param name="Reason">Without full stop.</param>
/// <param name="Remedy">What would help, a command where there is one.</param>
internal sealed record TraceObstacle(string Reason, string Remedy);

/// <summary>The sizes of requests.</summary>
/// <param name="Counts">Number of requests by size in bytes, the smallest first.</param>
/// <param name="Lost">Requests after the trace's memory was full.</param>
internal sealed record RequestSizes(IReadOnlyDictionary<long, long> Counts, long Lost);
