namespace Landspeed.Experiments.Load;

/// <summary>
/// Whether what a worker reads holds anything but zeros. It looks at requests 1, 2, 4, 8 and so on, and at the first of
/// each sample, until it sees data: a run over data costs one look.
/// </summary>
/// <remarks>
/// A device may answer blocks of zeros without its medium: blocks that were discarded, that it zeroed by itself
/// (FALLOC_FL_WRITE_ZEROES, which leaves extents like any others), or that it compresses.
/// </remarks>
internal sealed class ZeroTally
{
    // 64 KiB: 2 to 6 µs, of which a run over zeros has a few more than samples, of which it has 1,024 at most.
    private const int MostBytes = 64 << 10;

    private long _next;

    /// <summary>Requests that it looked at.</summary>
    internal int Looks { get; private set; }

    /// <summary>Whether it looked, and saw nothing but zeros.</summary>
    internal bool SawOnlyZeros => Looks > 0 && !SawData;

    /// <summary>Begins a phase.</summary>
    internal void Begin() => (Looks, _next) = (0, 0);

    /// <summary>Begins a sample.</summary>
    internal void BeginSample() => _next = SawData ? _next : 0;

    /// <summary>Whether to look at the last of these requests.</summary>
    /// <param name="requests">Requests of the phase so far.</param>
    internal bool IsDue(long requests) => requests >= _next;

    /// <summary>Looks at what a request read.</summary>
    /// <param name="requests">Requests of the phase up to this one.</param>
    /// <param name="data">Its bytes; those from 64 KiB on are not looked at.</param>
    internal void Look(long requests, ReadOnlySpan<byte> data)
    {
        Looks++;
        bool isData = data[..Math.Min(data.Length, MostBytes)].ContainsAnyExcept((byte)0);
        _next = isData ? long.MaxValue : 2 * requests;
    }

    // No look is due any more.
    private bool SawData => _next == long.MaxValue;
}
