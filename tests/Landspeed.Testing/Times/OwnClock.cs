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
    private TimeSpan _counted;
    private TimeSpan _share;
    private int _running;

    internal OwnClock()
    {
        _began = _time.GetTimestamp();
        OthersAtBegin = _others = OtherProcesses.CpuTime();
    }

    /// <summary>CPU time of others when this began, and now.</summary>
    internal TimeSpan OthersAtBegin { get; }

    internal TimeSpan Others => _others;

    /// <summary>Time of our own that one test has had since this began: tests that run together share it.</summary>
    /// <param name="more">1 where a test begins, -1 where one ends.</param>
    internal TimeSpan Share(int more)
    {
        TimeSpan wall = _time.GetElapsedTime(_began);
        lock (_looking)
        {
            if (wall - _looked >= s_interval)
            {
                (_looked, _others) = (wall, OtherProcesses.CpuTime());
            }

            TimeSpan own = wall - ((_others - OthersAtBegin) / Environment.ProcessorCount);
            if (_running > 0)
            {
                _share += (own - _counted) / _running;
            }

            (_counted, _running) = (own, _running + more);
            return _share;
        }
    }
}
