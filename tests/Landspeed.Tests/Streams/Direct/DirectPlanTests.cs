using Landspeed.Streams.Direct;

namespace Landspeed.Tests.Streams.Direct;

public sealed class DirectPlanTests
{
    private const int Small = 16384;
    private const int Large = 524_288;

    [Fact]
    public void Whole_sectors_in_memory_that_fits_go_straight_and_in_one_piece()
    {
        DirectSegment only = Assert.Single(Cut(Of(512, 1 << 20, 4096)));
        Assert.Equal(new DirectSegment { Offset = 512, Length = 1 << 20, Count = 1 << 20 }, only);
    }

    [Fact]
    public void Only_the_broken_sectors_are_bounced_where_the_middle_fits()
    {
        DirectSegment[] segments = [.. Cut(Of(500, 1 << 20, 4096 - 12))];
        Assert.Equal([(0, 512, true), (512, 1_048_064, false), (1_048_576, 512, true)], segments.Select(Shape));
        Assert.Equal((500, 12), (segments[0].Skip, segments[0].Count));
    }

    [Fact]
    public void A_short_request_is_one_piece() =>
        Assert.Equal([(0, 1536, true)], Cut(Of(500, 1000, 4096 - 12)).Select(Shape));

    [Fact]
    public void An_alignment_of_one_bounces_nothing() =>
        Assert.Equal([(3, 100_001, false)], Cut(Of(3, 100_001, 7) with { Alignment = 1, MemoryAlignment = 1 }).Select(Shape));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Every_request_is_covered_once_by_requests_that_the_file_takes(int seed)
    {
        var random = new Random(seed);
        for (int step = 0; step < 5000; step++)
        {
            int alignment = 1 << random.Next(0, 13);
            DirectPlan plan = Of(random.Next(100_000), random.Next(1, 3_000_000), 65536 + random.Next(4096)) with
            {
                Alignment = alignment,
                MemoryAlignment = 1 << random.Next(0, 13),
                IsWrite = random.Next(2) == 0,
            };
            long position = plan.Offset;
            foreach (DirectSegment segment in Cut(plan))
            {
                string what = $"{plan}: {segment}; seed {seed}, step {step}";
                Assert.True(segment.Start == position && segment.Count > 0, what);
                Assert.True(segment.Offset % alignment == 0 && segment.Length % alignment == 0, what);
                Assert.True(segment.End <= segment.Offset + segment.Length, what);
                Assert.True(segment.IsBounced ? segment.Length <= Large
                    : segment.Skip == 0 && segment.Count == segment.Length
                        && (plan.Address + (position - plan.Offset)) % plan.MemoryAlignment == 0, what);
                bool isBroken = segment.Skip > 0 || segment.End < segment.Offset + segment.Length;
                Assert.True(!isBroken || !plan.IsWrite || segment.Length <= Small, what);
                position = segment.End;
            }

            Assert.Equal(plan.Offset + plan.Count, position);
        }
    }

    private static DirectPlan Of(long offset, int count, nint address) => new()
    {
        Offset = offset,
        Count = count,
        Address = address,
        Alignment = 512,
        MemoryAlignment = 512,
        OnePieceLength = Small,
        BounceLength = Large,
    };

    private static (long Offset, int Length, bool IsBounced) Shape(DirectSegment segment) =>
        (segment.Offset, segment.Length, segment.IsBounced);

    private static IEnumerable<DirectSegment> Cut(DirectPlan plan)
    {
        for (int done = 0; done < plan.Count;)
        {
            DirectSegment segment = plan.Next(done);
            yield return segment;
            done += segment.Count;
        }
    }
}
