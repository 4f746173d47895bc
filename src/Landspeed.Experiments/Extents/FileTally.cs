using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>Reads one file: it receives the mappings that the file system reports, one after the other.</summary>
/// <remarks>For use by one thread, one file at a time. Allocates nothing except what a listener does.</remarks>
internal sealed class FileTally
{
    private readonly ExtentCover _cover = new();
    private readonly FragmentRuns _runs = new();
    private readonly FileMapTally _map = new();
    private IExtentListener? _listener;
    private VolumeTally? _volume;
    private long _runIndex;
    private long _runBytes;
    private bool _runHasData;

    internal ExtentsTally Totals { get; } = new();

    /// <summary>The file in parts; null for an empty file.</summary>
    internal FileMapRecord? Map => _map.ToRecord();

    /// <summary>Starts a file.</summary>
    /// <param name="length">Bytes in it.</param>
    /// <param name="listener">Receives each extent, or null.</param>
    /// <param name="volume">The volume of the file, or null if the parts of it that the file has are not
    /// requested.</param>
    internal void Start(long length, IExtentListener? listener, VolumeTally? volume = null)
    {
        Totals.Start(length);
        _cover.Start(length);
        _map.Start(length);
        _runs.Clear();
        (_listener, _volume) = (listener, volume);
        (_runIndex, _runBytes, _runHasData) = (0, 0, false);
    }

    /// <summary>Adds the next mapping.</summary>
    internal void Add(in NativeExtent native)
    {
        Totals.Extents++;
        long before = _cover.BeyondEndBytes;
        (bool hasHole, bool hasExtent) = _cover.Add(native, out FileExtent hole, out FileExtent extent);
        if (hasHole)
        {
            Take(hole);
        }

        if (hasExtent)
        {
            Take(extent);
        }

        if (_cover.BeyondEndBytes - before is > 0 and var beyond)
        {
            Totals.Count(ExtentKind.BeyondEnd, beyond);
            long end = native.LogicalOffset + native.Length;
            Tell(ExtentKind.BeyondEnd, ExtentCover.Convert(native, end - beyond, end), run: null);
        }
    }

    /// <summary>Ends the file.</summary>
    /// <param name="isWhole">Whether all of it was read; otherwise what follows is unknown.</param>
    internal void End(bool isWhole)
    {
        if (isWhole && _cover.End(out FileExtent hole))
        {
            Take(hole);
        }

        EndRun();
    }

    private void Take(in FileExtent extent)
    {
        ExtentKind kind = ExtentKinds.KindOf(extent);
        Totals.Count(kind, extent);
        _map.Add(kind, extent);
        RunStep step = _runs.Add(extent);
        if (step.StartsRun)
        {
            EndRun();
            _runIndex++;
        }

        if (step.Distance is { } distance)
        {
            Totals.Jump(distance);
        }

        if (step.IsMapped)
        {
            _runBytes += extent.Length;
            _runHasData |= kind == ExtentKind.Data;
            _volume?.Mark(extent.PhysicalOffset!.Value, extent.Length);
        }

        Tell(kind, extent, step.IsMapped ? _runIndex : null);
    }

    private void Tell(ExtentKind kind, in FileExtent extent, long? run) => _listener?.Found(new ExtentRecord(
        extent.Offset,
        extent.Length,
        extent.PhysicalOffset,
        run,
        ExtentKinds.Word(kind),
        (extent.Properties & ExtentProperties.Shared) != 0,
        (extent.Properties & ExtentProperties.Encoded) != 0));

    private void EndRun()
    {
        if (_runBytes > 0)
        {
            Totals.Run(_runBytes, _runHasData);
        }

        (_runBytes, _runHasData) = (0, false);
    }
}
