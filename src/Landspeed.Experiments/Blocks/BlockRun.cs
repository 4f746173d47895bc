using Landspeed.Experiments.Orders;

namespace Landspeed.Experiments.Blocks;

/// <summary>
/// What a run writes, and in which order, so that the number of its writes tells what each block must hold.
/// </summary>
internal sealed record BlockRun
{
    /// <summary>Number of the run among those that wrote to the file, from 1.</summary>
    public required int Generation { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Bytes of a write.</summary>
    public required int RequestSize { get; init; }

    /// <summary>Maximum distance of a request from the one before, 0 to 100.</summary>
    public required double DistancePct { get; init; }

    /// <summary>The exponent of Zipf's law, or null.</summary>
    public double? Exponent { get; init; }

    /// <summary>The hot places, percent of all, or 0.</summary>
    public int PlacesPct { get; init; }

    /// <summary>The requests that go to them, percent of all, or 0.</summary>
    public int RequestsPct { get; init; }

    /// <summary>The seed that decides which places are used most.</summary>
    public required ulong ScatterSeed { get; init; }

    /// <summary>Its workers, whose parts of the file do not overlap.</summary>
    public required IReadOnlyList<BlockWorker> Workers { get; init; }

    /// <summary>Byte after the last that it may write.</summary>
    internal long EndBytes => Workers.Max(worker => worker.Layout.PlaceOf(worker.Layout.Count - 1) + 1) * RequestSize;

    /// <summary>Returns the order of the writes of a worker.</summary>
    internal IOffsetSequence SequenceOf(BlockWorker worker) => OffsetSequences.Of(
        worker.Layout.Count, DistancePct, Distribution, ScatterSeed, worker.Seed);

    private AccessDistribution? Distribution =>
        Exponent is { } exponent ? AccessDistribution.Zipf(exponent)
        : PlacesPct > 0 ? AccessDistribution.Hot(PlacesPct, RequestsPct)
        : null;
}

/// <summary>One worker of a run.</summary>
/// <param name="Seed">Start of the pseudo-random numbers for the offsets of its writes.</param>
/// <param name="Layout">Where its requests are.</param>
internal sealed record BlockWorker(ulong Seed, RequestLayout Layout);
