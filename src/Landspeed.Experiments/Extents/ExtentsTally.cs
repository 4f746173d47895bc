using Landspeed.Experiments.Statistics;
using Landspeed.Files.Space;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>Counts the extents, runs and jumps of one or more files.</summary>
/// <remarks>For use by one thread. Nothing is allocated afterwards.</remarks>
internal sealed class ExtentsTally
{
    private const double Gib = 1L << 30;

    private readonly (long Extents, long Bytes)[] _kinds = new (long, long)[ExtentKinds.Count];
    private (long Extents, long Bytes) _shared;
    private (long Extents, long Bytes) _encoded;
    private long _length;
    private long _readRuns;

    /// <summary>Sizes of the runs in the file.</summary>
    internal SizeDistribution Runs { get; } = new();

    /// <summary>Distances of jumps forward on the device.</summary>
    internal SizeDistribution Forward { get; } = new();

    /// <summary>Distances of jumps backward.</summary>
    internal SizeDistribution Backward { get; } = new();

    /// <summary>Number of mappings reported.</summary>
    internal long Extents { get; set; }

    /// <summary>Bytes in the file, or in all files.</summary>
    internal long Length => _length;

    /// <summary>Clears all counts, and starts a file.</summary>
    internal void Start(long length)
    {
        Array.Clear(_kinds);
        (_shared, _encoded, _length, _readRuns, Extents) = (default, default, length, 0, 0);
        Runs.Clear();
        Forward.Clear();
        Backward.Clear();
    }

    /// <summary>Counts an extent or a hole within the file.</summary>
    internal void Count(ExtentKind kind, in FileExtent extent)
    {
        Count(kind, extent.Length);
        if ((extent.Properties & ExtentProperties.Shared) != 0)
        {
            Add(ref _shared, 1, extent.Length);
        }

        if ((extent.Properties & ExtentProperties.Encoded) != 0)
        {
            Add(ref _encoded, 1, extent.Length);
        }
    }

    internal void Count(ExtentKind kind, long bytes) => Add(ref _kinds[(int)kind], 1, bytes);

    /// <summary>Counts the distance of a run from the previous one.</summary>
    /// <param name="distance">Negative if backwards.</param>
    internal void Jump(long distance) => (distance < 0 ? Backward : Forward).Record(Math.Abs(distance));

    /// <summary>Counts a run that has ended.</summary>
    internal void Run(long bytes, bool hasData)
    {
        Runs.Record(bytes);
        _readRuns += hasData ? 1 : 0;
    }

    /// <summary>Adds the counts of another tally.</summary>
    internal void Merge(ExtentsTally other)
    {
        for (int kind = 0; kind < _kinds.Length; kind++)
        {
            Add(ref _kinds[kind], other._kinds[kind].Extents, other._kinds[kind].Bytes);
        }

        Add(ref _shared, other._shared.Extents, other._shared.Bytes);
        Add(ref _encoded, other._encoded.Extents, other._encoded.Bytes);
        _length = SizeDistribution.Sum(_length, other._length);
        _readRuns += other._readRuns;
        Extents += other.Extents;
        Runs.Merge(other.Runs);
        Forward.Merge(other.Forward);
        Backward.Merge(other.Backward);
    }

    /// <summary>Returns everything for a result.</summary>
    internal ExtentsTotalsRecord ToRecord()
    {
        ExtentAmountRecord data = Amount(_kinds[(int)ExtentKind.Data]);
        return new ExtentsTotalsRecord
        {
            LengthBytes = _length,
            Extents = Extents,
            Data = data,
            Unwritten = Amount(_kinds[(int)ExtentKind.Unwritten]),
            Holes = Amount(_kinds[(int)ExtentKind.Hole]),
            Delayed = Amount(_kinds[(int)ExtentKind.Delayed]),
            Inline = Amount(_kinds[(int)ExtentKind.Inline]),
            BeyondEnd = Amount(_kinds[(int)ExtentKind.BeyondEnd]),
            Shared = Amount(_shared),
            Encoded = Amount(_encoded),
            Runs = Runs.ToRecord(),
            Forward = Forward.ToRecord(),
            Backward = Backward.ToRecord(),
            DistanceMedianBytes = Forward.MedianWith(Backward),
            ReadRuns = _readRuns,
            SeeksPerGib = data.Bytes > 0 ? _readRuns * Gib / data.Bytes : null,
        };
    }

    private static ExtentAmountRecord Amount((long Extents, long Bytes) amount) => new(amount.Extents, amount.Bytes);

    private static void Add(ref (long Extents, long Bytes) amount, long extents, long bytes) =>
        amount = (amount.Extents + extents, SizeDistribution.Sum(amount.Bytes, bytes));
}
