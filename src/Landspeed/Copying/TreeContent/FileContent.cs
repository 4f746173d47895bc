using Landspeed.Copying.Content;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Engine;
using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>Reads and writes the content of small files, one at a time, each with one read and one write.</summary>
/// <remarks>
/// For use by one thread. Reads carry RWF_DONTCACHE: the page cache keeps what it had, and nothing is added. Writes do
/// not: each would be sent to the device separately (11 % of all CPU time of a copy of 20,000 files), whereas flushing
/// a batch sends thousands together. Their pages are dropped when the batch is durable.
/// </remarks>
internal sealed unsafe class FileContent : IDisposable
{
    // Most small files are shorter: one read suffices for them, and costs little for a large file before its length is
    // known.
    private const int FirstReadSize = 128 * 1024;

    private readonly AlignedBufferPool _memory;
    private readonly AlignedBufferPool? _second;
    private readonly TransferAbilities _abilities;
    private readonly CopyTraffic? _traffic;
    private readonly bool _isCached;
    private readonly int _limit;
    private nint _address;

    internal FileContent(TreeCopyOptions options, TransferAbilities abilities)
    {
        _limit = checked((int)options.SmallFileLimit);
        _abilities = abilities;
        _traffic = options.Traffic;
        _isCached = options.Strategy == CopyStrategy.Buffered;
        _memory = new AlignedBufferPool(1, _limit + AlignedBufferPool.MinAlignment);
        _second = options.VerifySource ? new AlignedBufferPool(1, MediumRead.RoomFor(_limit)) : null;
        _address = _memory.Address;
    }

    /// <summary>Length of the last file read, in bytes.</summary>
    internal int Length { get; private set; }

    /// <summary>The bytes of that file.</summary>
    internal ReadOnlySpan<byte> Bytes => new((void*)_address, Length);

    /// <summary>How reads and writes use the page cache.</summary>
    internal IoMode Mode => _isCached ? IoMode.Buffered : IoMode.Uncached;

    /// <summary>
    /// Reads a whole file, unless it is too long, and checks that it did not change while being read.
    /// </summary>
    /// <param name="source">The file, open.</param>
    /// <param name="entry">The file, for messages.</param>
    /// <param name="began">
    /// A moment before it was opened, earlier by the coarsest tick of a file system's clock.
    /// </param>
    /// <param name="first">Its earlier status, if known.</param>
    /// <param name="beginning">Its first bytes, if they have been read; they are used in place.</param>
    /// <returns>Its status. Either its length is above the limit, or its content is in <see cref="Bytes"/>.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    /// <exception cref="CopyException">It changed.</exception>
    internal FileStatus Read(
        SafeFileHandle source, DirectoryEntry entry, FileTime began, FileStatus? first, FirstRead? beginning = null)
    {
        if (beginning is { Length: { } length })
        {
            (_address, Length) = (beginning.Address, length);
        }
        else
        {
            _address = _memory.Address;
            Length = Fill(source, entry, 0, Math.Clamp(_limit, AlignedBufferPool.MinAlignment, FirstReadSize));
        }

        FileStatus status = Entries.Status(source, entry);
        if (status.Kind != FileKind.Regular || status.Length > _limit)
        {
            return first is { } known && known.Length <= _limit ? throw SourceChanges.WhileRead(entry) : first ?? status;
        }

        for (int before = -1; status.Length > Length && Length > before && status.Length <= _limit;)
        {
            before = Length;
            MakeRoom();
            Length = Fill(source, entry, Length, (int)status.Length + 1);
            status = Entries.Status(source, entry);
        }

        // If it has not changed since before it was opened, it did not change while it was read.
        bool isOld = status.Changed < began;
        FileStatus opened = first ?? status;
        if (!isOld && first is null)
        {
            _address = _memory.Address;
            Length = FillWhole(source, entry, (int)Math.Min(status.Length, _limit) + 1);
            status = Entries.Status(source, entry);
        }

        return Length == status.Length && Entries.IsUnchanged(opened, status) ? opened : throw SourceChanges.WhileRead(entry);
    }

