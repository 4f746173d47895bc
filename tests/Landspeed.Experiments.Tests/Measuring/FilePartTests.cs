using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Orders;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Measuring;

public class FilePartTests
{
    [Fact]
    public void Workers_of_all_ranks_cover_the_file_once_in_ranges_and_in_segments()
    {
        for (ulong seed = 1; seed <= 300; seed++)
        {
            Random random = SeededRandom.Of(seed);
            (int ranks, int threads, int segment) = (random.Next(1, 6), random.Next(1, 4), random.Next(0, 5));
            long requests = random.Next(1, 200);
            var options = new MeasurementOptions { Path = FilePath.FromText("a"), RequestSize = 4096, Threads = threads };
            long[] places =
            [
                .. from rank in Enumerable.Range(0, ranks)
                   from worker in Enumerable.Range(0, threads)
                   let layout = new FilePart(rank, ranks, segment * 4096L).LayoutOf(requests, options, worker)
                   from ordinal in Enumerable.Range(0, (int)layout.Count)
                   select layout.PlaceOf(ordinal),
            ];

            Assert.True(places.Order().SequenceEqual(Enumerable.Range(0, (int)requests).Select(place => (long)place)), FormattableString.Invariant($"seed {seed}"));
        }
    }

    [Fact]
    public void Segments_are_dealt_out_in_turn()
    {
        var options = new MeasurementOptions { Path = FilePath.FromText("a"), RequestSize = 10 };
        RequestLayout layout = new FilePart(1, 3, 20).LayoutOf(12, options, 0);

        Assert.Equal([2, 3, 8, 9], Enumerable.Range(0, (int)layout.Count).Select(ordinal => layout.PlaceOf(ordinal)));
    }
}
