using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Orders;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Measurements of a part of a file.</content>
public sealed partial class MeasurementRunnerTests
{
    private const int Megabyte = 1 << 20;

    public static TheoryData<string, Func<MeasurementOptions, MeasurementOptions>> WritesOfAPart => new()
    {
        { "in order", options => options },
        { "in reverse, two threads", options => options with { IsReverse = true, Threads = 2 } },
        { "with a stride", options => options with { Stride = 1 << 18 } },
        { "at random", options => options with { DistancePct = 100, Threads = 2 } },
        { "hot", options => options with { DistancePct = 100, Distribution = AccessDistribution.Hot(20, 80) } },
        { "mixed", options => options with { Operation = MeasuredOperation.Mix, ReadPct = 50 } },
        {
            "sizes",
            options => options with { Sizes = SizeShares.Of([new SizeShare(4096, 50), new SizeShare(16384, 50)])! }
        },
        { "not aligned", options => options with { Mode = IoMode.Buffered, Offset = (3 << 20) + 1 } },
        {
            "written over before",
            options => options with
            {
                Operation = MeasuredOperation.Read,
                Precondition = new Precondition(PreconditionOrder.Fill, new WriteLimit(1, null)),
            }
        },
        {
            "written over at random before",
            options => options with
            {
                Operation = MeasuredOperation.Read,
                Precondition = new Precondition(PreconditionOrder.Random, new WriteLimit(2, null)),
            }
        },
    };

    [Theory]
    [MemberData(nameof(WritesOfAPart))]
    public void What_is_before_the_offset_and_after_the_end_stays(
        string what, Func<MeasurementOptions, MeasurementOptions> change)
    {
        MeasurementOptions options = change(PartOf(8, Megabyte * 3, Megabyte * 5) with
        {
            Operation = MeasuredOperation.Write,
            Bytes = 4 * Megabyte,
            Time = Ample,
        });
        RunRecord run = Measure(options);

        byte[] after = File.ReadAllBytes(_scratch.File("zeros"));
        Assert.Equal(8 * Megabyte, after.Length);
        Assert.True(after.AsSpan(..(int)options.Offset).IndexOfAnyExcept((byte)0) < 0, what);
        Assert.True(after.AsSpan((5 * Megabyte)..).IndexOfAnyExcept((byte)0) < 0, what);

        Assert.Equal((options.Offset, 5L * Megabyte), (run.Case!.Effective.OffsetBytes, run.Case.Effective.FileBytes));
        if (run.Precondition is { IsSlower: true })
        {
            return; // a busy machine ended it
        }

        // What nothing was written to is zeros: a pass writes all, random requests most of it.
        int[] written =
        [
            .. after.Chunk(4096).Index().Where(block => block.Item.Any(value => value != 0))
                .Select(block => block.Index),
        ];
        Assert.InRange(written.Length, 512 / 3, 512);
        Assert.True(written[^1] > 5 * 256 * 0.95, what);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_cold_pass_reads_what_follows_the_offset_once(int threads)
    {
        RunRecord run = Measure(PartOf(8, Megabyte * 3, (Megabyte * 5) + 1000) with
        {
            Mode = IoMode.Buffered,
            Cold = true,
            Threads = threads,
            Time = Ample,
        });

        Assert.Equal((2 * Megabyte) + 1000, run[Metrics.BytesRead]);
    }

    [Fact]
    public void Evidence_is_that_of_the_part()
    {
        string path = _scratch.File("half");
        File.WriteAllBytes(path, new byte[Megabyte]);
        using (FileStream file = File.OpenWrite(path))
        {
            file.SetLength(4 * Megabyte);
        }

        RunRecord whole = Measure(New("half") with { Size = null, RequestSize = 65536 });
        RunRecord hole = Measure(New("half") with { Size = null, RequestSize = 65536, Offset = Megabyte });

        Assert.Equal((75, 100), (whole.Reads!.HolePct, hole.Reads!.HolePct));
        Assert.Equal(Verdict.Hole, hole.Reads.Verdict);
    }

    [Fact]
    public void An_offset_that_direct_io_cannot_begin_at_needs_the_page_cache()
    {
        MeasurementOptions odd = PartOf(8, 1000, 5 * Megabyte);
        RunRecord run = Measure(odd);

        Assert.Equal("buffered", run.Case!.Effective.Mode);
        Assert.Contains(
            run.Case.Fallbacks, why => why.Contains("offset 1000 is not a multiple", StringComparison.Ordinal));
        MeasurementOptions required = odd with { RequireMode = true };
        Assert.Contains(
            "use --offset ",
            Assert.Throws<ExperimentException>(() => Measure(required)).Message,
            StringComparison.Ordinal);
    }

    private MeasurementOptions PartOf(int megabytes, long offset, long end)
    {
        File.WriteAllBytes(_scratch.File("zeros"), new byte[megabytes * Megabyte]);
        return New("zeros") with
        {
            Size = end,
            Offset = offset,
            Overwrite = true,
            RequestSize = 16384,
            QueueDepth = 4,
            Time = TimeSpan.FromMilliseconds(100),
        };
    }
}
