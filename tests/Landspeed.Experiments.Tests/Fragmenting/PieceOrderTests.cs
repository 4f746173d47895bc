using Landspeed.Experiments.Fragmenting;

namespace Landspeed.Experiments.Tests.Fragmenting;

public sealed class PieceOrderTests
{
    [Fact]
    public void Every_piece_comes_once_and_none_directly_after_its_neighbour()
    {
        ulong first = (ulong)Random.Shared.NextInt64();
        for (int pieces = 1; pieces <= 300; pieces++)
        {
            foreach (RunOrder order in Enum.GetValues<RunOrder>())
            {
                ulong seed = first + (ulong)pieces;
                int[] places = PieceOrder.Of(pieces, order, seed);

                string context = $"{pieces} pieces, {order}, seed {seed}";
                Assert.True(places.Order().SequenceEqual(Enumerable.Range(0, pieces)), context);
                Assert.True(!places.Zip(places.Skip(1)).Any(pair => pair.Second == pair.First + 1), context);
            }
        }
    }

    [Fact]
    public void The_same_seed_gives_the_same_order_and_another_one_another()
    {
        Assert.Equal(PieceOrder.Of(1000, RunOrder.Shuffled, 7), PieceOrder.Of(1000, RunOrder.Shuffled, 7));
        Assert.NotEqual(PieceOrder.Of(1000, RunOrder.Shuffled, 7), PieceOrder.Of(1000, RunOrder.Shuffled, 8));
    }

    [Fact]
    public void A_shuffled_order_is_far_from_sorted()
    {
        int[] places = PieceOrder.Of(10_000, RunOrder.Shuffled, 1);

        double mean = places.Zip(places.Skip(1)).Average(pair => Math.Abs(pair.Second - pair.First));

        Assert.InRange(mean, 3_200, 3_467); // a third, for numbers by lot
    }
}
