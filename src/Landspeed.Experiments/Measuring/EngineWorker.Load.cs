using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Experiments.Load;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Measuring;

/// <summary>Requests that start when they are due: what the loops of these need from the worker.</summary>
internal sealed partial class EngineWorker : ILoadTarget
{
    // A stop is noticed within this time, 100 ms.
    private const long LongestWaitNs = 100_000_000;

    // At most one of them.
    private readonly LoadLoop? _atRate;
    private readonly ThinkLoop? _thinking;
    private long _start;
    private Exception? _failure;

    /// <inheritdoc/>
    long ILoadTarget.Now => NsOf(Stopwatch.GetTimestamp());

    /// <inheritdoc/>
    bool ILoadTarget.MustStop => _control.StopRequested;

    /// <inheritdoc/>
    int ILoadTarget.Outstanding => _engine.Outstanding;

    /// <inheritdoc/>
    long ILoadTarget.Start(int slot, long now)
    {
        long ticks = TicksOf(now);
        if (_engine.Outstanding == 0)
        {
            Tally.Resume(ticks);
        }

        Issue(slot, ticks);
        return NsOf(_submitted[slot]);
    }

    /// <inheritdoc/>
    int ILoadTarget.Collect(long now, long until)
    {
        if (_settings.Options.IsPrecise || until <= now)
        {
            return _engine.Reap(_completions, 0);
        }

        long wake = Math.Min(until, now + LongestWaitNs);
        if (_engine.Outstanding > 0)
        {
            return _engine.Reap(_completions, 1, TicksOf(wake));
        }

        Sleep(wake - now);
        return 0;
    }

    /// <inheritdoc/>
    void ILoadTarget.Answer(int slot, long responseNs)
    {
        Tally.Mix?.Of(_writes[slot]).Response.Record(responseNs);
        Tally.Sizes?.Of(_expected[slot]).Response.Record(responseNs);
    }

    /// <inheritdoc/>
    LoadEnd ILoadTarget.Ended(int index, long now, out int slot, out long done)
    {
        ref readonly IoCompletion completion = ref _completions[index];
        slot = (int)completion.Tag;
        done = completion.CompletedAt != 0 ? NsOf(completion.CompletedAt) : now;
        if (Settle(slot, completion, TicksOf(now), ref _failure))
        {
            Examine(slot, TicksOf(now));
            return LoadEnd.Done;
        }

        return _continued[slot] ? LoadEnd.Continued : LoadEnd.Failed;
    }

    private static LoadLoop? AtRate(WorkerSettings settings, ulong seed, WorkerTally tally)
    {
        if (settings.Options.Load is not { } load)
        {
            return null;
        }

        tally.Load = new LoadTally(load.Rates);
        NativePlatform.Threads.WakePromptly(); // where it is refused, threads wake later
        ArrivalSchedule first = Schedule(settings, load.Rate, ~seed); // other numbers than those of the offsets
        return new LoadLoop(
            load.WhenFull,
            load.WriteRate is { } writes ? [first, Schedule(settings, writes, ~settings.WriteSeed, 0.5)] : [first],
            settings.QueueDepth,
            tally.Load);
    }

    private static ArrivalSchedule Schedule(WorkerSettings settings, LoadRate rate, ulong seed, double behind = 0)
    {
        int threads = settings.Options.Threads;
        return new ArrivalSchedule(
            rate.RequestsPerS(settings.Options.MeanRequestSize) / threads,
            settings.Options.Arrivals,
            seed,
            (settings.Index + behind) / threads);
    }

    private static ThinkLoop? Thinking(WorkerSettings settings, ulong seed, WorkerTally tally)
    {
        if (settings.Options.Think is not { } think)
        {
            return null;
        }

        tally.Think = new ThinkTally();
        NativePlatform.Threads.WakePromptly();
        double phase = (double)settings.Index / settings.Options.Threads % 1;
        var pauses = new ThinkPauses(think.Pause, settings.Options.Arrivals, ~seed, phase);
        return new ThinkLoop(pauses, think.Requests, settings.QueueDepth, tally.Think);
    }

    private static unsafe void Sleep(long ns)
    {
        int nobodyChangesIt = 0;
        NativePlatform.Threads.WaitOnAddress((nint)(&nobodyChangesIt), 0, ns);
    }

    private Exception? RunWhenDue(in PhaseLimits limits, long start, long deadline)
    {
        (_start, _failure) = (start, null);
        _atRate?.Run(this, NsOf(deadline), limits.Requests, (long)(limits.SampleTicks * StopwatchTicks.Ns));
        _thinking?.Run(this, NsOf(deadline), limits.Requests);
        Tally.EndTicks = Stopwatch.GetTimestamp();
        return _failure;
    }

    private long NsOf(long timestamp) => (long)((timestamp - _start) * StopwatchTicks.Ns);

    private long TicksOf(long ns) => _start + (long)(ns / StopwatchTicks.Ns);
}
