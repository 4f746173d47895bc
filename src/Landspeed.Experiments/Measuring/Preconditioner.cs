using System.Diagnostics;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>Writes over a file before it is measured.</summary>
/// <param name="plan">The measurement; its options have a precondition.</param>
/// <param name="monitor">Told of the progress.</param>
internal sealed class Preconditioner(MeasurementPlan plan, ProgressMonitor monitor)
{
    private const long FillRequest = 1 << 20;
    private const int FillDepth = 8;

    private readonly Precondition _how = plan.Options.Precondition!;

    /// <summary>Returns the fewest bytes that can be written: a request of each thread.</summary>
    /// <param name="plan">The measurement; its options have a precondition.</param>
    internal static long LeastBytes(MeasurementPlan plan) => plan.Options.Precondition!.Order == PreconditionOrder.Fill
        ? Math.Min(FillRequest, plan.RangeBytes) : plan.Options.RequestSize * plan.Options.Threads;

    /// <summary>Writes until enough is written, or the device is slower than at first, and makes it durable.</summary>
    /// <exception cref="NativeIOException">A request or the flush failed.</exception>
    /// <exception cref="OperationCanceledException">Stopped; what was written so far stays.</exception>
    internal PreconditionRecord Write()
    {
        long most = plan.PreconditionBytes;
        MeasurementPlan writes = MeasurementPlanner.ForReadyFile(Options(most), plan);
        using StorageFile file = Open(writes.Options);
        using var crew = new WorkerCrew(WorkerSettings.Share(file, writes));
        using CancellationTokenRegistration registration = monitor.Stop.Register(crew.RequestStop);
        var watch = new FreshWatch(most);
        bool isSlower = false;
        monitor.Begin(WorkPhase.Preparing);
        long start = Stopwatch.GetTimestamp();
        crew.RunPhase(PhaseLimits.Share(writes, writes.Options.Time, most), moved =>
        {
            monitor.Report(moved, most);
            isSlower = watch.Look(Stopwatch.GetElapsedTime(start), moved);
            if (isSlower)
            {
                crew.RequestStop();
            }
        });
        monitor.ThrowIfStopped();
        long written = crew.Tallies.Sum(tally => tally.Bytes);
        watch.Look(Stopwatch.GetElapsedTime(start), written);
        Durability.Flush(file, FlushScope.Data);
        return new PreconditionRecord
        {
            Order = _how.Order.ToWord(),
            BytesWritten = written,
            ElapsedNs = (long)Stopwatch.GetElapsedTime(start).TotalNanoseconds,
            FirstBytesPerS = watch.First,
            LastBytesPerS = watch.Last,
            IsSlower = isSlower,
        };
    }

    private MeasurementOptions Options(long most)
    {
        MeasurementOptions options = plan.Options;
        bool fills = _how.Order == PreconditionOrder.Fill;
        return options with
        {
            Operation = MeasuredOperation.Write,
            Api = FileApi.Engine,
            Mode = IoMode.Direct,
            Engine = EngineChoice.Automatic,
            Load = null,
            Think = null,
            Until = null,
            Touch = false,
            Cold = false,
            Flush = FlushPolicy.None,
            Distribution = null,
            IsReverse = false,
            Stride = null,
            DistancePct = fills ? 0 : 100,
            Sizes = fills ? null : options.Sizes,
            RequestSize = fills ? Math.Min(FillRequest, plan.RangeBytes) : options.RequestSize,
            QueueDepth = fills ? FillDepth : options.QueueDepth,
            Threads = fills ? 1 : options.Threads,
            Bytes = most,
            Time = MeasurementOptions.LongestTime,
        };
    }

    private static StorageFile Open(MeasurementOptions options)
    {
        var permit = new WritePermit(options.Path, options.Overwrite);
        var how = new StorageFileOptions { Access = FileAccessKind.ReadWrite, Mode = IoMode.Direct };
        StorageFile file = permit.Open(how);
        if (file.EffectiveMode != IoMode.Direct
            || MeasurementPlanner.Misfit(options with { RequireMode = false }, file.Geometry) is null)
        {
            return file;
        }

        file.Dispose();
        return permit.Open(how with { Mode = IoMode.Buffered });
    }
}
