using System.Globalization;
using FsCheck;
using FsCheck.Fluent;

namespace Landspeed.Tests.Quantities;

/// <summary>
/// Checks a statement for many values. A failure prints the counter-example and, in its first line, (seed,gamma); the
/// same values come again with LANDSPEED_REPLAY=seed,gamma.
/// </summary>
internal static class Property
{
    /// <summary>Byte counts of every magnitude, with those next to a power of two or ten often among them.</summary>
    public static readonly Arbitrary<long> Bytes = Arb.From(
        from shift in Gen.Choose(0, 62)
        from step in Gen.Choose(-1, 1)
        from power in Gen.Elements(1L, 1_000, 1_000_000, 1_000_000_000, 1_000_000_000_000)
        from noise in Gen.Choose(0, int.MaxValue)
        from kind in Gen.Choose(0, 3)
        select kind switch
        {
            0 => Math.Max(0, (1L << shift) + step),
            1 => Math.Max(0, power + step),
            2 => unchecked((long)noise * (1L << (shift % 33)) + step) & long.MaxValue,
            _ => (long)noise,
        });

    public static void Holds<T>(Arbitrary<T> values, Action<T> statement)
    {
        Config config = Config.QuickThrowOnFailure.WithMaxTest(1_000);
        if (Environment.GetEnvironmentVariable("LANDSPEED_REPLAY")?.Split(',') is [var seed, var gamma])
        {
            config = config.WithReplay(
                ulong.Parse(seed, CultureInfo.InvariantCulture), ulong.Parse(gamma, CultureInfo.InvariantCulture));
        }

        Check.One(config, Prop.ForAll(values, statement));
    }
}
