using System.Globalization;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>How a file is written over before it is measured: a fresh device is faster.</summary>
/// <param name="Order">In which order.</param>
/// <param name="Most">How much at most; less if the device becomes slower before.</param>
public sealed record Precondition(PreconditionOrder Order, WriteLimit Most)
{
    /// <summary>Formats it as it is typed: <c>random 2x</c>.</summary>
    public override string ToString() => $"{Order.ToWord()} {Most}";
}

/// <summary>The order of the writes before a measurement.</summary>
public enum PreconditionOrder
{
    /// <summary>From the start to the end, again and again, in requests of 1 MiB.</summary>
    Fill,

    /// <summary>Anywhere, with the request size, queue depth and threads of the measurement.</summary>
    Random,
}

/// <summary>How much is written: a multiple of a file, or a number of bytes.</summary>
/// <param name="Times">The multiple, or null.</param>
/// <param name="Bytes">The bytes, or null.</param>
public sealed record WriteLimit(double? Times, long? Bytes)
{
    private const double LeastTimes = 0.1;
    private const double MostTimes = 100;

    /// <summary>What is allowed, in words.</summary>
    public static string Range => string.Create(
        CultureInfo.InvariantCulture, $"{LeastTimes}x to {MostTimes}x the file, or bytes");

    /// <summary>Whether it is.</summary>
    public bool IsInRange => Bytes > 0 || Times is >= LeastTimes and <= MostTimes;

    /// <summary>Twice the file, as the SNIA Solid State Storage Performance Test Specification writes.</summary>
    public static WriteLimit Usual { get; } = new(2, null);

    /// <summary>Returns the bytes for a file.</summary>
    /// <param name="length">Its length, bytes.</param>
    public long Of(long length) => Bytes is { } bytes
        ? Math.Min(bytes, long.MaxValue / 4) : (long)Math.Min(long.MaxValue / 4, Times!.Value * length);

    /// <summary>Formats it as it is typed: <c>2x</c>, <c>100 GiB</c>.</summary>
    public override string ToString() => Bytes is { } bytes
        ? new ByteCount(bytes).ToString()
        : string.Create(CultureInfo.InvariantCulture, $"{Times}x");
}
