using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing.Faults;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Runs whose rate changes.</content>
public sealed partial class MeasurementRunnerTests
{
    [Fact]
    public void A_device_that_becomes_slower_during_a_run_is_noticed()
    {
        const int Length = 64 << 20;
        using var volume = new SlowVolume(one => File.WriteAllBytes(one.File("file"), new byte[Length]));
        volume.Delay(FaultOperations.Read, TimeSpan.FromMilliseconds(3));

        ResultDocument document = Run(New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Size = null,
            RequestSize = 64 << 10,
            QueueDepth = 1,
            Bytes = Length,
            Time = Ample,
        }, SlowerFrom(volume, FaultOperations.Read, WorkPhase.Measuring, 3 * Length / 4));
        RunRecord run = document.Cells[0].Runs[0];

        Assert.Contains(run.Changes, change => change.AfterBytesPerS < change.BeforeBytesPerS * 0.7);
        Assert.Contains(run.Findings, finding => finding.Code == "rate_changed");
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "drift");
    }

    private static EachReport SlowerFrom(SlowVolume volume, FaultOperations operations, WorkPhase phase, long bytes)
    {
        bool isSlower = false;
        return new EachReport(progress =>
        {
            if (!isSlower && progress.Work?.Phase == phase && progress.Work?.DoneBytes >= bytes)
            {
                isSlower = true;
                volume.Delay(operations, TimeSpan.FromMilliseconds(30));
            }
        });
    }
}
