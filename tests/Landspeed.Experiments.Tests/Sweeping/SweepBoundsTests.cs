using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Sweeping;

namespace Landspeed.Experiments.Tests.Sweeping;

public class SweepBoundsTests
{
    private const long MiB = 1024 * 1024;

    // 100 ms at 1 GB/s are 100 MB: time bounds the runs, not bytes.
    private static readonly SweepSetup s_setup = new()
    {
        Grid = "quick", Seed = 1, Rounds = 5, TimeS = 0.1, LimitBytes = 256 * MiB, FileBytes = 1024 * MiB, MadeFile = true,
    };

    [Theory]
    [InlineData(MeasuredOperation.Read, 2)]
    [InlineData(MeasuredOperation.Write, 2)]
    [InlineData(MeasuredOperation.Extend, 1)] // its one pass leaves nothing to warm up with
    public void The_warm_up_may_move_as_much_as_the_run(MeasuredOperation operation, int times) => Assert.All(
        new[] { IoMode.Direct, IoMode.Buffered },
        mode => Assert.Equal(10 * times * 256 * MiB, SweepBounds.Bytes([(Cell(mode, operation), 10)], s_setup)));

    [Fact]
    public void A_request_larger_than_the_limit_is_moved_once() => Assert.Equal(
        512 * MiB,
        SweepBounds.Bytes([(Cell(IoMode.Direct, MeasuredOperation.Extend) with { RequestSize = 512 * MiB }, 1)], s_setup));

    [Theory]
    [InlineData(IoMode.Direct, MeasuredOperation.Read, 18)] // 1 s around; each 0.05 s and 0.1 s, and 0.02 s of warm-up
    [InlineData(IoMode.Buffered, MeasuredOperation.Read, 26)] // warms up as much memory as it fills: 0.1 s
    [InlineData(IoMode.Direct, MeasuredOperation.Extend, 16)] // no warm-up
    [InlineData(IoMode.Buffered, MeasuredOperation.Extend, 41)] // 0.1 s into the cache, 0.25 s from there to the device
    public void The_time_has_warm_up_and_write_back(IoMode mode, MeasuredOperation operation, int seconds) => Assert.Equal(
        TimeSpan.FromSeconds(seconds), SweepBounds.Time([(Cell(mode, operation), 100)], s_setup, 0));

    [Fact]
    public void Bytes_bound_the_time_where_they_are_few() => Assert.Equal(
        TimeSpan.FromSeconds(1 + 7), // 0.05 s and 10 ms, twice
        SweepBounds.Time(
            [(Cell(IoMode.Buffered, MeasuredOperation.Read), 100)], s_setup with { LimitBytes = 10_000_000 }, 0));

    [Fact]
    public void A_long_run_warms_up_for_a_second_only() => Assert.Equal(
        TimeSpan.FromSeconds(1 + 101),
        SweepBounds.Time(
            [(Cell(IoMode.Direct, MeasuredOperation.Read), 1)],
            s_setup with { TimeS = 100, LimitBytes = long.MaxValue / 4 },
            0));

    [Fact]
    public void Making_the_file_takes_time_whatever_is_left() => Assert.Equal(
        TimeSpan.FromSeconds(1 + 30), SweepBounds.Time([], s_setup, 30_000_000_000));

    private static SweepCell Cell(IoMode mode, MeasuredOperation operation) =>
        new(FileApi.Engine, mode, operation, 1, 64 * 1024);
}
