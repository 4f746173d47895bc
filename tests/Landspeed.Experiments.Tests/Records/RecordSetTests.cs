using Landspeed.Experiments.Records;

namespace Landspeed.Experiments.Tests.Records;

public class RecordSetTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(92_233_720_368_547_757)]
    [InlineData(92_233_720_368_547_758)]
    public void Counts_up_to_2_to_the_63_bytes_are_taken(long count)
    {
        new RecordSet { Count = count }.Check();
        Assert.Equal(count * 100, new RecordSet { Count = count }.Length);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    [InlineData(92_233_720_368_547_759)]
    [InlineData(long.MaxValue)]
    public void Other_counts_are_refused(long count)
    {
        Assert.Throws<ArgumentOutOfRangeException>(new RecordSet { Count = count }.Check);
    }

    [Fact]
    public void The_last_number_must_fit_into_64_bits()
    {
        new RecordSet { Count = 1, Start = ulong.MaxValue }.Check();
        Assert.Throws<ArgumentOutOfRangeException>(new RecordSet { Count = 2, Start = ulong.MaxValue }.Check);
    }

    [Fact]
    public void The_old_layout_has_no_skewed_form()
    {
        Assert.Throws<ArgumentException>(
            new RecordSet { Count = 1, Layout = RecordLayout.OldBinary, IsSkewed = true }.Check);
    }
}
