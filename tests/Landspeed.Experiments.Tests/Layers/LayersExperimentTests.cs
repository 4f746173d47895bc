using Landspeed.Experiments.Layers;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Layers;

/// <summary>Small files on the real file system.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class LayersExperimentTests : IDisposable
{
    private const long Size = 8L << 20;

    private static readonly ExperimentRunner s_runner = new(TimeProvider.System);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_layer_is_measured_and_those_of_no_file_have_no_verdict()
    {
        ResultDocument document = Run(New("file"));

        Assert.Equal(
            [LayerLabels.NullEngine, LayerLabels.MemoryCopy, LayerLabels.PageCache, LayerLabels.DeviceBuffered, LayerLabels.DeviceDirect],
            document.Cells.Select(cell => cell.Name));
        Assert.All(document.Cells, cell => Assert.Equal((CellState.Done, 2), (cell.State, cell.Runs.Count)));
        Assert.Equal([null, null], document.Cells.Take(2).Select(cell => cell.Verdicts.Read));
        Assert.Equal(Verdict.Cache, document.Cells[2].Verdicts.Read);
        Assert.Null(document.Cells[0][Metrics.Throughput]); // no byte was moved
        Assert.NotNull(document.Cells[1][Metrics.Throughput]);
        Assert.All(document.Cells, cell => Assert.True(cell[Metrics.ElapsedPerByte]!.Median > 0, cell.Name));
        Assert.True(document.Cells[0][Metrics.AddedCpuPerByte]!.Median < document.Cells[1][Metrics.CpuPerByte]!.Median);
        Assert.NotEmpty(document.Conclusions);
    }

    [Theory]
    [InlineData(MeasuredOperation.Read)]
    [InlineData(MeasuredOperation.Write)]
    public void Loop_and_copy_allocate_nothing_for_a_request(MeasuredOperation operation)
    {
        ResultDocument document = Run(New("file") with { Operation = operation, RequestSize = 4096, Time = TimeSpan.FromMilliseconds(100) });

        Assert.All(document.Cells.Take(2), cell => Assert.All(cell.Runs, run =>
        {
            Assert.True(run[Metrics.Requests] > 10_000, $"{cell.Name}: {run[Metrics.Requests]} requests");
            Assert.InRange(run[Metrics.Allocated]!.Value, 0, 4096); // what the first calls may
        }));
    }

    [Fact]
    public void A_file_of_somebody_else_is_read_and_stays_as_it_is()
    {
        string path = _scratch.CreateFile("mine", (int)Size);
        byte[] before = File.ReadAllBytes(path);
        DateTime changed = File.GetLastWriteTimeUtc(path);

        Run(New("mine") with { Size = null });

        Assert.Equal(before, File.ReadAllBytes(path));
        Assert.Equal(changed, File.GetLastWriteTimeUtc(path));
    }

    [Fact]
    public void A_file_of_somebody_else_is_not_written()
    {
        string path = _scratch.CreateFile("mine", (int)Size);
        byte[] before = File.ReadAllBytes(path);

        ExperimentException refused = Assert.Throws<ExperimentException>(() => Run(New("mine") with { Size = null, Operation = MeasuredOperation.Write }));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    [Fact]
    public void A_write_reaches_the_device_by_both_ways()
    {
        ResultDocument document = Run(New("file") with { Operation = MeasuredOperation.Write, Time = TimeSpan.FromMilliseconds(200) });

        Assert.All(document.Cells.Skip(3), cell => Assert.NotNull(cell[Metrics.ElapsedToDurable]));
        Assert.Null(document.Cells[2][Metrics.ElapsedToDurable]);
        Assert.Equal([null, null], document.Cells.Take(2).Select(cell => cell.Verdicts.Write));
    }

    [Fact]
    public void The_plan_bounds_bytes_and_touches_nothing()
    {
        ExperimentPlan plan = s_runner.Plan(new ExperimentTask { Experiment = new LayersExperiment(New("file")) });

        // Two rounds and one that is not recorded: into the cache once, and twice a pass for each of two layers of the device.
        Assert.Equal((Size, Size, 3 * 5 * Size, 0L), (plan.SpaceNeededBytes, plan.PreparationBytes, plan.ReadBytes, plan.WriteBytes));
        Assert.Equal(5, plan.Preview.Cells.Count);
        Assert.False(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void Of_a_file_longer_than_the_default_only_the_first_part_is_used()
    {
        string path = _scratch.File("long");
        using (FileStream file = File.Create(path))
        {
            file.SetLength((1L << 30) + 4096);
        }

        ExperimentPlan plan = s_runner.Plan(new ExperimentTask { Experiment = new LayersExperiment(New("long") with { Size = null }) });

        Assert.Equal("1073741824", plan.Preview.Setup.Effective[LayerLabels.FileBytes]);
        Assert.Equal("268435456", plan.Preview.Setup.Effective[LayerLabels.MemoryBytes]);
    }

    private MeasurementOptions New(string name) => new()
    {
        Path = FilePath.FromText(_scratch.File(name)), Size = Size, Time = TimeSpan.FromMilliseconds(50), Repeat = 2, RequestSize = 64 << 10,
    };

    private static ResultDocument Run(MeasurementOptions options)
    {
        var task = new ExperimentTask { Experiment = new LayersExperiment(options) };
        ExperimentResult result = s_runner.Run(
            task, s_runner.ShortPlan(task), null, TestContext.Current.CancellationToken);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
