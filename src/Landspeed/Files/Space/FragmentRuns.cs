namespace Landspeed.Files.Space;

/// <summary>Joins a file's extents to physically contiguous runs.</summary>
internal static class FragmentRuns
{
    /// <summary>The mapped bytes of each run, ascending.</summary>
    internal static long[] LengthsOf(ReadOnlySpan<FileExtent> extents)
    {
        var lengths = new List<long>();
        FileExtent? previous = null;
        foreach (FileExtent extent in extents)
        {
            if (extent.PhysicalOffset is null)
            {
                continue;
            }

            if (previous is { } before && Continues(before, extent))
            {
                lengths[^1] += extent.Length;
            }
            else
            {
                lengths.Add(extent.Length);
            }

            previous = extent;
        }

        lengths.Sort();
        return [.. lengths];
    }

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
