using System.Buffers.Binary;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Journal;

/// <summary>
/// The journal of one unfinished file, stored beside it: its source, the unfinished file, and the ranges of it that are
/// durable. A record states only what is already durable, so nothing depends on the journal itself being durable:
/// losing a record only costs time.
/// </summary>
/// <remarks>
/// The process that creates the file has the journal that records how many ranks there may be; each other rank that
/// copies a range of it has its own journal. Together they record what is durable, whatever number of ranks continues.
/// Append-only; each record carries its length, its kind and a checksum, and reading ends at the first incomplete one.
/// Marked and locked like every unpublished file: its content does not prove who owns the files. For use by one thread.
/// The format is described in docs/decisions/copying.md.
/// </remarks>
internal sealed class CopyJournal : IDisposable
{
    private const int Version = 3;
    private const int ChunkLength = 8 + 4 + Hash128.Size;
    private readonly UnpublishedFile _file;
    private readonly RecordLog _log;

    private CopyJournal(UnpublishedFile file) => (_file, _log) = (file, new RecordLog(new WholeTransfer(file.Handle, file.Path)));

    /// <summary>"LSCOPYJ" and a zero byte, read as a number in the machine's byte order.</summary>
    private static ReadOnlySpan<byte> Magic => "LSCOPYJ\0"u8;

    /// <summary>Creates a journal for a source.</summary>
    /// <param name="target">The final file.</param>
    /// <param name="source">Status of the source.</param>
    /// <exception cref="NativeIOException">
    /// It cannot be created or written; already-exists if its name is taken.
    /// </exception>
    /// <exception cref="PartRefusedException">Another process took it over as soon as it had its name.</exception>
    internal static CopyJournal Create(DirectoryEntry target, in FileStatus source) =>
        CreateNamed(target, TemporaryNames.Journal(target.Name), source);

    /// <summary>
    /// Creates a journal under another name, for a rank, see <see cref="TemporaryNames.RankJournal"/>.
    /// </summary>
    internal static CopyJournal CreateNamed(DirectoryEntry target, FilePath name, in FileStatus source)
    {
        var journal = new CopyJournal(UnpublishedFile.Create(target, name, PartMarks.Copy));
        try
        {
            journal.Append(JournalRecordKind.Source, SourceRecord(source));
            return journal;
        }
        catch
        {
            journal.Remove();
            throw;
        }
    }

    /// <summary>Takes over the journal of an interrupted copy.</summary>
    /// <param name="target">The final file.</param>
    /// <param name="content">Its content; empty if not even its first record is complete.</param>
    /// <returns>Null if its name does not exist.</returns>
    /// <exception cref="PartRefusedException">
    /// The file with its name is not a journal of ours, or is in use; it is left as it is.
    /// </exception>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    /// <remarks>The content does not include the journals of other ranks.</remarks>
    internal static CopyJournal? TakeOver(DirectoryEntry target, out JournalState content) =>
        TakeOverNamed(target, TemporaryNames.Journal(target.Name), out content);

