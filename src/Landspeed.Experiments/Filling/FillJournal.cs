using System.Buffers.Binary;
using Landspeed.Copying.Journal;
using Landspeed.Engine;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// The journal of a fill, in its directory: it lists every directory and file that is created, before it gets its name,
/// and every file that was removed. Only what it names and the mark confirms is ours.
/// </summary>
/// <remarks>For use by one thread. The format is described in docs/decisions/filling.md.</remarks>
internal sealed class FillJournal : IDisposable
{
    private const int Version = 1;
    private static readonly FilePath s_name = FilePath.FromText("journal");

    private readonly RecordLog _log;

    private FillJournal(SafeFileHandle file, FilePath path)
    {
        (File, _log) = (file, new RecordLog(new WholeTransfer(file, path)));
    }

    private enum Kind
    {
        Start = 1,
        DirectoryIntended = 2,
        DirectoryMade = 3,
        FileMade = 4,
        FileRemoved = 5,
    }

    internal SafeFileHandle File { get; }

    private static ReadOnlySpan<byte> Magic => "LSFILLJ\0"u8;

    /// <summary>Starts a new journal.</summary>
    /// <param name="directory">The directory of the fill.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="seed">Seed of sizes and order, for people who read the journal.</param>
    /// <exception cref="NativeIOException">It cannot be created or written.</exception>
    internal static FillJournal Create(SafeFileHandle directory, FilePath path, ulong seed)
    {
        FilePath own = path.Join(s_name);
        NativeResult made = NativePlatform.Trees.Open(directory, s_name, EntryOpening.CreateNew, FilePermissions.OwnFile, out SafeFileHandle? file);
        if (made.Failed)
        {
            throw new NativeIOException("create", own, made.Error);
        }

        var journal = new FillJournal(file!, own);
        try
        {
            OwnMark.Set(file!, own);
            byte[] start = new byte[Magic.Length + 4 + 8 + 8 + RecordLog.TimeLength];
            Magic.CopyTo(start);
            Span<byte> rest = start.AsSpan(Magic.Length);
            OwnIdentity of = OwnMark.IdentityOf(directory, path);
            BinaryPrimitives.WriteInt32LittleEndian(rest, Version);
            BinaryPrimitives.WriteUInt64LittleEndian(rest[4..], seed);
            Write(rest[12..], of);
            journal._log.Append((int)Kind.Start, start);
            return journal;
        }
        catch
        {
            journal.Dispose();
            NativePlatform.Trees.Remove(directory, s_name);
            throw;
        }
    }

