using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Tests.Rounds;

public class RoundOrderTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 3)]
    [InlineData(52, 5)]
    public void Each_round_has_every_cell_once(int cells, int rounds)
    {
        IReadOnlyList<(int Cell, int Round)> order = RoundOrder.Of(cells, rounds, 7);

        Assert.Equal(cells * rounds, order.Count);
        for (int round = 0; round < rounds; round++)
        {
            (int Cell, int Round)[] part = [.. order.Skip(round * cells).Take(cells)];
            Assert.All(part, run => Assert.Equal(round, run.Round));
            Assert.Equal(Enumerable.Range(0, cells), part.Select(run => run.Cell).Order());
        }
    }

    [Fact]
    public void The_seed_decides_the_order()
    {
        Assert.Equal(RoundOrder.Of(30, 2, 11), RoundOrder.Of(30, 2, 11));
        Assert.NotEqual(RoundOrder.Of(30, 2, 11), RoundOrder.Of(30, 2, 12));
        Assert.NotEqual(RoundOrder.Of(30, 2, 11), RoundOrder.Of(30, 2, 11UL << 32));
    }

    [Fact]
    public void Rounds_differ_in_their_order()
    {
        IReadOnlyList<(int Cell, int Round)> order = RoundOrder.Of(30, 2, 1);

        Assert.NotEqual(order.Take(30).Select(run => run.Cell), order.Skip(30).Select(run => run.Cell));
    }
}
