using System.Globalization;

namespace Landspeed.Platform;

/// <summary>A moment as file systems keep it: exact to the nanosecond, and over more years than 64 bits of nanoseconds hold.</summary>
/// <param name="Seconds">Whole seconds since 1970 in UTC without leap seconds; negative before.</param>
/// <param name="Nanoseconds">0 to 999,999,999, counted up from the second, also before 1970.</param>
/// <remarks>
/// Not one number of 128 bits: code that has one anywhere in its values cannot be compiled before the program starts.
/// </remarks>
public readonly record struct FileTime(long Seconds, int Nanoseconds) : IComparable<FileTime>
{
    private const int NanosecondsPerTick = 100;

    /// <summary>Whether one moment is before another.</summary>
    /// <param name="one">The one.</param>
    /// <param name="other">The other.</param>
    /// <returns>Whether it is before.</returns>
    public static bool operator <(FileTime one, FileTime other) => one.CompareTo(other) < 0;

    /// <summary>Whether one moment is after another.</summary>
    /// <inheritdoc cref="op_LessThan"/>
    /// <returns>Whether it is after.</returns>
    public static bool operator >(FileTime one, FileTime other) => one.CompareTo(other) > 0;

    /// <summary>Whether one moment is not after another.</summary>
    /// <inheritdoc cref="op_LessThan"/>
    /// <returns>Whether it is before, or the same.</returns>
    public static bool operator <=(FileTime one, FileTime other) => one.CompareTo(other) <= 0;

    /// <summary>Whether one moment is not before another.</summary>
    /// <inheritdoc cref="op_LessThan"/>
    /// <returns>Whether it is after, or the same.</returns>
    public static bool operator >=(FileTime one, FileTime other) => one.CompareTo(other) >= 0;

    /// <summary>Converts a moment of .NET.</summary>
    /// <param name="moment">Exact to 100 ns.</param>
    /// <returns>The same moment.</returns>
    public static FileTime Of(DateTimeOffset moment)
    {
        (long seconds, long ticks) = Math.DivRem((moment - DateTimeOffset.UnixEpoch).Ticks, TimeSpan.TicksPerSecond);
        return ticks < 0
            ? new FileTime(seconds - 1, (int)(ticks + TimeSpan.TicksPerSecond) * NanosecondsPerTick)
            : new FileTime(seconds, (int)ticks * NanosecondsPerTick);
    }

    /// <summary>Which of two is earlier.</summary>
    /// <param name="other">The other.</param>
    /// <returns>Negative, zero or positive: this one is before, the same, or after.</returns>
    public int CompareTo(FileTime other) => Seconds != other.Seconds
        ? Seconds.CompareTo(other.Seconds)
        : Nanoseconds.CompareTo(other.Nanoseconds);

    /// <summary>Seconds since 1970 with nine decimals.</summary>
    /// <returns>As in 1795328007.000000123.</returns>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Seconds}.{Nanoseconds:D9}");
}
