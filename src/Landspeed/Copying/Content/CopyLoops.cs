using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;

namespace Landspeed.Copying.Content;

/// <summary>Creates the loop that the options request.</summary>
internal static class CopyLoops
{
    /// <summary>Creates a loop for the calling thread.</summary>
    /// <param name="setup">The run.</param>
    /// <param name="limits">The rate limits.</param>
    /// <param name="stop">Stops the loop.</param>
    /// <param name="description">The engine it has, and the features that had to be omitted.</param>
    internal static CopyLoop Create(
        CopySetup setup, CopyLimits limits, CancellationToken stop, out string description)
    {
        CopyOptions options = setup.Options;
        string? fallback = null;
        IIoEngine Make(int depth) => options.EngineFactory is { } given ? given(depth) : options.Engine switch
        {
            null => IoEngines.CreateBest(depth, out fallback),
            EngineKind.Synchronous => IoEngines.Create(EngineKind.Synchronous, 1),
            { } kind => IoEngines.Create(kind, depth),
        };

        bool alone = options.Engine == EngineKind.Synchronous;
        var loop = new CopyLoop(Make, options.RequestSize, alone ? 1 : options.QueueDepth, limits, options.Traffic, stop);
        EngineDescription engine = loop.Engine.Description;
        string name = engine.Kind.ToString().ToLowerInvariant();
        description = fallback is null ? name : $"{name}: {fallback}";
        return loop;
    }

    /// <summary>Throws if the options are invalid.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A number is out of range.</exception>
    /// <exception cref="IOException">A digest needs a library that the machine does not have.</exception>
    internal static void Check(CopyOptions options)
    {
        const int LargestRequest = 1 << 30;
        const int LargestDepth = 256;
        const int MostRetries = 100;
        if (options.RequestSize is < DataChunks.Grain or > LargestRequest
            || !Alignment.IsAligned(options.RequestSize, DataChunks.Grain))
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.RequestSize, "the request size is 4,096 bytes to 1 GiB, a multiple of 4,096");
        }

        if (options.QueueDepth is < 1 or > LargestDepth)
        {
            throw new ArgumentOutOfRangeException(nameof(options), options.QueueDepth, "the queue depth is 1 to 256");
        }

        if (options.BytesPerSecond is < 1)
        {
            throw new ArgumentOutOfRangeException(nameof(options), options.BytesPerSecond, "the limit must be at least 1 byte per second");
        }

        if (options.MaxRetries is < 0 or > MostRetries)
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.MaxRetries, "a read is repeated 0 to 100 times");
        }

        WholeFileDigest.RequireAvailable(options.Digests);
    }
}
