using System.Runtime.InteropServices;
using Landspeed.Experiments.Orders;
using Landspeed.Hashing;

namespace Landspeed.Experiments.Tests.Orders;

/// <summary>Journals of blocks compute again which places were written: docs/decisions/blocks.md.</summary>
public sealed class OffsetSequencesTests
{
    public static TheoryData<double, string?, string> Orders => new()
    {
        { 0, null, "af299fda658e4ce3" },
        { 10, null, "6c08e5bda06732bc" },
        { 100, null, "3111618deb0568d8" },
        { 100, "zipf:1.2", "d060999a17abc8de" },
        { 100, "zipf:0.5", "704b357900a4252e" },
        { 100, "hot:20:80", "fb717070e6dd1525" },
    };

    [Theory]
    [MemberData(nameof(Orders))]
    public void What_an_order_returns_never_changes(double distancePct, string? distribution, string expected)
    {
        AccessDistribution? skew = distribution switch
        {
            "zipf:1.2" => AccessDistribution.Zipf(1.2),
            "zipf:0.5" => AccessDistribution.Zipf(0.5),
            "hot:20:80" => AccessDistribution.Hot(20, 80),
            _ => null,
        };
        IOffsetSequence order = OffsetSequences.Of(1_000_003, distancePct, skew, scatterSeed: 7, seed: 11);
        long[] places = [.. Enumerable.Range(0, 10_000).Select(_ => order.Next(1))];

        Assert.Equal(expected, Xxh3.Hash64(MemoryMarshal.AsBytes(places.AsSpan())).ToString("x16"));
    }
}
