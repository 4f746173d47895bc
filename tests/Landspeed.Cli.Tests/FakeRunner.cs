using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;

namespace Landspeed.Cli.Tests;

/// <summary>A runner that touches nothing and answers as a test wants.</summary>
internal sealed class FakeRunner : IMeasurementRunner
{
    public MeasurementOptions? Planned { get; private set; }

    public bool Ran { get; private set; }

    public Verdict Verdict { get; init; } = Verdict.Device;

    public Exception? PlanFailure { get; init; }

    public Exception? RunFailure { get; init; }

    public MeasurementPlan Plan(MeasurementOptions options)
    {
        Planned = options;
        return PlanFailure is null ? PlanOf(options) : throw PlanFailure;
    }

    public MeasurementDocument Run(
        MeasurementPlan plan, IProgress<MeasurementProgress>? progress, CancellationToken stop)
    {
        Ran = true;
        return RunFailure is null ? Documents.WithVerdict(Verdict) : throw RunFailure;
    }

    public void Abandon()
    {
    }

    public static MeasurementPlan PlanOf(MeasurementOptions options) => new()
    {
        Options = options,
        FileTask = FileTask.Create,
        FileLength = options.Size ?? 1L << 30,
        SpaceNeededBytes = 1L << 30,
        PreparationBytes = 1L << 30,
        RunBytes = null,
        RunTime = options.Time,
        Environment = new EnvironmentRecord
        {
            Path = options.Path.Display,
            FileSystem = "ext4",
            MountPoint = "/",
            Device = "vda",
            AvailableBytes = 3L << 29,
        },
    };
}
