using System.Text.Json;
using System.Text.Json.Serialization;
using Landspeed.Copying.Journal;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Blocks;

/// <summary>
/// What was written to a file, and what of it was acknowledged as durable. A record says what is durable already, so
/// that a lost one proves less, and nothing wrong.
/// </summary>
/// <remarks>For use by one thread. The format is described in docs/decisions/blocks.md.</remarks>
internal sealed class BlockJournal : IDisposable
{
    private readonly StorageFile _file;
    private readonly DurableLog _log;
    private readonly List<BlockRun> _runs = [];
    private readonly List<BlockMark?> _marks = [];

    private BlockJournal(StorageFile file)
    {
        _file = file;
        _log = new DurableLog(file.Handle, file.Path);
        Start = new BlockStart();
    }

    private enum Kind
    {
        Start = 0x4B4C4231, // not a small number, as in other journals
        Run = 2,
        Mark = 3,
    }

    /// <summary>What it is about.</summary>
    internal BlockStart Start { get; private set; }

    /// <summary>The runs that wrote to the file, in their order.</summary>
    internal IReadOnlyList<BlockRun> Runs => _runs;

    /// <summary>Creates a journal.</summary>
    /// <param name="path">Its name, which is free, or that of an empty file.</param>
    /// <param name="start">What it is about.</param>
    /// <exception cref="ExperimentException">It is in use, or is not empty any more.</exception>
    /// <exception cref="NativeIOException">It cannot be created or written; a new file was removed.</exception>
    internal static BlockJournal Create(FilePath path, BlockStart start)
    {
        bool exists = NamedFile.Find(path, out _);
        StorageFile file = StorageFile.Open(path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = exists ? FileCreation.MustExist : FileCreation.CreateNew,
            KeepsWorkingDirectory = true, // its name is removed after a failure
        });
        var journal = new BlockJournal(file);
        bool isOurs = false;
        try
        {
            journal.Lock(FileLockKind.Exclusive);
            isOurs = file.Length == 0 ? true : throw InUse(path);
            journal.Start = start;
            journal.Append(Kind.Start, JsonSerializer.SerializeToUtf8Bytes(start, BlockJsonContext.Default.BlockStart));
            Durability.FlushDirectory(path.Parent);
            return journal;
        }
        catch
        {
            if (!exists && isOurs)
            {
                file.RemoveName();
            }

            journal.Dispose();
            throw;
        }
    }

    /// <summary>Opens a journal.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="access">
    /// A writer locks out everyone else, and cuts off an incomplete record at the end. A reader locks out writers: what
    /// they add during its run would be missing in what it has read.
    /// </param>
    /// <exception cref="ExperimentException">It is not such a journal, is damaged, or is in use.</exception>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static BlockJournal Open(FilePath path, FileAccessKind access)
    {
        var journal = new BlockJournal(StorageFile.Open(path, new StorageFileOptions { Access = access }));
        try
        {
            journal.Lock(access == FileAccessKind.Read ? FileLockKind.Shared : FileLockKind.Exclusive);
            journal.Read(access);
            return journal;
        }
        catch
        {
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Returns what was acknowledged of a run: writes of each worker, in their order.</summary>
    /// <param name="generation">Its number.</param>
    internal IReadOnlyList<BlockOrder> AcknowledgedOf(int generation) =>
        _marks[generation - 1]?.Workers ?? [.. _runs[generation - 1].Workers.Select(_ => default(BlockOrder))];

    /// <summary>Whether a run ended, so that it made no other writes than those that were acknowledged.</summary>
    /// <param name="generation">Its number.</param>
    internal bool HasEnded(int generation) => _marks[generation - 1] is { HasEnded: true };

    /// <summary>Records that a run begins; durable when it returns.</summary>
    /// <exception cref="NativeIOException">It is not durable.</exception>
    internal void Begin(BlockRun run)
    {
        Append(Kind.Run, JsonSerializer.SerializeToUtf8Bytes(run, BlockJsonContext.Default.BlockRun));
        _runs.Add(run);
        _marks.Add(null);
    }

    /// <summary>Records what the last run wrote and what is durable; the record is durable when it returns.</summary>
    /// <exception cref="NativeIOException">It is not durable.</exception>
    internal void Acknowledge(BlockMark mark)
    {
        Append(Kind.Mark, JsonSerializer.SerializeToUtf8Bytes(mark, BlockJsonContext.Default.BlockMark));
        _marks[^1] = mark;
    }

    /// <summary>Closes it; the file remains.</summary>
    public void Dispose() => _file.Dispose();

    private void Append(Kind kind, byte[] payload) => _log.Append((int)kind, payload);

    private void Lock(FileLockKind kind)
    {
        if (!_file.TryLock(kind))
        {
            throw InUse(_file.Path);
        }
    }

    private void Read(FileAccessKind access)
    {
        bool isStarted = false;
        bool isSound = true;
        LogEnd end = _log.Read((kind, payload) =>
        {
            isSound &= isStarted || kind == (int)Kind.Start;
            isSound = isSound && TryTake((Kind)kind, payload);
            isStarted = true;
        });
        if (!isStarted || !isSound || end == LogEnd.Damaged)
        {
            string what = end == LogEnd.Torn ? "ends in its first record: remove it, or name another file"
                : !isStarted || Start.Identity == 0 ? "is not a journal of blocks: name another file"
                : end == LogEnd.Damaged
                    ? "is damaged, something changed it: remove it, and write all blocks again"
                : "is from another version of landspeed: use that one, or name another --block-journal";
            throw Refused($"{_file.Path.Display} {what}");
        }

        if (end == LogEnd.Torn && access != FileAccessKind.Read)
        {
            _log.CutOff();
        }
    }

    private bool TryTake(Kind kind, ReadOnlySpan<byte> payload)
    {
        try
        {
            switch (kind)
            {
                case Kind.Start:
                    Start = JsonSerializer.Deserialize(payload, BlockJsonContext.Default.BlockStart)!;
                    return Start.Version == BlockStart.CurrentVersion;
                case Kind.Run:
                    BlockRun run = JsonSerializer.Deserialize(payload, BlockJsonContext.Default.BlockRun)!;
                    _runs.Add(run);
                    _marks.Add(null);
                    return run.Generation == _runs.Count;
                case Kind.Mark:
                    BlockMark mark = JsonSerializer.Deserialize(payload, BlockJsonContext.Default.BlockMark)!;
                    _marks[mark.Generation - 1] = mark;
                    return mark.Workers.Count == _runs[mark.Generation - 1].Workers.Count;
                default:
                    return false;
            }
        }
        catch (Exception unknown) when (unknown is JsonException or ArgumentOutOfRangeException)
        {
            return false;
        }
    }

    private static ExperimentException InUse(FilePath path) =>
        Refused($"the journal {path.Display} is in use by another process: wait until it has ended");

    private static ExperimentException Refused(string message) => new(Outcome.Refused, message);
}

/// <summary>What a journal is about: the first of its records.</summary>
internal sealed record BlockStart
{
    /// <summary>The version of format and orders.</summary>
    internal const int CurrentVersion = 1;

    /// <summary>Version of the journal.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>The file when it was begun, for people who read the journal.</summary>
    public string File { get; init; } = string.Empty;

    /// <summary>A random number that each sector of the file has, too.</summary>
    public ulong Identity { get; init; }

    /// <summary>Bytes of a block, a power of two.</summary>
    public int BlockBytes { get; init; } = BlockStamp.SectorBytes;
}

/// <summary>What a run wrote and what is durable.</summary>
internal sealed record BlockMark
{
    /// <summary>Number of the run.</summary>
    public required int Generation { get; init; }

    /// <summary>The writes of each worker, from the first, that are durable.</summary>
    public required IReadOnlyList<BlockOrder> Workers { get; init; }

    /// <summary>Whether it made no other writes.</summary>
    public bool HasEnded { get; init; }
}

/// <summary>The records of the journal as JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(BlockStart))]
[JsonSerializable(typeof(BlockRun))]
[JsonSerializable(typeof(BlockMark))]
internal sealed partial class BlockJsonContext : JsonSerializerContext;
