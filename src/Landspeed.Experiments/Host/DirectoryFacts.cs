using System.Globalization;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Host;

/// <summary>
/// Tells what the file system of a directory can do, by trying it on a file whose name has been removed.
/// </summary>
internal static class DirectoryFacts
{
    internal static IEnumerable<FactRecord> Find(FilePath directory)
    {
        List<FactRecord> facts = [Space(directory)];
        NativeResult result = ProbeFile.Create(directory, out ProbeFile? probe);
        using (probe)
        {
            facts.AddRange(probe is null ? [NotWritable(directory, result.Error)] : OnFile(probe));
        }

        return facts;
    }

    private static FactRecord[] OnFile(ProbeFile probe) =>
    [
        Direct(probe),
        Supported(
            probe.WriteUncached(),
            "uncached",
            "RWF_DONTCACHE works: buffered I/O that leaves the page cache alone",
            "needs XFS with Linux 6.16, or ext4 with 6.17, or later; --mode prefer-uncached falls back to buffered"),
        Supported(
            probe.CountCachedPages(),
            "cachestat",
            "cached pages of a file can be counted",
            "needs Linux 6.5; residency is found with mincore instead, slower"),
        Supported(
            probe.ReadExtents(),
            "extents",
            "FIEMAP maps a file to its blocks",
            "this file system reports no extents; holes are recognised less reliably"),
        Supported(
            probe.SetAttribute(),
            "extended_attributes",
            "files can be marked as ours",
            "files that we create are marked by a file beside them instead"),
    ];

    private static FactRecord Supported(NativeResult result, string name, string found, string remedy) =>
        result.Succeeded
            ? new FactRecord(name, FactState.Ok, found)
            : new FactRecord(name, FactState.Missing, $"{result.Error}", remedy);

    private static FactRecord Direct(ProbeFile probe)
    {
        NativeResult result = probe.WriteDirect();
        return result.Succeeded
            ? new FactRecord("direct_io", FactState.Ok, Geometry(probe.Status))
            : new FactRecord(
                "direct_io",
                FactState.Missing,
                $"a direct write was refused: {result.Error}",
                "use a file system with direct I/O (ext4, XFS, Btrfs); "
                    + "--mode prefer-direct falls back to buffered");
    }

    private static string Geometry(FileStatus status)
    {
        if (!status.DirectAlignmentKnown)
        {
            return "works; the kernel does not report the alignment (before Linux 6.1), 4096 bytes are safe";
        }

        bool apart = status.DirectReadOffsetAlignment > 0
            && status.DirectReadOffsetAlignment != status.DirectOffsetAlignment;
        string reads = apart
            ? string.Create(CultureInfo.InvariantCulture, $", of reads {status.DirectReadOffsetAlignment} bytes")
            : string.Empty;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"alignment of memory {status.DirectMemoryAlignment} bytes, of offset and length " +
            $"{status.DirectOffsetAlignment} bytes{reads}");
    }

    private static FactRecord NotWritable(FilePath directory, NativeError error) => new(
        "direct_io",
        FactState.Missing,
        $"unknown: no file can be created in {directory.Display}: {error}",
        "name a directory that you can write to");

    private static FactRecord Space(FilePath directory)
    {
        NativePlatform.Files.Open(
            directory, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            if (handle is null || NativePlatform.Files.Volume(handle, out VolumeStatus volume).Failed)
            {
                return new FactRecord("space", FactState.Missing, "the volume does not report its space", "check with df");
            }

            string found = string.Create(
                CultureInfo.InvariantCulture,
                $"{volume.AvailableBytes / (double)(1L << 30):0.0} GiB of " +
                $"{volume.TotalBytes / (double)(1L << 30):0.0} GiB available");
            return volume switch
            {
                { IsReadOnly: true } => new FactRecord(
                    "space", FactState.Limited, $"{found}, mounted read-only",
                    "existing files can be read; to write: mount -o remount,rw"),
                { AvailableBytes: < 1L << 30 } => new FactRecord(
                    "space", FactState.Limited, found, "the default file of 1 GiB does not fit; use --size"),
                _ => new FactRecord("space", FactState.Ok, found),
            };
        }
    }
}
