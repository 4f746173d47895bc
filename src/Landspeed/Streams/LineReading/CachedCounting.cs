using Landspeed.Files;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <summary>
/// Counts the line ends of a file in the page cache. Copying from the cache is most of the work, so each worker reads
/// separate parts. Parts are claimed in file order, and when a worker cannot go on no more are claimed: the result
/// covers everything before the first byte that was not read.
/// </summary>
internal sealed class CachedCounting : IDisposable
{
    // 4 MiB in blocks of 1 MiB, 0.4 ms of work: several times the cost of starting a thread, and a short wait if one
    // worker is late.
    private const int BlocksInPart = 4;

    // Of 24 bytes each, which stays below the large object heap. From 12 GiB on, parts grow with the file.
    private const int MostParts = 3000;

    private readonly CachedReads _reads;
    private readonly AlignedBufferPool _memory;
    private readonly LineTally[] _parts;
    private readonly CancellationToken _cancellation;
    private readonly long _length;
    private readonly long _partLength;
    private int _claimed;
    private volatile bool _stopped;

    /// <summary>Prepares to count the current content of the file.</summary>
    /// <param name="file">Open; owned by the caller.</param>
    /// <param name="how">Its request size is the size of the reads.</param>
    /// <param name="workers">Maximum number of threads, including the caller's.</param>
    /// <param name="cancellation">Ends the counting when each worker has finished its block.</param>
    internal CachedCounting(
        StorageFile file, SequentialFileOptions how, int workers, CancellationToken cancellation)
    {
        _cancellation = cancellation;
        _reads = new CachedReads(file, how);
        _length = file.Length;
        int blockLength = ReadAhead.Size(how, alignment: 1, _length).RequestSize;
        _partLength = Math.Max(BlocksInPart, DivideRoundingUp(_length, (long)blockLength * MostParts)) * blockLength;
        _parts = new LineTally[DivideRoundingUp(_length, _partLength)];
        _memory = new AlignedBufferPool(Math.Clamp(_parts.Length, 1, workers), blockLength);
    }

    /// <summary>Counts on the calling thread and others, which have ended when it returns.</summary>
    /// <param name="isEnd">
    /// True if the file ends where the tally does; false if the next byte is not in the cache or cannot be read.
    /// </param>
    /// <returns>The tally from the beginning of the file.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    internal LineTally Count(out bool isEnd)
    {
        var others = new List<Thread>();
        try
        {
            for (int index = 1; index < _memory.BufferCount; index++)
            {
                nint memory = _memory.AddressOf(index);
                others.Add(LineThread.Start(index, () => CountParts(memory)));
            }

            CountParts(_memory.Address);
        }
        catch
        {
            _stopped = true;
            throw;
        }
        finally
        {
            others.ForEach(thread => thread.Join());
        }

        _cancellation.ThrowIfCancellationRequested();
        LineTally tally = Joined();
        isEnd = _reads.Read(_memory.Address, 1, tally.Length) == 0;
        return tally;
    }

    /// <summary>Frees the memory; the file stays open.</summary>
    public void Dispose() => _memory.Dispose();

    private static long DivideRoundingUp(long dividend, long divisor) => (dividend + divisor - 1) / divisor;

    private void CountParts(nint memory)
    {
        int index;
        while (!_stopped && !_cancellation.IsCancellationRequested
            && (index = Interlocked.Increment(ref _claimed) - 1) < _parts.Length)
        {
            _parts[index] = CountPart(index, memory);
        }
    }

    private unsafe LineTally CountPart(int index, nint memory)
    {
        long start = index * _partLength;
        long length = Math.Min(_partLength, _length - start);
        LineTally tally = default;
        while (tally.Length < length && !_cancellation.IsCancellationRequested)
        {
            int wanted = (int)Math.Min(_memory.BufferSize, length - tally.Length);
            int count = _reads.Read(memory, wanted, start + tally.Length);
            if (count <= 0)
            {
                _stopped = true;
                break;
            }

            tally.Add(new ReadOnlySpan<byte>((byte*)memory, count));
        }

        return tally;
    }

    private LineTally Joined()
    {
        LineTally tally = default;
        for (int index = 0; index < _parts.Length && tally.Length == index * _partLength; index++)
        {
            tally.Add(_parts[index]);
        }

        return tally;
    }
}
