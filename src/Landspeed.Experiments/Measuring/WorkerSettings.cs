using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Orders;
using Landspeed.Files;

namespace Landspeed.Experiments.Measuring;

/// <summary>The settings of one worker: its part of the file and how it moves through it.</summary>
internal sealed record WorkerSettings
{
    /// <summary>The file, shared by all workers.</summary>
    internal required StorageFile File { get; init; }

    /// <summary>The case.</summary>
    internal required MeasurementOptions Options { get; init; }

    /// <summary>The blocks that prove themselves, or null.</summary>
    internal BlockSession? Blocks { get; init; }

    /// <summary>Zero-based number of the worker, among those of all ranks.</summary>
    internal required int Index { get; init; }

    /// <summary>Where its requests are.</summary>
    internal required RequestLayout Layout { get; init; }

    /// <summary>Requests in its part, 1 or more; of several sizes, places at which one may begin.</summary>
    internal long RequestCount => Layout.Count;

    /// <summary>Bytes of the file; the last request of a sequential read ends there.</summary>
    internal required long FileLength { get; init; }

    /// <summary>Requests in flight; 1 for the synchronous engine.</summary>
    internal required int QueueDepth { get; init; }

    /// <summary>Bytes of one request; of the largest, if there are several sizes.</summary>
    internal int RequestSize => (int)Options.RequestSize;

    /// <summary>Whether all requests read; of a mix only some do.</summary>
    internal bool Reads => !Options.Writes;

    /// <summary>The first buffer that is written from; what is read goes into those before it.</summary>
    internal int FirstWritten => Options.Reads ? QueueDepth : 0;

    /// <summary>Start of the worker's pseudo-random numbers, for offsets and content.</summary>
    internal ulong Seed => SeedOf(Options, Index);

    /// <summary>Start of those for what is drawn beside the offsets: directions of a mix, sizes.</summary>
    /// <param name="drawn">Another number for each, 2 or more.</param>
    internal ulong SeedBeside(uint drawn) => unchecked(Seed + drawn);

    /// <summary>Start of those for the offsets of what it writes.</summary>
    internal ulong WriteSeed => WriteSeedOf(Options, Index);

    /// <summary>Returns the order of its requests.</summary>
    /// <param name="seed">The same seed gives the same order.</param>
    internal IOffsetSequence Sequence(ulong seed)
    {
        IOffsetSequence forwards = Options.Stride is { } stride
            ? new StrideSequence(RequestCount, stride / RequestSize)
            : OffsetSequences.Of(RequestCount, Options.DistancePct, Options.Distribution, Options.Seed, seed);
        return Options.IsReverse ? new ReversedSequence(forwards, RequestCount) : forwards;
    }

    /// <summary>Returns what the workers will write, and in which order.</summary>
    /// <param name="plan">The plan of a case that writes.</param>
    /// <param name="at">When it begins.</param>
    internal static BlockRun WritesOf(MeasurementPlan plan, DateTimeOffset at)
    {
        MeasurementOptions options = plan.Options;
        return new BlockRun
        {
            Generation = 0, // the journal numbers it
            At = at,
            RequestSize = (int)options.RequestSize,
            DistancePct = options.DistancePct,
            Exponent = options.Distribution?.Exponent,
            PlacesPct = options.Distribution?.PlacesPct ?? 0,
            RequestsPct = options.Distribution?.RequestsPct ?? 0,
            ScatterSeed = options.Seed,
            Workers =
            [
                .. Enumerable.Range(0, options.Threads).Select(index => new BlockWorker(
                    WriteSeedOf(options, index), options.Part.LayoutOf(plan.RequestCount, options, index))),
            ],
        };
    }

    /// <summary>Divides the file among the workers.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="blocks">The blocks that prove themselves, or null.</param>
    /// <returns>One entry per worker.</returns>
    internal static WorkerSettings[] Share(StorageFile file, MeasurementPlan plan, BlockSession? blocks = null)
    {
        MeasurementOptions options = plan.Options;
        return [.. Enumerable.Range(0, options.Threads).Select(index => new WorkerSettings
        {
            File = file,
            Options = options,
            Blocks = blocks,
            Index = (options.Part.Rank * options.Threads) + index,
            Layout = options.Part.LayoutOf(plan.RequestCount, options, index),
            FileLength = plan.FileLength,
            QueueDepth = options.QueueDepth,
        })];
    }

    private static ulong SeedOf(MeasurementOptions options, int index) =>
        unchecked(options.Seed + ((ulong)index * 0x9E3779B97F4A7C15));

    private static ulong WriteSeedOf(MeasurementOptions options, int index) =>
        unchecked(SeedOf(options, index) + (options.Mixes ? 1UL : 0));
}
