namespace Landspeed.Testing.Times;

/// <summary>
/// The clock of a test run on a machine that it shares: CPU time of the run and waiting, without what other processes
/// took. One second of another program on one of two cores puts it back by half a second.
/// </summary>
internal sealed class OwnClock
{
    // To look at all processes takes some milliseconds.
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);
    private readonly Lock _looking = new();
    private readonly TimeProvider _time = TimeProvider.System;
    private readonly long _began;
    private TimeSpan _looked;
    private TimeSpan _others;

    internal OwnClock()
    {
        _began = _time.GetTimestamp();
        OthersAtBegin = _others = OtherProcesses.CpuTime();
    }

    /// <summary>CPU time of others when this began, and now.</summary>
    internal TimeSpan OthersAtBegin { get; }

    internal TimeSpan Others => _others;

    /// <summary>Time on the wall, and of our own, since this began.</summary>
    internal (TimeSpan Wall, TimeSpan Own) Read()
    {
        TimeSpan wall = _time.GetElapsedTime(_began);
        lock (_looking)
        {
            if (wall - _looked >= s_interval)
            {
                (_looked, _others) = (wall, OtherProcesses.CpuTime());
            }

            return (wall, wall - ((_others - OthersAtBegin) / Environment.ProcessorCount));
        }
    }
}
