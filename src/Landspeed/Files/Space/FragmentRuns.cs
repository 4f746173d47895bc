namespace Landspeed.Files.Space;

/// <summary>Joins a file's extents, one after the other, to physically contiguous runs.</summary>
/// <remarks>For one thread and one file.</remarks>
internal sealed class FragmentRuns
{
    private FileExtent? _last;

    /// <summary>Takes the next extent of the file.</summary>
    /// <param name="extent">In file order.</param>
    /// <returns>How it follows what was taken before.</returns>
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

    /// <summary>Forgets the file.</summary>
    internal void Clear() => _last = null;

    private static bool Continues(in FileExtent before, in FileExtent extent)
    {
        long distance = extent.PhysicalOffset!.Value - before.PhysicalOffset!.Value;
        if ((before.Properties & ExtentProperties.Encoded) != 0)
        {
            // A compressed piece takes an unknown part of its length on the device: 128 KiB may lie in 8 KiB.
            return distance > 0 && distance <= before.Length;
        }

        // Example: 1 MiB of data, a hole of 1 MiB, data again: next to it on the device, or with room left for
        // the hole.
        return distance == before.Length || distance == extent.Offset - before.Offset;
    }
}

/// <summary>How an extent follows the one before it.</summary>
/// <param name="StartsRun">Whether a run begins with it.</param>
/// <param name="IsMapped">Whether it has a place on the device; else it belongs to no run.</param>
/// <param name="Distance">From the end of the run before to its start on the device, bytes; negative: backwards; null: no run was before.</param>
internal readonly record struct RunStep(bool StartsRun, bool IsMapped, long? Distance)
{
    /// <summary>A hole, inline data, or data without an address.</summary>
    internal static RunStep Nowhere => default;

    /// <summary>The first run begins.</summary>
    internal static RunStep First => new(StartsRun: true, IsMapped: true, null);

    /// <summary>The run goes on.</summary>
    internal static RunStep Continued => new(StartsRun: false, IsMapped: true, null);

    /// <summary>Another run begins elsewhere.</summary>
    internal static RunStep Jump(long distance) => new(StartsRun: true, IsMapped: true, distance);
}
