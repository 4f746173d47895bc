using Landspeed.Platform;

namespace Landspeed.Files.Space;

/// <summary>
/// Turns the mappings that the file system reports one by one into extents that cover the file without gap or overlap,
/// including holes. Overlapping mappings, which occur if the file changes at the same time, are cut.
/// </summary>
/// <remarks>For use by one thread. Allocates nothing.</remarks>
internal sealed class ExtentCover
{
    private long _length;
    private long _covered;

    /// <summary>Bytes mapped after the file's end.</summary>
    internal long BeyondEndBytes { get; private set; }

    /// <summary>Starts a file.</summary>
    /// <param name="length">Its length in bytes.</param>
    internal void Start(long length) => (_length, _covered, BeyondEndBytes) = (length, 0, 0);

    /// <summary>Adds a mapping.</summary>
    /// <param name="native">The mapping as the file system reports it.</param>
    /// <param name="hole">The hole before it.</param>
    /// <param name="extent">Its part that is inside the file and not covered yet.</param>
    /// <returns>Which of the two exist.</returns>
    internal (bool Hole, bool Extent) Add(in NativeExtent native, out FileExtent hole, out FileExtent extent)
    {
        (hole, extent) = (default, default);
        long start = Math.Max(native.LogicalOffset, _covered);
        long end = native.LogicalOffset + native.Length;
        BeyondEndBytes += Math.Max(0, end - Math.Max(start, _length));
        end = Math.Min(end, _length);
        if (end <= start)
        {
            return default;
        }

        bool hasHole = TakeHole(start, out hole);
        extent = Convert(native, start, end);
        _covered = end;
        return (hasHole, true);
    }

    /// <summary>Ends the file.</summary>
    /// <param name="hole">The hole after the last extent.</param>
    /// <returns>True if there is one.</returns>
    internal bool End(out FileExtent hole) => TakeHole(_length, out hole);

    private bool TakeHole(long end, out FileExtent hole)
    {
        bool isThere = end > _covered;
        hole = isThere ? new FileExtent(_covered, end - _covered, null, ExtentState.Hole, ExtentProperties.None) : default;
        _covered = Math.Max(_covered, end);
        return isThere;
    }

    /// <summary>Converts a part of a mapping to an extent.</summary>
    internal static FileExtent Convert(in NativeExtent native, long start, long end)
    {
        NativeExtentFlags flags = native.Flags;
        const NativeExtentFlags NoPlace =
            NativeExtentFlags.Unknown | NativeExtentFlags.DelayedAllocation
            | NativeExtentFlags.Inline | NativeExtentFlags.Tail;
        ExtentState state = (flags & NativeExtentFlags.DelayedAllocation) != 0 ? ExtentState.DelayedAllocation
            : (flags & NativeExtentFlags.Unwritten) != 0 ? ExtentState.Unwritten : ExtentState.Written;
        ExtentProperties properties =
            ((flags & NativeExtentFlags.Shared) != 0 ? ExtentProperties.Shared : ExtentProperties.None)
            | ((flags & NativeExtentFlags.Encoded) != 0 ? ExtentProperties.Encoded : ExtentProperties.None)
            | ((flags & (NativeExtentFlags.Inline | NativeExtentFlags.Tail)) != 0
                ? ExtentProperties.Inline : ExtentProperties.None);
        long? physical = (flags & NoPlace) != 0 ? null : native.PhysicalOffset + (start - native.LogicalOffset);
        return new FileExtent(start, end - start, physical, state, properties);
    }
}