    /// <summary>Writes the bytes to a new file; holes of the source stay holes.</summary>
    /// <param name="source">The file that was read, open.</param>
    /// <param name="status">Its status.</param>
    /// <param name="target">A new file, open for writing.</param>
    /// <param name="entry">Its final place, for messages.</param>
    /// <param name="fillHoles">Whether holes are read and written as zeros.</param>
    /// <returns>Bytes of holes.</returns>
    /// <exception cref="NativeIOException">It cannot be written.</exception>
    internal long Write(
        SafeFileHandle source, in FileStatus status, SafeFileHandle target, DirectoryEntry entry, bool fillHoles)
    {
        if (Length == 0)
        {
            return 0;
        }

        if (fillHoles || status.AllocatedBytes >= status.Length)
        {
            WriteRange(target, entry, 0, Length);
            return 0;
        }

        long hole = 0;
        int written = 0;
        while (written < Length)
        {
            int data = Seek(source, written, SparsePart.Data, Length);

            // A hole is believed only if zeros were read: some file systems reported fresh data as a hole.
            data = Bytes[written..data].ContainsAnyExcept((byte)0) ? written : data;
            int end = Math.Max(data, Seek(source, data, SparsePart.Hole, Length));
            end = end == data && data < Length ? Length : end;
            WriteRange(target, entry, data, end);
            hole += data - written;
            written = end;
        }

        NativeResult set = NativePlatform.Files.SetLength(target, Length);
        return set.Succeeded ? hole : throw new NativeIOException("set the length of", entry.Path, set.Error);
    }

    /// <summary>The digest used for verification.</summary>
    internal Hash128 Hash() => Xxh3.Hash128(Bytes);

    /// <summary>Reads the file a second time, from its medium, and compares it with <see cref="Bytes"/>.</summary>
    /// <param name="source">The file that was read, open; its mode changes.</param>
    /// <param name="entry">The file, for messages.</param>
    /// <param name="onDevice">Bytes of the device blocks read, or null if they came through the page cache.</param>
    /// <returns>True if it has the same bytes.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal bool IsReadAlike(SafeFileHandle source, DirectoryEntry entry, out long? onDevice)
    {
        using var reading = new TrafficScope(_traffic, TrafficKind.SourceRead);
        int filled = MediumRead.Whole(source, "read again", entry, _second!.Address, Length, out onDevice);
        reading.Moved(filled);
        return Bytes.SequenceEqual(_second.SpanOf(0)[..filled]);
    }

    public void Dispose()
    {
        _memory.Dispose();
        _second?.Dispose();
    }

    // Where data or a hole begins, or the limit if there is none before it or the file system does not report it.
    private static int Seek(SafeFileHandle source, int offset, SparsePart sought, int limit)
    {
        NativeResult found = NativePlatform.Trees.Seek(source, offset, sought);
        return found.Succeeded ? (int)Math.Min(found.Value, limit)
            : found.Error.Kind == NativeErrorKind.NotFound || sought == SparsePart.Hole ? limit : offset;
    }

    // Bytes that were read elsewhere have no room behind them.
    private void MakeRoom()
    {
        if (_address != _memory.Address)
        {
            Bytes.CopyTo(_memory.SpanOf(0));
            _address = _memory.Address;
        }
    }

    private int FillWhole(SafeFileHandle source, DirectoryEntry entry, int end)
    {
        int filled = 0;
        int before = -1;
        while (filled > before && filled < end)
        {
            before = filled;
            filled = Fill(source, entry, filled, end);
        }

        return filled;
    }

    private int Fill(SafeFileHandle source, DirectoryEntry entry, int offset, int end)
    {
        using var reading = new TrafficScope(_traffic, TrafficKind.SourceRead);
        int filled = FillFrom(source, entry, offset, end);
        reading.Moved(filled - offset);
        return filled;
    }

    private int FillFrom(SafeFileHandle source, DirectoryEntry entry, int offset, int end)
    {
        // A short read is almost always the end of the file; if not, the length queried next shows it, and reading
        // continues from there.
        IFileCalls calls = NativePlatform.Files;
        bool isShort = false;
        while (offset < end && !isShort)
        {
            TransferFlags flags = _isCached ? TransferFlags.None : _abilities.Reading;
            NativeResult read = calls.Read(source, _address + offset, end - offset, offset, flags);
            IoMeter.Took(isWrite: false, read);
            switch (read.Error.Kind)
            {
                case NativeErrorKind.None when read.Value == 0:
                    return offset;
                case NativeErrorKind.None:
                    isShort = read.Value < end - offset;
                    offset += (int)read.Value;
                    break;
                case NativeErrorKind.Interrupted:
                    break;
                case NativeErrorKind.NotSupported when flags != TransferFlags.None:
                    _abilities.CannotReadUncached();
                    break;
                default:
                    throw new NativeIOException("read", entry.Path, read.Error, offset, end - offset);
            }
        }

        return offset;
    }

    private void WriteRange(SafeFileHandle target, DirectoryEntry entry, int offset, int end)
    {
        using var writing = new TrafficScope(_traffic, TrafficKind.TargetWrite);
        new WholeTransfer(target, entry.Path).Write(_address + offset, end - offset, offset);
        writing.Moved(end - offset);
    }
}
