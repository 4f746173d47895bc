using FsCheck;
using FsCheck.Fluent;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Tests.Svg;

public class LabelColumnTests
{
    [Fact]
    public void Labels_with_room_stay_where_they_want_to_be() =>
        Assert.Equal([10, 40, 90], LabelColumn.Place([10, 40, 90], 20, 0, 100));

    [Fact]
    public void Labels_that_want_the_same_place_spread_evenly_around_it() =>
        Assert.Equal([30, 50, 70], LabelColumn.Place([50, 50, 50], 20, 0, 100));

    [Fact]
    public void Labels_at_the_edge_move_inwards()
    {
        Assert.Equal([0, 20], LabelColumn.Place([0, 0], 20, 0, 100));
        Assert.Equal([80, 100], LabelColumn.Place([100, 100], 20, 0, 100));
    }

    [Fact]
    public void No_label_gives_no_position() => Assert.Empty(LabelColumn.Place([], 20, 0, 100));

    [Fact]
    public void Labels_never_overlap_or_leave_the_column()
    {
        Arbitrary<List<double>> wishes = Gen.Choose(0, 300).Select(value => (double)value).ListOf()
            .Select(list => list.Take(16).Order().ToList()).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithQuietOnSuccess(true), Prop.ForAll(wishes, wanted =>
        {
            double[] places = LabelColumn.Place(wanted, 20, 0, 300);
            Assert.Equal(wanted.Count, places.Length);
            Assert.All(places, place => Assert.InRange(place, -1e-9, 300 + 1e-9));
            Assert.All(places.Zip(places.Skip(1)), pair => Assert.True(pair.Second - pair.First > 20 - 1e-9));
        }));
    }
}
