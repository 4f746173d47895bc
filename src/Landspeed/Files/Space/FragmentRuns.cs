namespace Landspeed.Files.Space;

/// <summary>Joins a file's extents, one after another, into physically contiguous runs.</summary>
/// <remarks>For use by one thread and one file.</remarks>
internal sealed class FragmentRuns
{
    private FileExtent? _last;

    /// <summary>Adds the next extent of the file.</summary>
    /// <param name="extent">The extent; must be in file order.</param>
    /// <returns>How it follows the previous one.</returns>
    internal RunStep Add(in FileExtent extent)
    {
        if (extent.PhysicalOffset is not { } start)
        {
            return RunStep.Nowhere;
        }

        FileExtent? last = _last;
        _last = extent;
        return last is not { } before ? RunStep.First
            : Continues(before, extent) ? RunStep.Continued
            : RunStep.Jump(start - (before.PhysicalOffset!.Value + before.Length));
    }

    internal void Clear() => _last = null;

    private static bool Continues(in FileExtent before, in FileExtent extent)
    {
        long distance = extent.PhysicalOffset!.Value - before.PhysicalOffset!.Value;
        if ((before.Properties & ExtentProperties.Encoded) != 0)
        {
            // A compressed piece takes an unknown part of its length on the device: 128 KiB may occupy 8 KiB.
            return distance > 0 && distance <= before.Length;
        }

        // Example: 1 MiB of data, a hole of 1 MiB, then data again: adjacent on the device, or with room left for the
        // hole.
        return distance == before.Length || distance == extent.Offset - before.Offset;
    }
}

/// <summary>How an extent follows the previous one.</summary>
/// <param name="StartsRun">True if it starts a run.</param>
/// <param name="IsMapped">True if it has an address on the device; otherwise it belongs to no run.</param>
/// <param name="Distance">
/// Bytes from the end of the previous run to its start on the device; negative if backwards; null if there was no
/// previous run.
/// </param>
internal readonly record struct RunStep(bool StartsRun, bool IsMapped, long? Distance)
{
    /// <summary>A hole, inline data, or data without an address.</summary>
    internal static RunStep Nowhere => default;

    /// <summary>The first run starts.</summary>
    internal static RunStep First => new(StartsRun: true, IsMapped: true, null);

    /// <summary>The current run continues.</summary>
    internal static RunStep Continued => new(StartsRun: false, IsMapped: true, null);

    /// <summary>Another run starts elsewhere.</summary>
    internal static RunStep Jump(long distance) => new(StartsRun: true, IsMapped: true, distance);
}
