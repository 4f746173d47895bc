using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Space;

/// <summary>
/// Reads a file's extents, some at a time, so that a file with a million extents takes no more memory.
/// </summary>
/// <remarks>For use by one thread, one file at a time. Source: Linux Documentation/filesystems/fiemap.rst.</remarks>
internal sealed class ExtentReader
{
    // The platform returns at most 1,000 at once; 32 bytes each.
    private const int ExtentsPerCall = 1000;

    private readonly NativeExtent[] _batch = new NativeExtent[ExtentsPerCall];
    private readonly Func<NativeResult> _call;
    private SafeFileHandle? _handle;
    private ExtentQuery _query;
    private long _next;
    private bool _isAtEnd;

    internal ExtentReader()
    {
        _call = () => NativePlatform.Files.Extents(_handle!, _next, _batch, _query);
    }

    /// <summary>Starts at the beginning of a file.</summary>
    /// <param name="handle">An open file; still owned by the caller.</param>
    /// <param name="query">What to do with dirty data, once, before the first extent is read.</param>
    internal void Start(SafeFileHandle handle, ExtentQuery query) => (_handle, _query, _next, _isAtEnd) = (handle, query, 0, false);

    /// <summary>Reads the next extents. One system call.</summary>
    /// <param name="extents">
    /// The next extents in file order, valid until the next call; empty if the file has no more or they cannot be read.
    /// </param>
    /// <returns>None, or why they cannot be read.</returns>
    internal NativeError Next(out ReadOnlySpan<NativeExtent> extents)
    {
        extents = [];
        if (_isAtEnd)
        {
            return NativeError.None;
        }

        NativeResult result = Interruptions.Retry(_call);
        if (result.Failed || result.Value == 0)
        {
            _isAtEnd = true;
            return result.Error;
        }

        extents = _batch.AsSpan(0, (int)result.Value);
        NativeExtent last = extents[^1];
        long end = last.LogicalOffset + last.Length;
        _isAtEnd = (last.Flags & NativeExtentFlags.Last) != 0 || end <= _next;
        (_next, _query) = (end, ExtentQuery.AsIs);
        return NativeError.None;
    }
}
