using Landspeed.Platform;

namespace Landspeed.Experiments.Changes;

/// <summary>Reads again and again during a run what the machine does beside it.</summary>
/// <remarks>
/// For use by one thread. Reads about four times a second, as often as it is asked to look; when there are
/// <see cref="MostReadings"/>, every other one is dropped and they come half as often, so that a run of a week takes no
/// more memory than one of five minutes.
/// </remarks>
internal sealed class ConditionWatch
{
    internal const int MostReadings = 1024;

    private readonly BlockDeviceLocation _place;
    private readonly bool _movesAtOnce;
    private readonly List<ConditionReading> _readings = [];
    private TimeSpan _interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Reads for the first time.</summary>
    /// <param name="place">The device of the run.</param>
    /// <param name="movesAtOnce">
    /// Whether the device moves the run's bytes when the run does; the page cache writes them later.
    /// </param>
    internal ConditionWatch(BlockDeviceLocation place, bool movesAtOnce)
    {
        (_place, _movesAtOnce) = (place, movesAtOnce);
        _readings.Add(Read(TimeSpan.Zero));
    }

    /// <summary>
    /// CPU time of the readings after the first. It is not that of the run, and of a slow one it would be a good part.
    /// </summary>
    internal ProcessorTimes Used { get; private set; }

    /// <summary>What happened between each two readings.</summary>
    internal IEnumerable<ConditionSpan> Spans => _readings.Zip(_readings.Skip(1), ConditionSpan.Between);

    /// <summary>Reads if it is time.</summary>
    /// <param name="elapsed">Time since the start of the run; not before that of the last call.</param>
    internal void Look(TimeSpan elapsed)
    {
        if (elapsed - _readings[^1].At < _interval)
        {
            return;
        }

        bool isKnown = NativePlatform.Threads.ThreadTimes(out ProcessorTimes before).Succeeded;
        _readings.Add(Read(elapsed));
        if (isKnown && NativePlatform.Threads.ThreadTimes(out ProcessorTimes after).Succeeded)
        {
            Used += after - before;
        }

        if (_readings.Count == MostReadings)
        {
            ConditionReading[] kept = [.. _readings.Where((_, index) => index % 2 == 0)];
            _readings.Clear();
            _readings.AddRange(kept);
            _interval *= 2;
        }
    }

    private ConditionReading Read(TimeSpan at)
    {
        ICounterCalls counters = NativePlatform.Counters;
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        return new ConditionReading
        {
            At = at,
            Machine = counters.Machine(out MachineTimes machine).Succeeded ? machine : null,
            ProcessNs = process.TotalNs,
            Device = _place.Device is { } device && counters.Device(device, out DeviceCounters traffic).Succeeded
                ? traffic : null,
            ProcessBytes = _movesAtOnce && counters.Process(out ProcessIoCounters own).Succeeded
                ? own.DeviceReadBytes + own.DeviceWriteBytes : null,
            Cache = counters.Memory(out MemoryActivity cache).Succeeded ? cache : null,
            Pressure = counters.Pressure(out PressureTimes pressure).Succeeded ? pressure : null,
            JournalCommits = _place.Name is { } name && counters.JournalCommits(name, out long commits).Succeeded
                ? commits : null,
            ClockHz = counters.ProcessorClock(out double hz).Succeeded ? hz : null,
        };
    }
}
