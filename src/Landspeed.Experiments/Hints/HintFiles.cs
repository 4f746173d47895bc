using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

internal interface IHintFiles
{
    /// <summary>The files, in the order in which they are read.</summary>
    IReadOnlyList<(FilePath Path, long Length)> All { get; }

    /// <summary>Drops all files from the page cache.</summary>
    /// <returns>Share of their bytes that remained, or null if the system does not report it.</returns>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="ExperimentException">A user's file has changed.</exception>
    double? Drop(CancellationToken stop);

    /// <summary>Does work on the files, and reports if a user's file has disappeared.</summary>
    long Guard(Func<long> work);

    /// <summary>Removes what was created, unless it is kept.</summary>
    void Remove();

    /// <summary>
    /// Returns the number of bytes of all files in the page cache, or null if the system does not report it.
    /// </summary>
    /// <exception cref="IOException">The system refused.</exception>
    long? Resident() => All.Aggregate((long?)0, (sum, one) =>
    {
        using StorageFile file = StorageFile.Open(one.Path, new StorageFileOptions());
        return sum + PageResidency.Measure(file, 0, long.MaxValue).ResidentBytes;
    });
}

/// <summary>The user's own files; they are only read.</summary>
internal sealed class GivenHintFiles(InputDirectory input) : IHintFiles
{
    /// <inheritdoc/>
    public IReadOnlyList<(FilePath Path, long Length)> All { get; } =
        [.. Enumerable.Range(0, input.Files.Count).Select(index => (input.PathOf(index), input.Files[index].Length))];

    /// <inheritdoc/>
    public double? Drop(CancellationToken stop) => TrialFailures.OnInput(input, () => InputCache.Drop(input, stop));

    /// <inheritdoc/>
    public long Guard(Func<long> work) => TrialFailures.OnInput(input, work);

    /// <inheritdoc/>
    public void Remove()
    {
        // Nothing was created.
    }
}

/// <summary>Files of ours, in their own directory.</summary>
internal sealed class HintFiles : IHintFiles
{
    private const int BlockLength = 1 << 20; // 1 MiB: large enough for every device

    private readonly TrialDirectory _directory;
    private readonly HintOptions _options;

    private HintFiles(TrialDirectory directory, HintOptions options)
    {
        _directory = directory;
        _options = options;
        All = [.. Enumerable.Range(0, options.Files)
            .Select(index => FilePath.FromText(Invariant($"{index:D6}")))
            .Select(name => (directory.ForFramework.Join(name), options.FileSize))];
    }

    /// <inheritdoc/>
    public IReadOnlyList<(FilePath Path, long Length)> All { get; }

    /// <summary>Creates the directory; the files are written by <see cref="Fill"/>.</summary>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    internal static HintFiles Create(HintOptions options) =>
        new(TrialDirectory.Create(options.Directory, "hints"), options);

    /// <summary>Writes the files, and makes them durable.</summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Fill(ProgressMonitor monitor)
    {
        var data = new IncompressibleData(_options.Seed);
        byte[] block = new byte[Math.Min(BlockLength, _options.FileSize)];
        long done = 0;
        foreach ((FilePath path, long length) in All)
        {
            monitor.ThrowIfStopped();
            using var stream = new FileStream(path.Text, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0);
            for (long left = length; left > 0; left -= block.Length)
            {
                data.Fill(block);
                stream.Write(block, 0, (int)Math.Min(block.Length, left));
            }

            done += length;
            monitor.Report(done, length * All.Count);
        }

        FileSystemFlush.OfFiles(_directory.Path);
    }

    /// <inheritdoc/>
    public double? Drop(CancellationToken stop)
    {
        long? left = 0;
        foreach ((FilePath path, _) in All)
        {
            stop.ThrowIfCancellationRequested();
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            left += PageCache.Drop(file, stop).After.ResidentBytes;
        }

        return 100.0 * left / (All.Count * _options.FileSize);
    }

    /// <inheritdoc/>
    public long Guard(Func<long> work) => work();

    /// <inheritdoc/>
    public void Remove()
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
}
