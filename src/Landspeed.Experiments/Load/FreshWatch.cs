namespace Landspeed.Experiments.Load;

/// <summary>Divides writes into slices, and looks whether the device is slower than when they began.</summary>
/// <param name="most">Bytes that are written at most.</param>
/// <remarks>
/// For use by one thread. A slice ends when it is first looked at after its bytes, and has the rate of the time until
/// then. One slow slice may be a disturbance; two in a row that have lost a fifth are what a device does when its fast
/// part is full.
/// </remarks>
internal sealed class FreshWatch(long most)
{
    /// <summary>Slices of the most that is written, 20.</summary>
    internal const int Slices = 20;

    /// <summary>Below this share of the first slice's rate the device is slower, 0.8.</summary>
    internal const double SlowerShare = 0.8;

    private TimeSpan _start;
    private long _startBytes;
    private int _slower;

    /// <summary>Rate of the first slice, bytes/s, or null if none has ended.</summary>
    internal double? First { get; private set; }

    /// <summary>Rate of the last slice.</summary>
    internal double? Last { get; private set; }

    /// <summary>Looks at the writes.</summary>
    /// <param name="elapsed">Time since their start; not before that of the last call.</param>
    /// <param name="bytes">Bytes written since their start.</param>
    /// <returns>Whether the device is slower now.</returns>
    internal bool Look(TimeSpan elapsed, long bytes)
    {
        if (bytes - _startBytes < most / Slices || elapsed <= _start)
        {
            return IsSlower;
        }

        Last = (bytes - _startBytes) / (elapsed - _start).TotalSeconds;
        First ??= Last;
        (_start, _startBytes) = (elapsed, bytes);
        _slower = Last < First * SlowerShare ? _slower + 1 : 0;
        return IsSlower;
    }

    private bool IsSlower => _slower >= 2;
}
