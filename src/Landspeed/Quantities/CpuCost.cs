namespace Landspeed.Quantities;

/// <summary>Processor time per byte moved.</summary>
/// <remarks>
/// Immutable and safe for all threads; 8 bytes, no allocation except for text. May be negative: a machine's time less
/// its idle baseline can come out below zero, and hiding that would hide the noise.
/// </remarks>
public readonly record struct CpuCost : IComparable<CpuCost>
{
    /// <summary>A cost.</summary>
    /// <param name="nsPerByte">Nanoseconds of processor time per byte, finite.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is infinite or not a number.</exception>
    public CpuCost(double nsPerByte)
    {
        if (!double.IsFinite(nsPerByte))
        {
            throw new ArgumentOutOfRangeException(nameof(nsPerByte), nsPerByte, "a cost is finite");
        }

        NsPerByte = nsPerByte;
    }

    /// <summary>Nanoseconds of processor time per byte, finite.</summary>
    public double NsPerByte { get; }

    /// <summary>Whether the left is cheaper.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when less time per byte.</returns>
    public static bool operator <(CpuCost left, CpuCost right) => left.NsPerByte < right.NsPerByte;

    /// <summary>Whether the left is dearer.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when more time per byte.</returns>
    public static bool operator >(CpuCost left, CpuCost right) => left.NsPerByte > right.NsPerByte;

    /// <summary>Whether the left is cheaper or the same.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when not more time per byte.</returns>
    public static bool operator <=(CpuCost left, CpuCost right) => left.NsPerByte <= right.NsPerByte;

    /// <summary>Whether the left is dearer or the same.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when not less time per byte.</returns>
    public static bool operator >=(CpuCost left, CpuCost right) => left.NsPerByte >= right.NsPerByte;

    /// <summary>The cost of a transfer.</summary>
    /// <param name="processorNs">Processor time, nanoseconds; negative when a baseline was larger.</param>
    /// <param name="bytes">What was moved, 1 byte or more.</param>
    /// <returns>Time divided by bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Nothing was moved.</exception>
    public static CpuCost FromTime(long processorNs, ByteCount bytes)
    {
        ArgumentOutOfRangeException.ThrowIfZero(bytes.Bytes, nameof(bytes));
        return new((double)processorNs / bytes.Bytes);
    }

    /// <summary>The cost in cycles of a clock.</summary>
    /// <param name="clockHz">The clock's rate in hertz, more than zero and finite; say beside the number which clock.</param>
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

    /// <summary>Orders from cheap to dear.</summary>
    /// <param name="other">The other.</param>
    /// <returns>Negative, zero or positive as this is cheaper, the same or dearer.</returns>
    public int CompareTo(CpuCost other) => NsPerByte.CompareTo(other.NsPerByte);

    /// <summary>Text for people, the same in every culture: <c>0.035 ns/B</c>; more decimals only for smaller costs.</summary>
    /// <returns>Rounded text.</returns>
    public override string ToString() => $"{RoundedText.Of(NsPerByte, 3, 1)} ns/B";

    /// <summary>Text for people in cycles, the same in every culture: <c>0.09 cycles/B</c>.</summary>
    /// <param name="clockHz">The clock's rate in hertz, more than zero and finite.</param>
    /// <returns>Rounded text.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The rate is zero, negative, infinite or not a number.</exception>
    public string ToCyclesText(double clockHz) => $"{RoundedText.Of(CyclesPerByte(clockHz), 2, 1)} cycles/B";
}
