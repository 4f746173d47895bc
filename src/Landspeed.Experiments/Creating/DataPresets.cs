namespace Landspeed.Experiments.Creating;

/// <summary>The data sets of the buffering and streaming experiment of 2009.</summary>
public static class DataPresets
{
    /// <summary>10,000 files of 100 lines of 100 characters.</summary>
    public static DataShape Small { get; } = Of(10_000, 100, 100);

    /// <summary>100 files of 500,000 lines of 20 characters.</summary>
    public static DataShape MediumShort { get; } = Of(100, 500_000, 20);

    /// <summary>100 files of 100 lines of 100,000 characters.</summary>
    public static DataShape MediumLong { get; } = Of(100, 100, 100_000);

    /// <summary>20 files of 100,000 lines of 1,000 characters.</summary>
    public static DataShape Big { get; } = Of(20, 100_000, 1_000);

    private static DataShape Of(long files, long lines, long characters) =>
        new() { Files = files, Lines = lines, Characters = characters };
}
