using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Requests in reverse order and with a stride.</content>
public sealed partial class MeasurementRunnerTests
{
    private const int Places = 128;

    // The warm-up made as many requests before.
    [Theory]
    [InlineData(false, null, 0, 40)]
    [InlineData(true, null, Places - 40, Places)]
    public void Requests_in_order_begin_at_the_start_or_at_the_end(bool isReverse, long? stride, int from, int to) =>
        Assert.Equal(Enumerable.Range(from, to - from), Written(isReverse, stride, requests: 20));

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 15)]
    public void Requests_with_a_stride_leave_gaps(bool isReverse, int first) => Assert.Equal(
        Enumerable.Range(0, 8).Select(index => first + (16 * index)),
        Written(isReverse, 16 * MixedRequest, requests: 4));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_cold_pass_with_a_stride_reads_the_file_once(bool isReverse)
    {
        RunRecord run = Measure(New() with
        {
            Mode = IoMode.Buffered,
            Cold = true,
            RequestSize = 1 << 20,
            Stride = 16 << 20,
            IsReverse = isReverse,
            Threads = 3,
            Size = Size + 1000,
            Time = Ample,
        });

        Assert.Equal(Size + 1000, run[Metrics.BytesRead]);
        Assert.Equal((isReverse, 16L << 20), (run.Case!.Effective.IsReverse, run.Case.Effective.StrideBytes));
    }

    [Fact]
    public void Requests_of_several_sizes_in_reverse_leave_no_gap()
    {
        File.WriteAllBytes(_scratch.File("zeros"), new byte[8 << 20]);
        Measure(Sized("zeros") with
        {
            Size = null,
            Overwrite = true,
            Operation = MeasuredOperation.Write,
            QueueDepth = 1,
            Bytes = Hundred,
            IsReverse = true,
        });

        byte[] after = File.ReadAllBytes(_scratch.File("zeros"));
        bool[] used = [.. after.Chunk(Smaller).Select(block => block.Any(value => value != 0))];
        Assert.Equal(2 * Hundred / Smaller, used.Count(isUsed => isUsed));
        Assert.All(used[^(int)(2 * Hundred / Smaller)..], Assert.True);
    }

    // Returns which requests of a file were written by twice as many.
    private IEnumerable<int> Written(bool isReverse, long? stride, int requests)
    {
        File.WriteAllBytes(_scratch.File("zeros"), new byte[Places * MixedRequest]);
        Measure(New("zeros") with
        {
            Size = null,
            Overwrite = true,
            Operation = MeasuredOperation.Write,
            RequestSize = MixedRequest,
            QueueDepth = 1,
            Bytes = (long)requests * MixedRequest,
            IsReverse = isReverse,
            Stride = stride,
            Time = Ample,
        });

        return File.ReadAllBytes(_scratch.File("zeros")).Chunk(MixedRequest).Index()
            .Where(request => request.Item.Any(value => value != 0)).Select(request => request.Index);
    }
}
