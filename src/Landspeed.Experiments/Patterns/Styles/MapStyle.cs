using System.IO.MemoryMappedFiles;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>The file as memory; the system moves pages as they are touched.</summary>
internal static class MapStyle
{
    // 64 MiB at once: enough to make the cost of mapping negligible, and no file is too long for the address space.
    private const long WindowLength = 64L << 20;

    internal static RecordStyle Style { get; } =
        new("map", "MemoryMappedFile, spans over its view; blocks reserved before") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        Reserve(path, records * SampleRecords.Length);
        using SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite);
        if (records == 0)
        {
            return; // an empty range cannot be mapped
        }

        using var map = MemoryMappedFile.CreateFromFile(
            file, null, records * SampleRecords.Length, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, true);
        long window = WindowLength / SampleRecords.Length;
        for (long first = 0; first < records; first += window)
        {
            long count = Math.Min(window, records - first);
            FillView(map, first, (int)count, monitor);
        }
    }

    // Without blocks behind it, touching a page on a full volume would end the process instead of failing a call.
    private static void Reserve(string path, long length)
    {
        using StorageFile file = StorageFile.Open(FilePath.FromText(path), new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
        });
        if (length > 0)
        {
            Preallocation.ReserveBlocks(file, length, SpaceReservation.SetLength);
        }
    }

    private static unsafe void FillView(MemoryMappedFile map, long first, int count, ProgressMonitor monitor)
    {
        int length = count * SampleRecords.Length;
        using MemoryMappedViewAccessor view = map.CreateViewAccessor(first * SampleRecords.Length, length);
        byte* start = null;
        view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        try
        {
            Span<byte> target = new(start + view.PointerOffset, length);
            for (int at = 0; at < length; at += RecordLoop.RecordsPerBlock * SampleRecords.Length)
            {
                monitor.ThrowIfStopped();
                int block = Math.Min(RecordLoop.RecordsPerBlock * SampleRecords.Length, length - at);
                SampleRecords.Fill(first + (at / SampleRecords.Length), target.Slice(at, block));
            }
        }
        finally
        {
            view.SafeMemoryMappedViewHandle.ReleasePointer();
        }
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        long end = RandomAccess.GetLength(file);
        var total = default(RecordTotal);
        if (end == 0)
        {
            return total;
        }

        using var map = MemoryMappedFile.CreateFromFile(
            file, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, true);
        for (long start = 0; start < end; start += WindowLength)
        {
            AddView(map, start, (int)Math.Min(WindowLength, end - start), ref total, monitor);
        }

        return total;
    }

    private static unsafe void AddView(
        MemoryMappedFile map, long offset, int length, ref RecordTotal total, ProgressMonitor monitor)
    {
        using MemoryMappedViewAccessor view = map.CreateViewAccessor(offset, length, MemoryMappedFileAccess.Read);
        byte* start = null;
        view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        try
        {
            ReadOnlySpan<byte> rest = new(start + view.PointerOffset, length);
            while (!rest.IsEmpty)
            {
                monitor.ThrowIfStopped();
                int block = Math.Min(RecordLoop.BlockLength, rest.Length);
                total.Add(rest[..block]);
                rest = rest[block..];
            }
        }
        finally
        {
            view.SafeMemoryMappedViewHandle.ReleasePointer();
        }
    }
}
