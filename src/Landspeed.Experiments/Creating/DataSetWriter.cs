using Landspeed.Engine;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Files.Transfers;
using Landspeed.Platform;

namespace Landspeed.Experiments.Creating;

/// <summary>Writes the files of a data set with several threads, each file by one of them.</summary>
/// <remarks>
/// Files longer than 1 MiB are written directly, so that they do not fill the page cache. Each file carries our mark
/// from its creation on. Only one run; <see cref="Abandon"/> may be called from any thread.
/// </remarks>
internal sealed class DataSetWriter
{
    private const int PieceSize = 1 << 20; // also the length that a file must exceed to be written directly

    private readonly DataSetOptions _options;
    private readonly DataFiles _names;
    private readonly long _length;
    private readonly List<CreatedFile> _made = [];
    private readonly Lock _turn = new();
    private bool _isAbandoned;

    /// <summary>Initialises the writer; touches nothing.</summary>
    internal DataSetWriter(DataSetOptions options)
    {
        _options = options;
        _names = new DataFiles(options.Directory, options.Shape);
        _length = options.Shape.FileLength;
    }

    /// <summary>How files use the page cache, if the file system supports it.</summary>
    internal IoMode Mode => _length > PieceSize ? IoMode.Direct : IoMode.Buffered;

    /// <summary>Writes some files.</summary>
    /// <param name="files">Their numbers.</param>
    /// <param name="tally">Counts the work done.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Write(IReadOnlyList<long> files, ProcessTally tally, CancellationToken stop)
    {
        int threadCount = Math.Min(_options.Threads, Math.Max(1, files.Count));
        int size = (int)Math.Min(PieceSize, Alignment.AlignUp(_length, AlignedBufferPool.MinAlignment));
        using var memory = new AlignedBufferPool(threadCount, size);
        using var threads = new WorkerThreads(stop);
        int taken = 0;
        for (int number = 0; number < threadCount; number++)
        {
            nint buffer = memory.AddressOf(number);
            threads.Start(() =>
            {
                while (Interlocked.Increment(ref taken) is var next && next <= files.Count)
                {
                    WriteFile(files[next - 1], buffer, size, threads.Stop);
                    tally.Add(_length, _options.Shape.Lines);
                }
            });
        }

        threads.Join();
    }

    internal void Keep()
    {
        lock (_turn)
        {
            _made.Clear();
        }
    }

    /// <summary>Removes the files that were created and not kept; no further ones are created.</summary>
    internal void Abandon()
    {
        lock (_turn)
        {
            _isAbandoned = true;
            _made.ForEach(file => file.Dispose());
            _made.Clear();
        }
    }

    private void WriteFile(long number, nint buffer, int size, CancellationToken stop)
    {
        stop.ThrowIfCancellationRequested();
        using StorageFile file = Create(_names.PathOf(number));
        OwnershipMark.Mark(file);
        if (_options.Shape.Kind == DataKind.Sparse)
        {
            Preallocation.SetLengthOnly(file, _length);
            return;
        }

        int alignment = file.EffectiveMode == IoMode.Direct ? file.Geometry.OffsetAlignment : 1;
        if (_length > PieceSize)
        {
            Preallocation.ReserveBlocks(file, _length, SpaceReservation.KeepLength);
        }

        Fill(file, new DataContent(_options.Shape, _options.Seed, number), buffer, size, alignment, stop);
        if (_length % alignment != 0)
        {
            Preallocation.SetLengthOnly(file, _length); // the last direct write ends on a boundary
        }
    }

    private unsafe void Fill(
        StorageFile file, DataContent content, nint buffer, int size, int alignment, CancellationToken stop)
    {
        var transfer = new WholeTransfer(file.Handle, file.Path) { Alignment = alignment, Hint = RequestErrors.HintFor };
        for (long offset = 0; offset < _length; offset += size)
        {
            stop.ThrowIfCancellationRequested();
            int length = (int)Math.Min(size, _length - offset);
            int whole = (int)Alignment.AlignUp(length, alignment);
            content.Fill(new Span<byte>((void*)buffer, length));
            new Span<byte>((void*)(buffer + length), whole - length).Clear();
            transfer.Write(buffer, whole, offset);
        }
    }

    private StorageFile Create(FilePath path)
    {
        lock (_turn)
        {
            if (_isAbandoned)
            {
                throw new OperationCanceledException();
            }
        }

        StorageFile file = StorageFile.Open(path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
            Mode = Mode,
        });
        var made = new CreatedFile(file);
        lock (_turn)
        {
            if (!_isAbandoned)
            {
                _made.Add(made);
                return file;
            }
        }

        made.Dispose();
        file.Dispose();
        throw new OperationCanceledException();
    }
}