    /// <summary>Takes over a journal that was found under its own name.</summary>
    internal static CopyJournal? TakeOverNamed(DirectoryEntry target, FilePath name, out JournalState content)
    {
        content = new JournalState();
        if (UnpublishedFile.TakeOver(target, name, PartMarks.Copy) is not { } file)
        {
            return null;
        }

        var journal = new CopyJournal(file);
        try
        {
            content = journal.Read();
            return journal;
        }
        catch
        {
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Records which file is the unfinished one.</summary>
    internal void NotePart(in FileIdentity part)
    {
        byte[] record = new byte[24];
        BinaryPrimitives.WriteUInt64LittleEndian(record, part.Inode);
        RecordLog.WriteTime(record.AsSpan(8), part.Born);
        Append(JournalRecordKind.Part, record);
    }

    /// <summary>Records how many ranks may have their own journal of this file.</summary>
    internal void NoteRanks(int ranks)
    {
        byte[] record = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(record, ranks);
        Append(JournalRecordKind.Ranks, record);
    }

    /// <summary>Records everything that other journals of this file contain.</summary>
    internal void NoteDurable(JournalState known)
    {
        ReadOnlySpan<CopiedChunk> chunks = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(known.Chunks);
        foreach (ByteRange range in known.Durable.Ranges)
        {
            NoteDurable(range, chunks);
            chunks = [];
        }
    }

    /// <summary>Records pieces, and a range in which everything is durable.</summary>
    /// <param name="durable">The range; every piece in it is durable.</param>
    /// <param name="chunks">
    /// Pieces with their hashes, if they are to be verified later; recorded before the range.
    /// </param>
    internal void NoteDurable(ByteRange durable, ReadOnlySpan<CopiedChunk> chunks)
    {
        while (!chunks.IsEmpty)
        {
            ReadOnlySpan<CopiedChunk> some = chunks[..Math.Min(chunks.Length, RecordLog.LongestPayload / ChunkLength / 2)];
            Append(JournalRecordKind.Chunks, ChunksRecord(some));
            chunks = chunks[some.Length..];
        }

        byte[] record = new byte[16];
        BinaryPrimitives.WriteInt64LittleEndian(record, durable.Offset);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(8), durable.End);
        Append(JournalRecordKind.Durable, record);
    }

    /// <summary>Closes and removes it, because the file is complete or abandoned.</summary>
    /// <returns>None, or why its name still exists.</returns>
    internal NativeError Remove() => _file.Remove();

    /// <summary>Removes it after its file was published; if it stays, that is reported but harmless.</summary>
    internal void Remove(CopyReporter reporter)
    {
        if (Remove() is { IsError: true } error)
        {
            FilePath path = _file.Path;
            reporter.Noticed(new CopyProblem(
                CopyProblemKind.Skipped, path, $"the journal {path.Display} could not be removed: {error}; the copy is complete without it"));
        }
    }

    /// <summary>Closes it without removing it.</summary>
    public void Dispose() => _file.Release();

    /// <summary>The properties that identify a source; merely reading it changes none of them.</summary>
    internal static byte[] SourceRecord(in FileStatus source)
    {
        byte[] record = new byte[Magic.Length + 4 + 8 + 8 + 16 + 16 + 16];
        Magic.CopyTo(record);
        Span<byte> rest = record.AsSpan(Magic.Length);
        BinaryPrimitives.WriteInt32LittleEndian(rest, Version);
        BinaryPrimitives.WriteUInt64LittleEndian(rest[4..], source.Inode);
        BinaryPrimitives.WriteInt64LittleEndian(rest[12..], source.Length);
        RecordLog.WriteTime(rest[20..], source.Modified);
        RecordLog.WriteTime(rest[36..], source.Changed);
        RecordLog.WriteTime(rest[52..], source.Born);
        return record;
    }

    private static byte[] ChunksRecord(ReadOnlySpan<CopiedChunk> chunks)
    {
        byte[] record = new byte[chunks.Length * ChunkLength];
        Span<byte> rest = record;
        foreach (ref readonly CopiedChunk chunk in chunks)
        {
            BinaryPrimitives.WriteInt64LittleEndian(rest, chunk.Offset);
            BinaryPrimitives.WriteInt32LittleEndian(rest[8..], chunk.Length);
            chunk.Hash.Write(rest[12..]);
            rest = rest[ChunkLength..];
        }

        return record;
    }

    private static void ReadChunks(ReadOnlySpan<byte> record, List<CopiedChunk> chunks)
    {
        for (; record.Length >= ChunkLength; record = record[ChunkLength..])
        {
            chunks.Add(new CopiedChunk(
                BinaryPrimitives.ReadInt64LittleEndian(record),
                BinaryPrimitives.ReadInt32LittleEndian(record[8..]),
                Hash128.Read(record[12..])));
        }
    }

    private void Append(JournalRecordKind kind, ReadOnlySpan<byte> payload) => _log.Append((int)kind, payload);

    private JournalState Read()
    {
        var state = new JournalState();
        _log.Read((kind, payload) =>
        {
            switch ((JournalRecordKind)kind)
            {
                case JournalRecordKind.Source when state.Source is null && payload.StartsWith(Magic):
                    state.Source = payload.ToArray();
                    break;
                case JournalRecordKind.Part when payload.Length == 24:
                    state.PartInode = BinaryPrimitives.ReadUInt64LittleEndian(payload);
                    state.PartBorn = RecordLog.ReadTime(payload[8..]);
                    break;
                case JournalRecordKind.Durable when payload.Length == 16:
                    ReadDurable(payload, state.Durable);
                    break;
                case JournalRecordKind.Chunks:
                    ReadChunks(payload, state.Chunks);
                    break;
                case JournalRecordKind.Ranks when payload.Length == 4:
                    state.Ranks = Math.Max(state.Ranks, BinaryPrimitives.ReadInt32LittleEndian(payload));
                    break;
                default:
                    break; // of a later version
            }
        });
        return state;
    }

    private static void ReadDurable(ReadOnlySpan<byte> record, IntervalSet durable)
    {
        (long offset, long end) = (BinaryPrimitives.ReadInt64LittleEndian(record), BinaryPrimitives.ReadInt64LittleEndian(record[8..]));
        if (offset >= 0 && end > offset)
        {
            durable.Add(ByteRange.FromBounds(offset, end));
        }
    }
}
