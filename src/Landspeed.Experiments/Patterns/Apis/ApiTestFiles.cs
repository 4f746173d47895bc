using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>The test file, contiguous if the volume permits, and the second file that empties the cache.</summary>
internal sealed class ApiTestFiles
{
    private static readonly FilePath s_test = FilePath.FromText("test");
    private static readonly FilePath s_second = FilePath.FromText("second");
    private static readonly FilePath s_whole = FilePath.FromText("whole");

    private readonly FilePath _directory;
    private readonly CacheFlush _flush;
    private SafeFileHandle? _held;

    /// <summary>Sets their names.</summary>
    /// <param name="directory">A directory of ours.</param>
    /// <param name="length">Bytes of each.</param>
    /// <param name="flush">How the page cache is emptied.</param>
    /// <param name="test">The test file if it is elsewhere, or null if it is also in the directory.</param>
    internal ApiTestFiles(FilePath directory, long length, CacheFlush flush, FilePath? test = null)
    {
        (_directory, Length, _flush) = (directory, length, flush);
        Test = test ?? directory.Join(s_test);
    }

    /// <summary>The file that is read and written.</summary>
    internal FilePath Test { get; }

    /// <summary>
    /// A path to it that .NET's file classes can use, while this instance is in use: its own, unless that is not text.
    /// </summary>
    internal FilePath ForFramework =>
        _held is null ? Test : FilePath.FromText(NativePlatform.Trees.TextPathOf(_held));

    /// <summary>A name for a file that is written as a whole.</summary>
    internal FilePath Whole => _directory.Join(s_whole);

    /// <summary>Bytes of the test file.</summary>
    internal long Length { get; }

    /// <summary>Physically contiguous runs of the test file, or null if the file system does not report them.</summary>
    internal int? Fragments { get; private set; }

    /// <summary>Creates them: blocks reserved, then data, durable.</summary>
    internal void Make(ulong seed, ProgressMonitor monitor)
    {
        using (StorageFile file = Fill(Test, seed, monitor))
        {
            Fragments = ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out _)
                ? map.FragmentCount : null;
            OwnershipMark.GoesOn(file);
        }

        if (!TextPath.IsPlain(Test))
        {
            NativeResult found =
                NativePlatform.Files.Open(Test, FileAccessKind.Identify, FileCreation.MustExist, out _held);
            if (found.Failed)
            {
                throw new NativeIOException("open", Test, found.Error);
            }
        }

        if (_flush == CacheFlush.SecondFile)
        {
            Fill(_directory.Join(s_second), seed + 1, monitor).Dispose();
        }
    }

    /// <summary>
    /// Records what the test file contains, if it is kept: it is ours as long as no other program writes to it.
    /// </summary>
    internal void Leave()
    {
        _held?.Dispose();
        if (Test.Parent.Equals(_directory))
        {
            return; // it is removed with its directory
        }

        try
        {
            var how = new StorageFileOptions { Access = FileAccessKind.ReadWrite };
            using StorageFile file = StorageFile.Open(Test, how);
            OwnershipMark.TryClaim(file);
        }
        catch (IOException)
        {
            // Without the record the file is ours until the next run.
        }
    }

    /// <summary>Sets the state of the page cache with which a run starts.</summary>
    /// <returns>Share of the test file that is then in it, or null if unknown.</returns>
    internal double? SetCache(ApiFlush flush, ProgressMonitor monitor)
    {
        using StorageFile file = StorageFile.Open(Test, new StorageFileOptions { Access = FileAccessKind.ReadWrite });
        Durability.Flush(file, FlushScope.Data); // what an earlier run wrote does not belong to this one
        if (flush == ApiFlush.Off)
        {
            Warm(file, monitor);
        }
        else if (_flush == CacheFlush.Drop)
        {
            PageCache.Drop(file, monitor.Stop);
        }
        else if (_flush == CacheFlush.SecondFile)
        {
            ReadThrough(_directory.Join(s_second), monitor);
        }

        return 100.0 * PageResidency.Measure(file, 0, long.MaxValue).ResidentBytes / Length;
    }

    private static StorageFile Fill(FilePath path, ulong seed, long length, ProgressMonitor monitor)
    {
        StorageFile file = NamedFile.Open(path, IoMode.Direct);
        using var made = new CreatedFile(file);
        try
        {
            Preallocation.ReserveBlocks(file, length, SpaceReservation.SetLength);
            using (FileFiller filler = Fillers.Open(file, seed))
            {
                filler.Fill(0, length, done => monitor.Report(done, length), monitor.Stop);
            }

            Preallocation.SetLengthOnly(file, length); // a direct write ends on a boundary
            Durability.Flush(file, FlushScope.DataAndMetadata);
            made.Keep();
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private StorageFile Fill(FilePath path, ulong seed, ProgressMonitor monitor) => Fill(path, seed, Length, monitor);

    private void Warm(StorageFile file, ProgressMonitor monitor)
    {
        if (PageResidency.Measure(file, 0, long.MaxValue).ResidentBytes != Length)
        {
            ReadThrough(Test, monitor);
        }
    }

    private static void ReadThrough(FilePath path, ProgressMonitor monitor)
    {
        foreach (ReadOnlySpan<byte> _ in SequentialFile.ReadBlocks(path, new SequentialFileOptions { Mode = IoMode.Buffered }))
        {
            monitor.ThrowIfStopped();
        }
    }
}

/// <summary>How the page cache is emptied before a cell.</summary>
public enum CacheFlush
{
    /// <summary>Only the test file is dropped.</summary>
    Drop,

    /// <summary>
    /// A second file of the same length is read, as LandenLabs FileIO did; with much memory this drops nothing.
    /// </summary>
    SecondFile,

    /// <summary>It is left as it is.</summary>
    None,
}
