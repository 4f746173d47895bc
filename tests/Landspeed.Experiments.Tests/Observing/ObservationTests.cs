using Landspeed.Experiments.Host;
using Landspeed.Experiments.Observing;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Observing;

public sealed class ObservationTests : IDisposable
{
    private const int Length = 8 << 20;

    private static readonly BlockDeviceLocation s_unknown = new(null, null, "no device");

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void What_is_read_in_between_is_counted_once_for_each_place()
    {
        string file = _scratch.CreateFile("file", Length);
        Command.Run("sync", [file]);
        BlockDeviceLocation place = BlockDeviceLocator.Find(FilePath.FromText(file));

        var observation = Observation.Begin(place, s_unknown, place);
        Command.Run("dd", [$"if={file}", "of=/dev/null", "bs=1M", "iflag=direct"]);
        Observed observed = observation.End();

        Assert.Equal(3, observed.Places.Count);
        Assert.Equal(observed.Places[0].Traffic, observed.Places[2].Traffic);
        Assert.Null(observed.Places[1].Traffic);
        Assert.Null(observed.Places[1].ToRecord());
        if (place.Device is not null)
        {
            Assert.InRange(observed.Places[0].Traffic!.Value.ReadBytes, Length, long.MaxValue);
            DeviceRecord record = observed.Places[0].ToRecord()!;
            Assert.Equal(
                (place.Name, observed.Places[0].Traffic!.Value.ReadBytes), (record.Name, record.ReadBytes));
            Assert.InRange(record.BusyPct, 0, 100);
        }
    }

    [Fact]
    public void Work_of_this_process_is_in_its_CPU_time_and_not_what_was_before()
    {
        Spin(50);
        var first = Observation.Begin();
        Observed nothing = first.End();
        var second = Observation.Begin();
        Spin(50);
        Observed work = second.End();

        Assert.InRange(work.Process.TotalNs, 40_000_000, long.MaxValue);
        Assert.True(nothing.Process.TotalNs < work.Process.TotalNs);
        Assert.InRange(work.ElapsedNs, 40_000_000, long.MaxValue);
        Assert.Empty(work.Places);
    }

    // Until the thread has used as much.
    private static void Spin(int milliseconds)
    {
        NativePlatform.Threads.ThreadTimes(out ProcessorTimes start);
        ProcessorTimes now = start;
        while (now.TotalNs - start.TotalNs < milliseconds * 1_000_000L)
        {
            NativePlatform.Threads.ThreadTimes(out now);
        }
    }
}
