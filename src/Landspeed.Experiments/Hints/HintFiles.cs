using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>The files of the experiment, in a directory of their own.</summary>
internal sealed class HintFiles
{
    private const int BlockLength = 1 << 20; // 1 MiB: large enough for every device

    private readonly TrialDirectory _directory;
    private readonly HintOptions _options;

    private HintFiles(TrialDirectory directory, HintOptions options)
    {
        _directory = directory;
        _options = options;
        Paths = [.. Enumerable.Range(0, options.Files).Select(index => directory.Path.Join(FilePath.FromText(Invariant($"{index:D6}"))))];
    }

    /// <summary>The files, in the order of their making.</summary>
    internal FilePath[] Paths { get; }

    /// <summary>Makes the directory; the files come with <see cref="Fill"/>.</summary>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    internal static HintFiles Create(HintOptions options) =>
        new(TrialDirectory.Create(options.Directory, "hints"), options);

    /// <summary>Writes the files, and makes them durable.</summary>
    /// <exception cref="IOException">One cannot be written.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Fill(ProgressMonitor monitor)
    {
        var data = new IncompressibleData(_options.Seed);
        byte[] block = new byte[Math.Min(BlockLength, _options.FileSize)];
        long done = 0;
        foreach (FilePath path in Paths)
        {
            monitor.ThrowIfStopped();
            using var stream = new FileStream(path.Text, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0);
            for (long left = _options.FileSize; left > 0; left -= block.Length)
            {
                data.Fill(block);
                stream.Write(block, 0, (int)Math.Min(block.Length, left));
            }

            done += _options.FileSize;
            monitor.Report(done, _options.FileSize * Paths.Length);
        }

        FileSystemFlush.OfFiles(_directory.Path);
    }

    /// <summary>Takes all files out of the page cache.</summary>
    /// <returns>Bytes that stayed; null where the system does not report it.</returns>
    /// <exception cref="IOException">The system refused.</exception>
    internal long? Drop(CancellationToken stop) => Sum(file => PageCache.Drop(file, stop).After, stop);

    /// <summary>Bytes of all files in the page cache; null where the system does not report it.</summary>
    /// <exception cref="IOException">The system refused.</exception>
    internal long? Resident() => Sum(file => PageResidency.Measure(file, 0, long.MaxValue), CancellationToken.None);

    /// <summary>Removes files and directory, unless they are kept.</summary>
    internal void Remove()
    {
        if (_options.Keep)
        {
            _directory.Keep();
        }
        else
        {
            _directory.Dispose();
        }
    }

    private long? Sum(Func<StorageFile, Residency> look, CancellationToken stop)
    {
        long? sum = 0;
        foreach (FilePath path in Paths)
        {
            stop.ThrowIfCancellationRequested();
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            sum += look(file).ResidentBytes;
        }

        return sum;
    }
}