    /// <summary>Reads the journal that a run left.</summary>
    /// <param name="directory">The directory of the fill.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="content">Its contents.</param>
    /// <param name="problem">Why it is not trustworthy, without a full stop, or null if it is.</param>
    /// <returns>The journal, open for reading, or null if it is not trustworthy.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static FillJournal? Open(
        SafeFileHandle directory, FilePath path, out FilledEntries content, out string? problem)
    {
        content = new FilledEntries();
        FilePath own = path.Join(s_name);
        NativeResult opened = NativePlatform.Trees.Open(
            directory, s_name, EntryOpening.Read, 0, out SafeFileHandle? file);
        if (opened.Failed)
        {
            // A temporary refusal does not mean that anything is wrong with the journal: it can be read later.
            problem = opened.Error.Kind is NativeErrorKind.NotFound or NativeErrorKind.Other
                ? $"its journal cannot be opened ({opened.Error.InParentheses})"
                : throw new NativeIOException("open the journal", own, opened.Error);
            return null;
        }

        var journal = new FillJournal(file!, own);
        try
        {
            problem = !OwnMark.IsOn(file!, FileKind.Regular, out _)
                ? "its journal lacks the mark of one that landspeed made"
                : journal.Read(content, OwnMark.IdentityOf(directory, path));
        }
        catch
        {
            journal.Dispose();
            throw;
        }

        if (problem is null)
        {
            return journal;
        }

        journal.Dispose();
        return null;
    }

    /// <summary>Removes this open journal from its directory; another file with its name remains.</summary>
    /// <returns>No error, or the reason why it still exists.</returns>
    internal NativeError RemoveFrom(SafeFileHandle directory)
    {
        OwnRemoval.TryRemove(
            directory,
            s_name,
            name => NativePlatform.Trees.Status(directory, name, out FileStatus named).Succeeded
                && NativePlatform.Files.Status(File, out FileStatus own).Succeeded
                && OwnIdentity.Of(named) == OwnIdentity.Of(own),
            out NativeError error);
        return error;
    }

    internal static bool IsName(FilePath name) => name.Equals(s_name);

    /// <summary>Records that a directory is about to be created.</summary>
    internal void NoteIntended(OwnDirectory directory)
    {
        byte[] record = [.. new byte[8], (byte)directory.FirstName.Bytes.Length, .. directory.FirstName.Bytes, .. directory.Name.Bytes];
        BinaryPrimitives.WriteInt32LittleEndian(record, directory.Id);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(4), directory.Parent);
        _log.Append((int)Kind.DirectoryIntended, record);
    }

    /// <summary>Records that it has been created and marked.</summary>
    internal void NoteMade(OwnDirectory directory)
    {
        byte[] record = new byte[4 + 8 + RecordLog.TimeLength];
        BinaryPrimitives.WriteInt32LittleEndian(record, directory.Id);
        Write(record.AsSpan(4), directory.Identity!.Value);
        _log.Append((int)Kind.DirectoryMade, record);
    }

    /// <summary>Records a file that has been marked, and gets its name next.</summary>
    internal void NoteMade(OwnFile file)
    {
        byte[] record = [.. new byte[16 + 8 + RecordLog.TimeLength], .. file.Name.Bytes];
        BinaryPrimitives.WriteInt32LittleEndian(record, file.Id);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(4), file.Directory);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(8), file.Length);
        Write(record.AsSpan(16), file.Identity);
        _log.Append((int)Kind.FileMade, record);
    }

    /// <summary>Records that a file has been removed.</summary>
    internal void NoteRemoved(OwnFile file)
    {
        byte[] record = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(record, file.Id);
        _log.Append((int)Kind.FileRemoved, record);
    }

    /// <summary>Closes it; the file remains.</summary>
    public void Dispose() => File.Dispose();

    private string? Read(FilledEntries content, OwnIdentity directory)
    {
        bool isStarted = false;
        bool isSound = true;
        LogEnd end = _log.Read((kind, payload) =>
        {
            isStarted |= kind == (int)Kind.Start && IsStartOf(payload, directory);
            isSound &= isStarted && Take((Kind)kind, payload, content);
        });
        return end == LogEnd.Damaged ? "its journal is damaged"
            : !isStarted ? "its journal is not that of this directory"
            : isSound ? null : "its journal has records that this version does not know";
    }

    private static bool IsStartOf(ReadOnlySpan<byte> payload, OwnIdentity directory) =>
        payload.Length == Magic.Length + 20 + RecordLog.TimeLength
        && payload.StartsWith(Magic)
        && BinaryPrimitives.ReadInt32LittleEndian(payload[Magic.Length..]) == Version
        && ReadIdentity(payload[(Magic.Length + 12)..]) == directory;

    private static bool Take(Kind kind, ReadOnlySpan<byte> payload, FilledEntries content) => kind switch
    {
        Kind.Start => true,
        Kind.DirectoryIntended when payload.Length > 9 && payload.Length > 9 + payload[8] => content.Intend(
            Number(payload), Number(payload[4..]), NameOf(payload[(9 + payload[8])..]), NameOf(payload.Slice(9, payload[8]))),
        Kind.DirectoryMade when payload.Length == 12 + RecordLog.TimeLength => content.Make(Number(payload), ReadIdentity(payload[4..])),
        Kind.FileMade when payload.Length > 24 + RecordLog.TimeLength => content.Make(
            Number(payload), Number(payload[4..]), BinaryPrimitives.ReadInt64LittleEndian(payload[8..]),
            ReadIdentity(payload[16..]), NameOf(payload[(24 + RecordLog.TimeLength)..])),
        Kind.FileRemoved when payload.Length == 4 => content.Remove(Number(payload)),
        _ => false,
    };

    private static int Number(ReadOnlySpan<byte> payload) => BinaryPrimitives.ReadInt32LittleEndian(payload);

    // A name is one component, whatever the record says.
    private static FilePath? NameOf(ReadOnlySpan<byte> bytes) =>
        bytes.IsEmpty || bytes.ContainsAny((byte)'/', (byte)0) || bytes.SequenceEqual("."u8) || bytes.SequenceEqual(".."u8)
            ? null : FilePath.FromBytes(bytes);

    private static void Write(Span<byte> record, OwnIdentity identity)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(record, identity.Inode);
        RecordLog.WriteTime(record[8..], identity.Born);
    }

    private static OwnIdentity ReadIdentity(ReadOnlySpan<byte> record) =>
        new(BinaryPrimitives.ReadUInt64LittleEndian(record), RecordLog.ReadTime(record[8..]));
}
