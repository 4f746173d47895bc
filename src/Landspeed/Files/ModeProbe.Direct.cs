using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Direct I/O: requested, enabled, and proven by one aligned read.</summary>
internal sealed partial class ModeProbe
{
    private const string HeldPages = "not proven: pages of the file stay in the page cache";

    private ModeDecision ProbeDirect()
    {
        if (FileSystemNames.IsMemory(_fileSystem))
        {
            return ModeDecision.Refused(
                $"{_fileSystem} keeps files in the page cache only: there is nothing behind it", NativeError.None);
        }

        if (_geometry.Source == GeometrySource.NotOffered)
        {
            return ModeDecision.Refused($"{_fileSystem} offers no direct I/O for this file", NativeError.None);
        }

        NativeResult enabled = _calls.EnableDirect(_file);
        if (enabled.Failed)
        {
            return IsRefusal(enabled.Error)
                ? ModeDecision.Refused($"{_fileSystem} does not know direct I/O", enabled.Error)
                : throw new NativeIOException("make transfers direct on", _path, enabled.Error);
        }

        return ProveByReading();
    }

    private ModeDecision ProveByReading()
    {
        if (_status.Length == 0 && _geometry.IsKnown)
        {
            return Granted();
        }

        using ReadableDescriptor? readable = OpenReadable();
        if (readable is null)
        {
            return ModeDecision.Granted(IoMode.Direct, "not proven: the file may not be read");
        }

        NativeResult enabled = _calls.EnableDirect(readable.Handle);
        return enabled.Failed
            ? ModeDecision.Refused($"{_fileSystem} does not know direct I/O", enabled.Error)
            : ProveByReading(readable.Handle);
    }

    private ModeDecision ProveByReading(SafeFileHandle readable)
    {
        int length = Math.Max(_geometry.ReadOffsetAlignment, NativePlatform.Memory.PageSize);
        using var memory = new AlignedBufferPool(1, length, _geometry.MemoryAlignment);
        bool before = !_geometry.IsKnown && IsDropped(length);
        NativeResult read = Interruptions.Retry(
            () => _calls.Read(readable, memory.Address, length, 0, TransferFlags.None));
        if (IsRefusal(read.Error))
        {
            return ModeDecision.Refused($"{_fileSystem} refused an aligned direct read", read.Error);
        }

        // SMB refuses a read at the end of a file, too; others do not look at its alignment there.
        if (_status.Length == 0)
        {
            return ModeDecision.Granted(IoMode.Direct, "not proven: the file is empty");
        }

        if (read.Failed)
        {
            // A damaged block says nothing about the mode; the caller's own transfer reports the range.
            return ModeDecision.Granted(
                IoMode.Direct, $"not proven: the first block cannot be read ({read.Error.InParentheses})");
        }

        if (_geometry.IsKnown)
        {
            return Granted();
        }

        // A file system that does not report its rules may have read through the page cache without an error.
        return !before ? ModeDecision.Granted(IoMode.Direct, HeldPages)
            : CachedPages(length) == 0 ? Granted()
            : ModeDecision.Refused(
                $"{_fileSystem} took a direct read through the page cache", NativeError.None);
    }

    private bool IsDropped(int length)
    {
        _calls.Advise(_file, 0, length, AccessAdvice.DontNeed);
        return CachedPages(length) == 0;
    }

    // -1 if the system does not report it.
    private long CachedPages(int length) =>
        _calls.CachedPages(_file, 0, length, out CachedPageCounts counts).Succeeded ? counts.Cached : -1;

    // Residency cannot prove writes: Btrfs drops the pages through which it wrote them.
    private ModeDecision Granted() => ModeDecision.Granted(
        IoMode.Direct,
        _fileSystem == FileSystemNames.Btrfs && _access != FileAccessKind.Read
            ? "btrfs takes writes to checksummed files through the page cache since Linux 6.15; reads are direct"
            : null);

    private static bool IsRefusal(NativeError error) =>
        error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported;
}
