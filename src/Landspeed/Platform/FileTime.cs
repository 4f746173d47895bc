using System.Globalization;

namespace Landspeed.Platform;

/// <summary>
/// A point in time as file systems keep it: exact to the nanosecond, over more years than 64 bits of nanoseconds can
/// hold.
/// </summary>
/// <param name="Seconds">Whole seconds since 1970 in UTC without leap seconds; negative before.</param>
/// <param name="Nanoseconds">0 to 999,999,999, counted forward from the second, even before 1970.</param>
/// <remarks>
/// Not a single 128-bit number: code that has one anywhere in its values cannot be compiled ahead of time.
/// </remarks>
internal readonly record struct FileTime(long Seconds, int Nanoseconds) : IComparable<FileTime>
{
    private const int NanosecondsPerTick = 100;

    /// <summary>Compares two times.</summary>
    /// <param name="one">The first time.</param>
    /// <param name="other">The second time.</param>
    /// <returns>True if the first is earlier.</returns>
    public static bool operator <(FileTime one, FileTime other) => one.CompareTo(other) < 0;

    /// <summary>Compares two times.</summary>
    /// <inheritdoc cref="op_LessThan"/>
    /// <returns>True if the first is later.</returns>
    public static bool operator >(FileTime one, FileTime other) => one.CompareTo(other) > 0;

    /// <summary>Compares two times.</summary>
    /// <inheritdoc cref="op_LessThan"/>
    /// <returns>True if the first is earlier or equal.</returns>
    public static bool operator <=(FileTime one, FileTime other) => one.CompareTo(other) <= 0;

    /// <summary>Compares two times.</summary>
    /// <inheritdoc cref="op_LessThan"/>
    /// <returns>True if the first is later or equal.</returns>
    public static bool operator >=(FileTime one, FileTime other) => one.CompareTo(other) >= 0;

    /// <summary>Converts a .NET time.</summary>
    /// <param name="moment">The time, exact to 100 ns.</param>
    /// <returns>The same time.</returns>
    public static FileTime Of(DateTimeOffset moment)
    {
        (long seconds, long ticks) = Math.DivRem((moment - DateTimeOffset.UnixEpoch).Ticks, TimeSpan.TicksPerSecond);
        return ticks < 0
            ? new FileTime(seconds - 1, (int)(ticks + TimeSpan.TicksPerSecond) * NanosecondsPerTick)
            : new FileTime(seconds, (int)ticks * NanosecondsPerTick);
    }

    /// <summary>Orders times from early to late.</summary>
    /// <param name="other">The time to compare with.</param>
    /// <returns>Negative, zero or positive if this is earlier, equal or later.</returns>
    public int CompareTo(FileTime other) => Seconds != other.Seconds
        ? Seconds.CompareTo(other.Seconds)
        : Nanoseconds.CompareTo(other.Nanoseconds);

    /// <summary>Returns seconds since 1970 with nine decimals.</summary>
    /// <returns>Text such as 1795328007.000000123.</returns>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Seconds}.{Nanoseconds:D9}");
}
