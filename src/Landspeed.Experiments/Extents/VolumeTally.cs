using Landspeed.Experiments.Statistics;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results.Extents;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Extents;

/// <summary>The free space of a volume, and which parts of the volume belong to the files that are read.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class VolumeTally
{
    // Eight lines of a terminal, four strips of a page.
    private const int MostParts = 512;
    private const long SmallestPart = 4096;

    private readonly string _path;
    private readonly string _fileSystem;
    private readonly SizeDistribution _sizes = new();
    private readonly PartBytes _free = new(MostParts, SmallestPart);
    private readonly PartBytes _files = new(MostParts, SmallestPart);
    private readonly NativeError _error;
    private readonly long _length;

    private VolumeTally(FilePath path, SafeFileHandle handle, DeviceNumber device, CancellationToken stop)
    {
        _path = path.Display;
        _fileSystem = FileSystemNames.Mounted(handle) ?? "unknown";
        _error = FreeSpaceReader.Read(handle, device, Count, stop, out _length);
    }

    /// <summary>Reads the free space of the volume that contains a file or directory.</summary>
    internal static VolumeTally Of(FilePath path, SafeFileHandle handle, DeviceNumber device, CancellationToken stop) =>
        new(path, handle, device, stop);

    /// <summary>Records that a file has these bytes of the device.</summary>
    internal void Mark(long physical, long length) => _files.Add(physical, length);

    /// <summary>Returns everything for a result.</summary>
    internal FreeSpaceRecord ToRecord() => _error.IsError || _length == 0
        ? new FreeSpaceRecord
        {
            Path = _path,
            FileSystem = _fileSystem,
            Reason = _error.IsError ? $"{_fileSystem} does not report its free space ({_error.InParentheses})" : $"{_fileSystem} reported nothing about its device",
        }
        : new FreeSpaceRecord { Path = _path, FileSystem = _fileSystem, VolumeBytes = _length, Free = _sizes.ToRecord(), Map = Map() };

    private void Count(ByteRange free)
    {
        _sizes.Record(free.Length);
        _free.Add(free.Offset, free.Length);
    }

    private VolumeMapRecord Map()
    {
        long part = Math.Max(SmallestPart, (_length / MostParts) + (_length % MostParts > 0 ? 1 : 0));
        part = long.CreateChecked(System.Numerics.BitOperations.RoundUpToPowerOf2((ulong)part));
        long[] free = _free.Parts(part, _length);
        long[] files = _files.Parts(part, _length);
        return new VolumeMapRecord(
            part,
            string.Concat(free.Index().Select(one => Digit(SizeOf(one.Index) - one.Item, SizeOf(one.Index)))),
            string.Concat(files.Index().Select(one => Digit(one.Item, SizeOf(one.Index)))));

        long SizeOf(int index) => Math.Min(part, _length - (index * part));
    }

    // A small amount is not shown as none, and nearly all is not shown as all.
    private static char Digit(long bytes, long all) => (char)('0' + (bytes <= 0 ? 0 : bytes >= all ? 9 : Math.Clamp((int)Math.Round(9.0 * bytes / all), 1, 8)));
}
