using System.Diagnostics;
using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Changes;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Observing;
using Landspeed.Experiments.Ranks;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// One run of a case: open, drop, warm up, then measure between two sets of counters with nothing in flight at either
/// end, so that every counted byte belongs to the timed window.
/// </summary>
internal sealed class MeasurementRun
{
    private static readonly TimeSpan s_longestWarmUp = TimeSpan.FromSeconds(1);

    // What ends later than this after the time has waited for the device: the queue was not full any more.
    private static readonly TimeSpan s_longestEnd = TimeSpan.FromMilliseconds(250);

    // Below it, seconds pass between two requests.
    private const double SparsePerS = 5;

    private readonly MeasurementPlan _plan;
    private readonly MeasurementOptions _options;
    private readonly string _cell;
    private readonly int _round;
    private readonly FilePreparer _preparer;
    private readonly RunContext _context;
    private readonly ProgressMonitor _monitor;
    private readonly List<string> _fallbacks = [];

    /// <summary>Initialises a run; touches nothing.</summary>
    /// <param name="plan">The case.</param>
    /// <param name="run">The cell and its round.</param>
    /// <param name="preparer">Fills the file of an extend.</param>
    /// <param name="context">What all runs share.</param>
    internal MeasurementRun(MeasurementPlan plan, (string Cell, int Round) run, FilePreparer preparer, RunContext context)
    {
        _plan = plan;
        _options = plan.Options;
        (_cell, _round) = run;
        _preparer = preparer;
        _context = context;
        _monitor = context.Monitor;
    }

    /// <summary>Carries out the run.</summary>
    /// <exception cref="NativeIOException">A request or a flush failed.</exception>
    /// <exception cref="ExperimentException">The case does not fit the file, or the file changed.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the first measured request.</exception>
    internal RunRecord Execute()
    {
        CancellationToken stop = _monitor.Stop;

        // Whoever closes a shared file last notes its state: until then it does not look like ours.
        Meet("closed");
        using StorageFile file = OpenFile();
        Empty(file);

        var probe = new FileProbe(file, _options.Offset, _plan.RangeBytes);
        BlockDeviceLocation device = BlockDeviceLocator.Find(file.Status());
        using BlockSession? blocks = BeginBlocks(stop);
        using var crew = new WorkerCrew(WorkerSettings.Share(file, _plan, blocks));
        using CancellationTokenRegistration registration = stop.Register(crew.RequestStop);

        long? runBytes = MeasurementPlanner.RunBytes(_options, _plan.FileLength, file.EffectiveMode);
        Action? look = blocks is not null && _options.Flush == FlushPolicy.Each ? blocks.Acknowledge : null;
        TimeSpan warmUp = WarmUp(crew, file, look);
        stop.ThrowIfCancellationRequested();
        Meet("warmed up");
        CacheDrop? drop = Drop(file);
        stop.ThrowIfCancellationRequested();
        FileState stateBefore = probe.Look(ExtentQuery.WriteBackFirst);
        Meet("ready");
        AgreedMoment? agreed = _context.Ranks?.AgreeOnStart(stop);
        agreed?.Approach(stop);
        long startedAtMs = _context.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        SteadyWatch? watch = _options.Until is { } until ? new SteadyWatch(until) : null;
        var conditions = new ConditionWatch(
            device, movesAtOnce: !_options.Writes || file.EffectiveMode == IoMode.Direct);
        var observation = Observation.Begin(device);
        agreed?.Await();
        RunPhase(crew, _options.Time, runBytes, WorkPhase.Measuring, elapsed =>
        {
            look?.Invoke();
            conditions.Look(elapsed);
        }, watch);
        long returned = Stopwatch.GetTimestamp();
        long? durable = MakeDurable(file);
        Observed observed = observation.End();
        observed = observed with { Process = observed.Process - conditions.Used };
        FileState stateAfter = probe.Look(ExtentQuery.AsIs);
        CheckFile(file);
        EndBlocks(blocks, file);

        return new MeasurementRecordBuilder
        {
            Plan = _plan,
            Cell = _cell,
            Round = _round,
            StartedAtMs = startedAtMs,
            Partial = stop.IsCancellationRequested,
            File = file,
            Crew = crew,
            Host = _context.Host,
            Baseline = _context.Baseline,
            Drop = drop,
            LimitBytes = runBytes,
            WarmUp = warmUp,
            Observed = observed,
            StateBefore = stateBefore,
            StateAfter = stateAfter,
            FlushTicks = durable - returned,
            Steady = watch?.Last,
            Conditions = conditions.Spans,
            Blocks = blocks?.ToRecord(),
            Agreed = agreed,
            Fallbacks = _fallbacks,
        }.Build();
    }

    private BlockSession? BeginBlocks(CancellationToken stop) => _options.Blocks == BlockUse.None ? null
        : BlockSession.Begin(
            MeasurementPlanner.BlocksOf(_plan, _context.Clock.GetUtcNow()), stop);

    // Not part of the measured time: what is recorded as written must be durable, whatever the run was to flush.
    private void EndBlocks(BlockSession? blocks, StorageFile file)
    {
        if (blocks is null)
        {
            return;
        }

        if (_options.Writes)
        {
            _monitor.Report(new WorkProgress(WorkPhase.Flushing, 0, null, TimeSpan.Zero, null));
            Durability.Flush(file, FlushScope.Data);
        }

        blocks.End();
        if (_options.Blocks == BlockUse.Check && !_monitor.Stop.IsCancellationRequested)
        {
            blocks.CheckEnd(file.Length);
        }
    }

    private void Meet(string where) =>
        _context.Ranks?.Meet(FormattableString.Invariant($"{_cell}, run {_round + 1}, {where}"), _monitor.Stop);

