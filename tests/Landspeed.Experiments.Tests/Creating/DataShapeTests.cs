using Landspeed.Experiments.Creating;

namespace Landspeed.Experiments.Tests.Creating;

public class DataShapeTests
{
    [Fact]
    public void The_presets_are_the_authors_sets()
    {
        Assert.Equal(10_000 * 100 * 101L, DataPresets.Small.TotalLength);
        Assert.Equal(100 * 500_000 * 21L, DataPresets.MediumShort.TotalLength);
        Assert.Equal(100 * 100 * 100_001L, DataPresets.MediumLong.TotalLength);
        Assert.Equal(20 * 100_000 * 1_001L, DataPresets.Big.TotalLength);
    }

    [Theory]
    [InlineData(10, 100, 1.0, 10, 100)]
    [InlineData(10, 100, 0.1, 1, 100)]
    [InlineData(10, 100, 0.09, 1, 90)]
    [InlineData(10, 100, 0.0000001, 1, 1)]
    [InlineData(10, 100, 2.5, 25, 100)]
    public void A_scale_counts_for_files_first_and_then_for_lines(long files, long lines, double scale, long scaledFiles, long scaledLines)
    {
        DataShape scaled = Of(files, lines, 7).Scaled(scale);

        Assert.Equal((scaledFiles, scaledLines, 7), (scaled.Files, scaled.Lines, scaled.Characters));
    }

    [Theory]
    [InlineData(0, 1, 1)]
    [InlineData(-1, 1, 1)]
    [InlineData(1, 0, 1)]
    [InlineData(1, 1, 0)]
    [InlineData(10_000_001, 1, 1)]
    [InlineData(1, 1, long.MaxValue)]
    [InlineData(1, long.MaxValue, 1)]
    [InlineData(2, 1L << 31, 1L << 31)]
    public void A_set_that_cannot_be_is_a_wrong_word(long files, long lines, long characters)
    {
        ExperimentException failure = Assert.Throws<ExperimentException>(() => Of(files, lines, characters).Check());

        Assert.Equal(Outcome.Usage, failure.Outcome);
    }

    [Theory]
    [InlineData(10_000_000, 1, 1)]
    [InlineData(1, 1, long.MaxValue - 1)]
    [InlineData(1, 1, 1)]
    public void A_set_at_the_limits_can_be(long files, long lines, long characters) => Of(files, lines, characters).Check();

    private static DataShape Of(long files, long lines, long characters) =>
        new() { Files = files, Lines = lines, Characters = characters };
}
