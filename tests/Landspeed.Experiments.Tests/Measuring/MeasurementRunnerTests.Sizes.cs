using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Requests of several sizes.</content>
public sealed partial class MeasurementRunnerTests
{
    private const int Smaller = 4096;
    private const int Larger = 65536;

    // What 100 requests move, of which 60 are smaller.
    private const long Hundred = (60L * Smaller) + (40L * Larger);

    public static TheoryData<MeasuredOperation, IoMode, double, bool> SizedCases =>
        new MatrixTheoryData<MeasuredOperation, IoMode, double, bool>(
            [MeasuredOperation.Read, MeasuredOperation.Write],
            [IoMode.Direct, IoMode.Buffered],
            [0, 100],
            [false, true]);

    [Theory]
    [MemberData(nameof(SizedCases))]
    public void Each_size_has_its_share_to_the_request_and_its_own_times(
        MeasuredOperation operation, IoMode mode, double distancePct, bool isAtRate)
    {
        RunRecord run = Measure(Sized() with
        {
            Operation = operation,
            Mode = mode,
            DistancePct = distancePct,
            Threads = 2,
            Bytes = 4 * Hundred,
            Load = isAtRate ? new LoadOptions { Rate = new LoadRate(4000, IsOfBytes: false) } : null,
        });

        Assert.Equal(
            [(Smaller, 240L, 240L * Smaller), (Larger, 160L, 160L * Larger)],
            run.Sizes.Select(size => ((int)size.RequestSizeBytes!, size.Requests, size.Bytes)));
        Assert.Equal([240, 160], run.Sizes.Select(size => size.Latency!.Count));
        Assert.Equal(isAtRate ? [240L, 160L] : [null, null], run.Sizes.Select(size => size.Response?.Count));
        Assert.Equal(4 * Hundred, run[operation == MeasuredOperation.Read ? Metrics.BytesRead : Metrics.BytesWritten]);
        Assert.Equal(400, run.Latency!.Count);
        CaseRecord done = run.Case!.Effective;
        Assert.Equal((Larger, "4KiB:60,64KiB:40"), (done.RequestSizeBytes, done.SizeShares));
    }

    [Fact]
    public void Sizes_and_directions_are_drawn_apart()
    {
        RunRecord run = Measure(Sized() with
        {
            Operation = MeasuredOperation.Mix,
            ReadPct = 70,
            DistancePct = 100,
            Bytes = 100 * Hundred,
            Size = Size,
        });

        Assert.Equal((7000, 3000), (run.Mix!.Reads.Requests, run.Mix.Writes.Requests));
        Assert.Equal([6000, 4000], run.Sizes.Select(size => size.Requests));

        // 2,800 of the reads are large if one says nothing of the other; the standard deviation is below 20.
        double large = (run.Mix.Reads.Bytes - (7000.0 * Smaller)) / (Larger - Smaller);
        Assert.InRange(large, 2700, 2900);
        Assert.Equal(100 * Hundred, run.Mix.Reads.Bytes + run.Mix.Writes.Bytes);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(99)]
    [InlineData(100)]
    [InlineData(101)]
    [InlineData(1234)]
    public void A_limit_of_bytes_is_never_exceeded(int requests)
    {
        long limit = (requests * Hundred / 100) + Larger;
        RunRecord run = Measure(Sized() with { Bytes = limit });
        Assert.InRange(run[Metrics.BytesRead]!.Value, limit - Larger + 1, limit);
    }

    // In one second the warm-up makes 1,950 requests.
    [Fact]
    public void A_warm_up_that_ends_within_a_hundred_leaves_the_shares_as_they_are()
    {
        RunRecord run = Measure(Sized() with
        {
            Operation = MeasuredOperation.Mix,
            ReadPct = 70,
            Load = new LoadOptions { Rate = new LoadRate(1950, IsOfBytes: false) },
            Bytes = 30 * Hundred,
        });

        Assert.Equal([1800, 1200], run.Sizes.Select(size => size.Requests));
        Assert.Equal((2100, 900), (run.Mix!.Reads.Requests, run.Mix.Writes.Requests));
    }

    [Fact]
    public void A_cold_pass_reads_all_but_what_no_further_request_of_a_thread_fits()
    {
        RunRecord run = Measure(Sized() with { Mode = IoMode.Buffered, Cold = true, Threads = 3 });
        Assert.InRange(run[Metrics.BytesRead]!.Value, Size - (3 * Larger), Size);
    }

    // 2 KiB is the largest number of bytes of which both are a multiple.
    [Fact]
    public void Requests_in_order_leave_no_gap_whatever_their_sizes()
    {
        const long Written = 200 * ((60L * 4096) + (40L * 6144)) / 100;
        File.WriteAllBytes(_scratch.File("zeros"), new byte[8 << 20]);
        Measure(Sized("zeros", new SizeShare(4096, 60), new SizeShare(6144, 40)) with
        {
            Size = null,
            Overwrite = true,
            Operation = MeasuredOperation.Write,
            QueueDepth = 1,
            Bytes = Written,
            Time = TimeSpan.FromDays(1),
        });

        // The warm-up wrote as much before.
        byte[] after = File.ReadAllBytes(_scratch.File("zeros"));
        bool[] used = [.. after.Chunk(512).Select(sector => sector.Any(value => value != 0))];
        Assert.Equal(2 * Written / 512, used.Count(isUsed => isUsed));
        Assert.All(used[..(int)(2 * Written / 512)], Assert.True);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void No_request_goes_past_the_end_or_lengthens_the_file(double distancePct)
    {
        const int Length = (3 * Larger) + (5 * Smaller) + 1000;
        File.WriteAllBytes(_scratch.File("odd"), new byte[Length]);
        RunRecord run = Measure(Sized("odd") with
        {
            Size = null,
            Overwrite = true,
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            DistancePct = distancePct,
            Threads = 2,
            Bytes = 10 * Hundred,
        });

        Assert.Equal(10 * Hundred, run[Metrics.BytesWritten]);
        Assert.Equal(Length, new FileInfo(_scratch.File("odd")).Length);
    }

    [Fact]
    public void A_rate_of_bytes_counts_the_mean_size()
    {
        RunRecord run = Measure(Sized() with
        {
            Bytes = 2 * Hundred,
            Load = new LoadOptions { Rate = new LoadRate(20.0 * Hundred, IsOfBytes: true) },
        });

        Assert.Equal(2000, run.Case!.Effective.Load!.RequestsPerS);
        Assert.Equal([120, 80], run.Sizes.Select(size => size.Requests));
    }

    private MeasurementOptions Sized(string name = "file", params SizeShare[] sizes) => New(name) with
    {
        Sizes = SizeShares.Of(sizes.Length > 0 ? sizes : [new SizeShare(Larger, 40), new SizeShare(Smaller, 60)]),
        Time = Ample,
    };
}
