using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;
using static System.FormattableString;

namespace Landspeed.Experiments.Blocks;

/// <summary>Checks whether a run and a journal fit each other, and opens the journal.</summary>
internal static class BlockPlan
{
    // A page, and what most file systems allocate: smaller pieces of a write are found by their sectors.
    private const int LargestBlock = 4096;

    /// <summary>Returns the usual name of the journal: the file's, with <c>.blocks</c> after it.</summary>
    internal static FilePath UsualJournal(FilePath file) =>
        FilePath.FromBytes([.. file.Bytes, .. ".blocks"u8]);

    /// <summary>Refuses a run that does not fit its journal. Touches nothing.</summary>
    /// <param name="setup">The run.</param>
    /// <param name="requestSize">Bytes of a request.</param>
    /// <returns>Bytes of a block.</returns>
    /// <exception cref="ExperimentException">The run does not fit its journal, or has none to read.</exception>
    /// <exception cref="NativeIOException">The journal cannot be read.</exception>
    internal static int Check(BlockSetup setup, long requestSize)
    {
        bool exists = Exists(setup.Journal);
        if (!exists && setup.Writes is null)
        {
            throw NoJournal(setup.Journal);
        }

        int blockBytes = BlockOf(requestSize);
        if (exists)
        {
            using BlockJournal journal = BlockJournal.Open(setup.Journal, FileAccessKind.Read);
            blockBytes = journal.Start.BlockBytes;
            CheckGenerations(setup, journal);
        }

        if (requestSize % blockBytes != 0)
        {
            throw new ExperimentException(
                Outcome.Usage,
                Invariant($"a request of {requestSize} bytes does not consist of whole blocks, which have ")
                + Invariant($"{blockBytes} bytes in this file: use --request-size {blockBytes} or a multiple of it"));
        }

        long blocks = setup.FileBytes / blockBytes;
        return blocks <= BlockStates.MostBlocks ? blockBytes : throw new ExperimentException(
            Outcome.Usage,
            Invariant($"{blocks:#,0} blocks of {blockBytes} bytes are too many, {BlockStates.MostBlocks:#,0} are the ")
            + Invariant($"limit: give --size {BlockStates.MostBlocks * blockBytes} or less"));
    }

    /// <summary>Allows a run on a missing file only if it writes, and no journal says what was in the file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="journal">Its journal.</param>
    /// <param name="writes">Whether the run writes.</param>
    /// <exception cref="ExperimentException">Mismatch: the journal says that something is in the file.</exception>
    internal static void CheckMissing(FilePath file, FilePath journal, bool writes)
    {
        if (Exists(journal))
        {
            throw new ExperimentException(
                writes ? Outcome.Refused : Outcome.Mismatch,
                $"{file.Display} is missing or empty, but {journal.Display} says what was written to it and is durable"
                + (writes ? ": to start again, remove the journal as well" : string.Empty));
        }

        if (!writes)
        {
            throw NoJournal(journal);
        }

        if (!NamedFile.Find(journal.Parent, out FileStatus parent) || parent.Kind != FileKind.Directory)
        {
            throw new ExperimentException(
                Outcome.Usage, $"the journal {journal.Display} cannot be made: its directory does not exist");
        }

        if (journal.Equals(file))
        {
            throw new ExperimentException(
                Outcome.Usage, $"{file.Display} cannot be its own journal: name another --block-journal");
        }
    }

    /// <summary>Opens the journal of a run that writes, or creates it.</summary>
    /// <exception cref="ExperimentException">It is another file, is damaged, or is in use.</exception>
    /// <exception cref="NativeIOException">It cannot be read or written.</exception>
    internal static BlockJournal OpenToWrite(BlockSetup setup) => Exists(setup.Journal)
        ? BlockJournal.Open(setup.Journal, FileAccessKind.ReadWrite)
        : BlockJournal.Create(setup.Journal, new BlockStart
        {
            File = setup.File.Display,
            Identity = NativePlatform.Host.RandomNumber() | 1, // never 0, as in a sector of zeros
            BlockBytes = BlockOf(setup.Writes!.RequestSize),
        });

    private static void CheckGenerations(BlockSetup setup, BlockJournal journal)
    {
        if (setup.Writes is not null && journal.Runs.Count >= BlockVersion.MostGenerations)
        {
            throw new ExperimentException(
                Outcome.Refused,
                Invariant($"the journal {setup.Journal.Display} has {journal.Runs.Count} runs, the most it can have: ")
                + "remove it and the file, and start again");
        }
    }

    // An empty one was left by a run that was killed when it began: nothing was recorded.
    private static bool Exists(FilePath journal) =>
        NamedFile.Find(journal, out FileStatus status) && (status.Length > 0 || status.Kind != FileKind.Regular);

    private static ExperimentException NoJournal(FilePath journal) => new(
        Outcome.Usage,
        $"there is no journal {journal.Display}: only what was written with --verify-blocks can be checked; "
        + "name the journal with --block-journal if it is elsewhere");

    // The largest power of two that divides a request, up to 4 KiB.
    private static int BlockOf(long requestSize) => (int)Math.Min(LargestBlock, requestSize & -requestSize);
}
