using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Tests.Svg;

public class AxisTests
{
    [Theory]
    [InlineData(0.9, 1)]
    [InlineData(1, 1)]
    [InlineData(1.1, 2)]
    [InlineData(2, 2)]
    [InlineData(2.1, 2.5)]
    [InlineData(2.6, 5)]
    [InlineData(5.1, 10)]
    [InlineData(263.3, 500)]
    [InlineData(0.021, 0.025)]
    public void A_step_is_round(double least, double step) => Assert.Equal(step, LinearAxis.Step(least), 12);

    [Theory]
    [InlineData(1580, "0 500 1,000 1,500 2,000")]
    [InlineData(1500, "0 250 500 750 1,000 1,250 1,500")]
    [InlineData(6, "0 1 2 3 4 5 6")]
    [InlineData(6.001, "0 2 4 6 8")]
    [InlineData(12.3, "0.0 2.5 5.0 7.5 10.0 12.5")]
    [InlineData(0.3, "0.00 0.05 0.10 0.15 0.20 0.25 0.30")]
    [InlineData(0, "0.0 0.2 0.4 0.6 0.8 1.0")]
    [InlineData(double.PositiveInfinity, "0.0 0.2 0.4 0.6 0.8 1.0")]
    public void A_linear_axis_starts_at_0_and_ends_at_the_first_round_value_that_is_enough(double largest, string labels)
    {
        Axis axis = LinearAxis.Of("MB/s", largest);

        Assert.Equal(labels, Labels(axis.Choices[0]));
        Assert.Equal(0, axis.Scale.Share(axis.Choices[0][0].Value), 9);
        Assert.Equal(1, axis.Scale.Share(axis.Choices[0][^1].Value), 9);
    }

    [Theory]
    [InlineData(0.019, 2.3, "0.01 0.02 0.05 0.1 0.2 0.5 1 2 5")]
    [InlineData(1, 1000, "1 2 5 10 20 50 100 200 500 1,000")]
    [InlineData(3, 3, "2 5")]
    [InlineData(2, 2, "1 2 5")]
    [InlineData(0.0004, 0.0005, "0.0002 0.0005")]
    public void A_decade_axis_holds_all_values_between_two_round_ones(double smallest, double largest, string labels)
    {
        Axis axis = DecadeAxis.Of("ns/B", smallest, largest);

        Assert.Equal(labels, Labels(axis.Choices[0]));
        Assert.InRange(axis.Scale.Share(smallest), 0, 1);
        Assert.InRange(axis.Scale.Share(largest), 0, 1);
    }

    [Theory]
    [InlineData(1, 4 << 20, "1 B 16 B 256 B 4 KiB 64 KiB 1 MiB", 2)]
    [InlineData(1, 4 << 20, "1 B 1 KiB 1 MiB", 3)]
    [InlineData(4096, 65536, "4 KiB 8 KiB 16 KiB 32 KiB 64 KiB", 0)]
    [InlineData(4097, 12000, "4 KiB 8 KiB 16 KiB", 0)]
    [InlineData(4096, 4096, "2 KiB 4 KiB 8 KiB", 0)]
    [InlineData(1, 1, "1 B 2 B", 0)]
    public void A_size_axis_has_ticks_at_powers_of_two(long smallest, long largest, string labels, int choice) =>
        Assert.Equal(labels, Labels(SizeAxis.Of("request size", smallest, largest).Choices[choice]));

    [Fact]
    public void The_largest_size_there_is_has_an_axis() =>
        Assert.Equal(1, SizeAxis.Of("request size", 1, long.MaxValue).Scale.Share(Math.Pow(2, 63)), 9);

    [Fact]
    public void A_single_size_lies_in_the_middle() =>
        Assert.Equal(0.5, SizeAxis.Of("request size", 1, 1).Scale.Share(1), 9);

    [Fact]
    public void A_logarithmic_scale_makes_equal_ratios_equally_far()
    {
        var scale = new LogScale(1, 10_000);

        Assert.Equal(
            [0, 0.25, 0.5, 0.75, 1],
            new[] { 1.0, 10, 100, 1000, 10_000 }.Select(value => Math.Round(scale.Share(value), 9)));
    }

    [Fact]
    public void A_linear_scale_makes_equal_differences_equally_far() =>
        Assert.Equal([0, 0.25, 1], new[] { 10.0, 20, 50 }.Select(new LinearScale(10, 50).Share));

    [Fact]
    public void Labels_get_sparser_until_none_touches_the_next()
    {
        Axis axis = SizeAxis.Of("request size", 1, 4 << 20);
        for (double length = 60; length < 3000; length += 7)
        {
            IReadOnlyList<Tick> ticks = axis.Fitting(length, label => TextWidth.Of(label, 12) + 8);
            double right = double.NegativeInfinity;
            foreach (Tick tick in ticks.Where(_ => ticks.Count > 3 || length > 200))
            {
                double middle = axis.Scale.Share(tick.Value) * length;
                double half = TextWidth.Of(tick.Label, 12) / 2;
                Assert.True(middle - half > right, $"{tick.Label} touches its neighbour at {length}");
                right = middle + half;
            }
        }

        Assert.Equal(23, axis.Fitting(3000, _ => 100).Count);
    }

    private static string Labels(IEnumerable<Tick> ticks) => string.Join(' ', ticks.Select(tick => tick.Label));

    [Theory]
    [InlineData(1, "0 1")]
    [InlineData(2, "0 1 2")]
    [InlineData(4, "0 1 2 3 4")]
    [InlineData(8, "0 2 4 6 8")]
    [InlineData(15, "0 3 6 9 12 15")]
    [InlineData(64, "0 20 40 60 80")]
    public void An_axis_of_counts_has_whole_numbers_only(int largest, string labels) => Assert.Equal(
        labels, string.Join(' ', LinearAxis.OfCounts("threads", largest).Choices[0].Select(tick => tick.Label)));

    [Theory]
    [InlineData(new[] { 1, 2, 4 }, "1 2 4", 0, 1)]
    [InlineData(new[] { 8, 2, 2 }, "2 8", 0, 1)]
    [InlineData(new[] { 3 }, "3", 0.5, 0.5)]
    public void An_axis_of_some_values_goes_from_the_least_to_the_greatest(
        int[] values, string labels, double first, double last)
    {
        Axis axis = LinearAxis.At("threads", values);

        Assert.Equal(labels, Labels(axis.Choices[0]));
        Assert.Equal(first, axis.Scale.Share(values.Min()), 9);
        Assert.Equal(last, axis.Scale.Share(values.Max()), 9);
    }

    [Fact]
    public void An_axis_of_many_values_ends_with_the_last_one_however_few_ticks_fit() => Assert.All(
        LinearAxis.At("result", Enumerable.Range(1, 40)).Choices, ticks => Assert.Equal("40", ticks[^1].Label));

    [Fact]
    public void Durations_have_the_unit_that_suits_each_tick() => Assert.Equal(
        "500 ns 1 µs 2 µs 5 µs 10 µs 20 µs 50 µs 100 µs 200 µs 500 µs 1 ms 2 ms",
        Labels(DecadeAxis.OfMicroseconds("latency", 0.6, 1500).Choices[0]));
}
