namespace Landspeed.Quantities;

/// <summary>CPU time per byte moved.</summary>
/// <remarks>
/// Immutable and thread-safe; 8 bytes, allocates only for text. May be negative: a machine's time less its idle
/// baseline can come out below zero, and hiding that would hide the noise.
/// </remarks>
internal readonly record struct CpuCost : IComparable<CpuCost>
{
    /// <summary>Creates a cost.</summary>
    /// <param name="nsPerByte">Nanoseconds of CPU time per byte, finite.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is infinite or not a number.</exception>
    public CpuCost(double nsPerByte)
    {
        if (!double.IsFinite(nsPerByte))
        {
            throw new ArgumentOutOfRangeException(nameof(nsPerByte), nsPerByte, "a cost is finite");
        }

        NsPerByte = nsPerByte;
    }

    /// <summary>Nanoseconds of CPU time per byte, finite.</summary>
    public double NsPerByte { get; }

    /// <summary>Compares two costs.</summary>
    /// <param name="left">The first cost.</param>
    /// <param name="right">The second cost.</param>
    /// <returns>True if the first takes less time per byte.</returns>
    public static bool operator <(CpuCost left, CpuCost right) => left.NsPerByte < right.NsPerByte;

    /// <summary>Compares two costs.</summary>
    /// <param name="left">The first cost.</param>
    /// <param name="right">The second cost.</param>
    /// <returns>True if the first takes more time per byte.</returns>
    public static bool operator >(CpuCost left, CpuCost right) => left.NsPerByte > right.NsPerByte;

    /// <summary>Compares two costs.</summary>
    /// <param name="left">The first cost.</param>
    /// <param name="right">The second cost.</param>
    /// <returns>True if the first takes less or the same time per byte.</returns>
    public static bool operator <=(CpuCost left, CpuCost right) => left.NsPerByte <= right.NsPerByte;

    /// <summary>Compares two costs.</summary>
    /// <param name="left">The first cost.</param>
    /// <param name="right">The second cost.</param>
    /// <returns>True if the first takes more or the same time per byte.</returns>
    public static bool operator >=(CpuCost left, CpuCost right) => left.NsPerByte >= right.NsPerByte;

    /// <summary>Calculates the cost of a transfer.</summary>
    /// <param name="processorNs">CPU time in nanoseconds; negative if a baseline was larger.</param>
    /// <param name="bytes">Bytes moved, 1 or more.</param>
    /// <returns>Time divided by bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">No bytes were moved.</exception>
    public static CpuCost FromTime(long processorNs, ByteCount bytes)
    {
        ArgumentOutOfRangeException.ThrowIfZero(bytes.Bytes, nameof(bytes));
        return new((double)processorNs / bytes.Bytes);
    }

    /// <summary>Converts the cost to cycles of a clock.</summary>
    /// <param name="clockHz">
    /// The clock's rate in hertz, more than zero and finite; state which clock beside the number.
    /// </param>
    /// <returns>Cycles per byte.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The rate is zero, negative, infinite or not a number.</exception>
    public double CyclesPerByte(double clockHz)
    {
        if (!double.IsFinite(clockHz) || clockHz <= 0)
        {
            throw new ArgumentOutOfRangeException(nameof(clockHz), clockHz, "a clock rate is finite and more than 0 Hz");
        }

        return NsPerByte * (clockHz / 1e9);
    }

    /// <summary>Orders costs from low to high.</summary>
    /// <param name="other">The cost to compare with.</param>
    /// <returns>Negative, zero or positive if this is lower, equal or higher.</returns>
    public int CompareTo(CpuCost other) => NsPerByte.CompareTo(other.NsPerByte);

    /// <summary>
    /// Returns text for people, the same in every culture: <c>0.035 ns/B</c>; more decimals only for smaller costs.
    /// </summary>
    /// <returns>Rounded text.</returns>
    public override string ToString() => $"{RoundedText.Of(NsPerByte, 3, 1)} ns/B";

    /// <summary>Returns text for people in cycles, the same in every culture: <c>0.09 cycles/B</c>.</summary>
    /// <param name="clockHz">The clock's rate in hertz, more than zero and finite.</param>
    /// <returns>Rounded text.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The rate is zero, negative, infinite or not a number.</exception>
    public string ToCyclesText(double clockHz) => $"{RoundedText.Of(CyclesPerByte(clockHz), 2, 1)} cycles/B";
}
