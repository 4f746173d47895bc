using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Bytes per elapsed second.</summary>
/// <remarks>Immutable and thread-safe; 8 bytes, allocates only for text.</remarks>
internal readonly record struct Throughput : IComparable<Throughput>
{
    private const string AllowedForms =
        "write a number of bytes per second: 100MB/s (powers of ten), 100M or 100MiB/s (powers of two), up to T";

    /// <summary>Creates a throughput.</summary>
    /// <param name="bytesPerSecond">Bytes per second; 0 or more, finite.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative, infinite or not a number.</exception>
    public Throughput(double bytesPerSecond)
    {
        if (!double.IsFinite(bytesPerSecond) || bytesPerSecond < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(bytesPerSecond), bytesPerSecond, "a throughput is finite and 0 or more");
        }

        BytesPerSecond = bytesPerSecond;
    }

    /// <summary>Bytes per second, 0 or more, finite.</summary>
    public double BytesPerSecond { get; }

    /// <summary>Compares two throughputs.</summary>
    /// <param name="left">The first throughput.</param>
    /// <param name="right">The second throughput.</param>
    /// <returns>True if the first is lower.</returns>
    public static bool operator <(Throughput left, Throughput right) => left.BytesPerSecond < right.BytesPerSecond;

    /// <summary>Compares two throughputs.</summary>
    /// <param name="left">The first throughput.</param>
    /// <param name="right">The second throughput.</param>
    /// <returns>True if the first is higher.</returns>
    public static bool operator >(Throughput left, Throughput right) => left.BytesPerSecond > right.BytesPerSecond;

    /// <summary>Compares two throughputs.</summary>
    /// <param name="left">The first throughput.</param>
    /// <param name="right">The second throughput.</param>
    /// <returns>True if the first is lower or equal.</returns>
    public static bool operator <=(Throughput left, Throughput right) => left.BytesPerSecond <= right.BytesPerSecond;

    /// <summary>Compares two throughputs.</summary>
    /// <param name="left">The first throughput.</param>
    /// <param name="right">The second throughput.</param>
    /// <returns>True if the first is higher or equal.</returns>
    public static bool operator >=(Throughput left, Throughput right) => left.BytesPerSecond >= right.BytesPerSecond;

    /// <summary>Calculates the throughput of a transfer.</summary>
    /// <param name="bytes">Bytes moved.</param>
    /// <param name="elapsed">Elapsed time, more than zero.</param>
    /// <returns>Bytes divided by time.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is zero or negative.</exception>
    public static Throughput FromBytes(ByteCount bytes, TimeSpan elapsed)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(elapsed, TimeSpan.Zero);
        return new(bytes.Bytes / elapsed.TotalSeconds);
    }

    /// <summary>
    /// Calculates the throughput of a transfer timed in nanoseconds, which a <see cref="TimeSpan"/> would round to
    /// multiples of 100.
    /// </summary>
    /// <param name="bytes">Bytes moved.</param>
    /// <param name="elapsedNs">Elapsed time in nanoseconds, 1 or more.</param>
    /// <returns>Bytes divided by time.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is zero or negative.</exception>
    public static Throughput FromNanoseconds(ByteCount bytes, long elapsedNs)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(elapsedNs);
        return new(bytes.Bytes * 1e9 / elapsedNs);
    }

    /// <summary>Parses what a person types: <c>100MB/s</c>, <c>1.5GiB/s</c>, <c>100M</c>, <c>1000000</c>.</summary>
    /// <param name="text">
    /// A number, optionally a unit as in <see cref="ByteCount.Parse"/>, optionally <c>/s</c>: a bare <c>M</c> is a
    /// power of two, <c>MB</c> a power of ten.
    /// </param>
    /// <returns>The throughput.</returns>
    /// <exception cref="FormatException">
    /// The text has another form; the message gives the text and the allowed forms.
    /// </exception>
    /// <remarks>The same in every culture.</remarks>
    public static Throughput Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return TryParse(text, out Throughput value)
            ? value
            : throw new FormatException($"{QuotedText.Of(text)} is not a throughput; {AllowedForms}");
    }

    /// <summary>Parses what a person types; see <see cref="Parse"/> for the forms.</summary>
    /// <param name="text">The text, or null.</param>
    /// <param name="value">The throughput; zero on failure.</param>
    /// <returns>True if the text is a throughput.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, out Throughput value)
    {
        const NumberStyles Plain = NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
        value = default;
        string trimmed = (text ?? string.Empty).Trim();
        string rate = trimmed.EndsWith("/s", StringComparison.OrdinalIgnoreCase) ? trimmed[..^2] : trimmed;
        var (number, suffix) = ByteUnit.Split(rate);
        if (ByteUnit.BytesOf(suffix) is not { } unit
            || !double.TryParse(number, Plain, CultureInfo.InvariantCulture, out double parsed)
            || !double.IsFinite(parsed * unit))
        {
            return false;
        }

        value = new Throughput(parsed * unit);
        return true;
    }

    /// <summary>Orders throughputs from low to high.</summary>
    /// <param name="other">The throughput to compare with.</param>
    /// <returns>Negative, zero or positive if this is lower, equal or higher.</returns>
    public int CompareTo(Throughput other) => BytesPerSecond.CompareTo(other.BytesPerSecond);

    /// <summary>
    /// Returns text for people, always in MB/s (powers of ten) so that columns can be compared, the same in every
    /// culture: <c>1234.5 MB/s</c>; below 10 MB/s with three significant digits, as in <c>0.0123 MB/s</c>.
    /// </summary>
    /// <returns>Rounded text.</returns>
    public override string ToString() => $"{RoundedText.Of(BytesPerSecond / 1e6, 1, 3)} MB/s";

    /// <summary>Returns exact text, the same in every culture, as in <c>1234500000.25 B/s</c>.</summary>
    /// <returns>Text that <see cref="Parse"/> converts back to the same value.</returns>
    public string ToExactText() => $"{BytesPerSecond.ToString("R", CultureInfo.InvariantCulture)} B/s";
}