    // A file that ranks share is emptied by the first of them. Of jobs not all extend a file, but all meet.
    private void Empty(StorageFile file)
    {
        if (_options.Operation == MeasuredOperation.Extend && _options.Part.Index == 0)
        {
            Preallocation.SetLengthOnly(file, 0);
            _preparer.FillRange(file, 0, _plan.FileLength);
        }

        Meet("emptied");
    }

    private WritePermit Permit => new(_options.Path, _options.Overwrite);

    private StorageFile OpenFile()
    {
        var options = new StorageFileOptions
        {
            Access = _options.Writes ? FileAccessKind.ReadWrite : FileAccessKind.Read,
            Mode = _options.Mode,
            RequireMode = _options.RequireMode,
        };
        StorageFile file = Permit.Open(options);
        try
        {
            if (file.EffectiveMode == IoMode.Direct
                && MeasurementPlanner.Misfit(_options, file.Geometry) is { } misfit)
            {
                _fallbacks.Add($"mode buffered instead of direct: {misfit}");
                file.Dispose();
                return Permit.Open(options with { Mode = IoMode.Buffered });
            }
        }
        catch
        {
            file.Dispose();
            throw;
        }

        if (file.ModeReason is { } reason)
        {
            _fallbacks.Add(file.EffectiveMode == file.RequestedMode
                ? $"mode {file.EffectiveMode.ToWord()}: {reason}"
                : $"mode {file.EffectiveMode.ToWord()} instead of {file.RequestedMode.ToWord()}: {reason}");
        }

        return file;
    }

    // An extend has one pass, which a warm-up would use up. If the cache must be cold, what the warm-up left in it is
    // dropped afterwards.
    private TimeSpan WarmUp(WorkerCrew crew, StorageFile file, Action? look)
    {
        if (_options.Operation == MeasuredOperation.Extend || _options.Blocks == BlockUse.Check)
        {
            return TimeSpan.Zero;
        }

        long start = Stopwatch.GetTimestamp();
        RunPhase(crew, WarmUpTime(file), _options.Bytes, WorkPhase.WarmingUp, _ => look?.Invoke());
        if (_options.WritesWithin)
        {
            Durability.Flush(file, FlushScope.Data); // data that the warm-up left dirty does not belong to the run
        }

        return Stopwatch.GetElapsedTime(start);
    }

    // A virtual machine returns free memory to its host, and the first touch of it costs up to ten times as much as a
    // transfer through it. So a cold read through the page cache warms up as much memory as it will fill; a write does
    // not need this, because it fills memory several times faster than the device.
    private TimeSpan WarmUpTime(StorageFile file)
    {
        bool fillsCache = _options is { Cold: true, Operation: MeasuredOperation.Read } && file.EffectiveMode != IoMode.Direct;
        return TimeSpan.FromTicks(Math.Min(s_longestWarmUp.Ticks, fillsCache ? _options.Time.Ticks : _options.Time.Ticks / 5));
    }

    private CacheDrop? Drop(StorageFile file)
    {
        if (!_options.Cold)
        {
            return null;
        }

        _monitor.Report(new WorkProgress(WorkPhase.Dropping, 0, null, TimeSpan.Zero, null));
        return PageCache.Drop(file, _monitor.Stop);
    }

    private void RunPhase(
        WorkerCrew crew,
        TimeSpan time,
        long? bytes,
        WorkPhase phase,
        Action<TimeSpan> look,
        SteadyWatch? watch = null)
    {
        long start = Stopwatch.GetTimestamp();
        bool isSparse = (_options.Load?.RequestsPerS(_options.MeanRequestSize)
            ?? _options.Think?.MostPerS(_options.QueueDepth * _options.Threads)) < SparsePerS;
        crew.RunPhase(
            PhaseLimits.Share(_plan, time, bytes),
            moved =>
            {
                TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
                _monitor.Report(new WorkProgress(phase, moved, bytes, elapsed, time) { IsSparse = isSparse });
                look(elapsed);
                if (elapsed < time && watch?.Look(elapsed, moved) == true)
                {
                    crew.RequestStop();
                }
            });

        // The next step, a flush or an examination of the file, moves no bytes: that is not a stall.
        long moved = crew.Tallies.Sum(tally => tally.Bytes);
        TimeSpan whole = Stopwatch.GetElapsedTime(start);
        _monitor.Report(new WorkProgress(phase, moved, moved, whole, time));
        if (whole - time < s_longestEnd)
        {
            watch?.Look(whole, moved);
        }
    }

    private long? MakeDurable(StorageFile file)
    {
        if (_options.Operation == MeasuredOperation.Extend && file.EffectiveMode == IoMode.Direct)
        {
            CutPadding(file);
        }

        if (_options.Flush == FlushPolicy.None)
        {
            return null;
        }

        if (_options.Flush == FlushPolicy.End)
        {
            _monitor.Report(new WorkProgress(WorkPhase.Flushing, 0, null, TimeSpan.Zero, null));
            Durability.Flush(file, FlushScope.DataAndMetadata);
        }

        return Stopwatch.GetTimestamp();
    }

    // The last direct write of an extend ends on a boundary, which may be past the requested size.
    private void CutPadding(StorageFile file)
    {
        if (file.Length > _plan.FileLength)
        {
            Preallocation.SetLengthOnly(file, _plan.FileLength);
        }
    }

    private void CheckFile(StorageFile file)
    {
        long length = file.Length;
        if (_options.Operation != MeasuredOperation.Extend && length < _plan.FileLength)
        {
            throw FileChanged.Shorter(file, _plan.FileLength, length);
        }
    }
}
