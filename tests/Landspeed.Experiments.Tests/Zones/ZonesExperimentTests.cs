using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Experiments.Zones;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Zones;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Zones;

/// <summary>Small files on the real file system.</summary>
public sealed class ZonesExperimentTests : IDisposable
{
    private const long Size = 10L << 20;

    private static readonly ExperimentRunner s_runner = new(TimeProvider.System);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_zone_is_measured_and_all_of_them_together_are_the_file()
    {
        ResultDocument document = Run(New("file"), zones: 3);

        Assert.Equal(["zone-1-of-3", "zone-2-of-3", "zone-3-of-3"], document.Cells.Select(cell => cell.Name));
        Assert.Equal([0L, 4L << 20, 7L << 20], document.Cells.Select(ZoneLabels.OffsetOf)); // of ten requests
        Assert.Equal(Size, document.Cells.Sum(ZoneLabels.LengthOf));
        Assert.All(document.Cells, cell => Assert.Equal((CellState.Done, 2), (cell.State, cell.Runs.Count)));
        Assert.All(document.Cells, cell => Assert.True(cell[Metrics.Throughput]!.Median > 0));
        Assert.Equal((ResultKinds.Measure, ResultKinds.Zones), (document.Kind, document.Variant));
    }

    [Fact]
    public void A_zone_is_read_within_its_bounds()
    {
        string path = _scratch.CreateFile("mine", (int)Size);
        MeasurementOptions options = New("mine") with { Mode = IoMode.Buffered, Size = null, Repeat = 1 };
        using StorageFile file = StorageFile.Open(FilePath.FromText(path), new StorageFileOptions());
        MeasurementPlan plan = MeasurementPlanner.Plan(options);
        var zone = Zone.Of(plan, 5, 2);

        PageCache.Drop(file, CancellationToken.None);
        var only = new ZoneCase(zone.Name, MeasurementPlanner.ForReadyFile(
            options with { Part = new FilePart(2, 5) }, plan.FileLength, plan.Place), place: null);
        only.Run(0, TestContextOf(options));

        // The kernel reads ahead beyond the end of a zone, but nothing before its start.
        Assert.Equal(0, PageResidency.Measure(file, 0, zone.Offset).ResidentBytes);
        Assert.Equal(zone.Length, PageResidency.Measure(file, zone.Offset, zone.Length).ResidentBytes);
    }

    [Fact]
    public void A_zone_says_where_it_is_on_the_device()
    {
        using var volume = new TestVolume("ext4", "64M");
        string path = volume.File("file");
        ResultDocument document = Run(New("file") with { Path = FilePath.FromText(path) }, zones: 2);
        using StorageFile file = StorageFile.Open(FilePath.FromText(path), new StorageFileOptions());
        Assert.True(ExtentMap.TryRead(file, ExtentQuery.AsIs, out ExtentMap? map, out _));

        foreach (CellRecord cell in document.Cells)
        {
            long offset = ZoneLabels.OffsetOf(cell);
            FileExtent extent = map.Extents.Single(one => one.Offset <= offset && one.End > offset);
            Assert.Equal(extent.PhysicalOffset + (offset - extent.Offset), (long)cell[Metrics.DevicePlace]!.Median);
        }
    }

    [Fact]
    public void A_hole_has_no_place()
    {
        string path = _scratch.File("hole");
        using (FileStream file = File.Create(path))
        {
            file.SetLength(Size);
        }

        ResultDocument document = Run(New("hole") with { Size = null }, zones: 2);

        Assert.All(document.Cells, cell => Assert.Null(cell[Metrics.DevicePlace]));
        Assert.Contains(document.Conclusions, one => one.Code == "zones_incomplete");
    }

    [Fact]
    public void More_zones_than_requests_are_refused()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => s_runner.Plan(new ExperimentTask { Experiment = new ZonesExperiment(New("file"), zones: 11) }));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Equal(
            "11 zones of 10 MiB are too small for 1 thread with requests of 1 MiB: use fewer zones or a larger file",
            refused.Message);
        Assert.False(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void A_file_of_somebody_else_is_read_and_not_written()
    {
        string path = _scratch.CreateFile("mine", (int)Size);
        byte[] before = File.ReadAllBytes(path);
        MeasurementOptions options = New("mine") with { Size = null };

        Run(options, zones: 2);
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => Run(options with { Operation = MeasuredOperation.Write }, zones: 2));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    private static RunContext TestContextOf(MeasurementOptions options)
    {
        ExperimentPlan plan = s_runner.Plan(new ExperimentTask { Experiment = new ZonesExperiment(options, zones: 5) });
        return new RunContext(plan, new ProgressMonitor(null, CancellationToken.None), TimeProvider.System);
    }

    private MeasurementOptions New(string name) => new()
    {
        Path = FilePath.FromText(_scratch.File(name)), Size = Size, Time = TimeSpan.FromMilliseconds(50), Repeat = 2,
    };

    private static ResultDocument Run(MeasurementOptions options, int zones)
    {
        var task = new ExperimentTask { Experiment = new ZonesExperiment(options, zones) };
        ExperimentResult result = s_runner.Run(
            task, s_runner.ShortPlan(task), null, TestContext.Current.CancellationToken);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
