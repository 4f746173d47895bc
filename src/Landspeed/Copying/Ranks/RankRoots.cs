using Landspeed.Copying.Identity;
using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.Walking;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;

namespace Landspeed.Copying.Ranks;

/// <summary>Checks, before anything is copied, that all ranks see the same source and target and may write.</summary>
internal static class RankRoots
{
    // An entry created a moment ago may be unknown to another host's cache for a few seconds.
    private const int Attempts = 50;
    private const int FewAttempts = 5;
    private static readonly TimeSpan s_betweenAttempts = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Opens the roots: rank 0 creates and locks the target and claims the names; the others find what it created.
    /// </summary>
    /// <exception cref="CopyException">The copy was refused or is impossible; nothing was touched.</exception>
    /// <exception cref="OperationCanceledException">
    /// This rank's view is a reason to refuse, which rank 0 reports.
    /// </exception>
    internal static TreeRoots Open(ICopyRanks ranks, FilePath source, FilePath target, out RunNames names) => ranks.Rank == 0
        ? Lead(ranks, source, target, out names) : Follow(ranks, source, target, out names);

    private static TreeRoots Lead(ICopyRanks ranks, FilePath source, FilePath target, out RunNames names)
    {
        TreeRoots roots = MayNotWrite.Named(ranks, source, () => TreeRoots.Open(source, target, dryRun: false));
        names = new RunNames(roots.Target!);
        try
        {
            RunNames own = names;
            FilePath? claim = MayNotWrite.Named(ranks, source, () =>
            {
                FilePath? made = own.Claim();
                TryWriting(own, roots.Target!, ranks.Rank);
                return made;
            });
            var separation = new TreeSeparation(
                roots.Source, roots.SourceStatus, roots.Target, roots.TargetStatus, names);
            if (separation.RefusalOfRoots() is { } refusal)
            {
                throw new CopyException(CopyOutcome.Refused, new CopyProblem(
                    CopyProblemKind.Refused, target, $"{target.Display} {refusal}"));
            }

            names.ShareClaim();
            var writer = new CompactWriter();
            CopyForms.Write(writer, names.Number);
            CopyForms.Write(writer, claim?.Text);
            writer.Write(roots.IsNew ? 1 : 0);
            writer.Write(CopyJournal.SourceRecord(roots.SourceStatus));
            writer.Write(BitConverter.GetBytes(roots.TargetStatus.Inode));
            ranks.Spread("copy: roots", writer.ToArray());
            IReadOnlyList<byte[]> answers = ranks.Gather("copy: roots seen", []);
            string[] complaints = [.. answers.Index().Where(answer => answer.Item.Length > 0).Select(answer => Complaint(ranks, answer.Index, answer.Item))];
            if (complaints.Length > 0)
            {
                throw new CopyException(CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, target, string.Join("; ", complaints)));
            }

            return roots;
        }
        catch
        {
            names.EndClaim(out _);
            Undo(roots, target);
            roots.Dispose();
            throw;
        }
    }

    /// <summary>Creates a file and removes it.</summary>
    /// <exception cref="NativeIOException">This rank may not write there.</exception>
    internal static void TryWriting(RunNames names, OpenDirectory target, int rank) =>
        names.Create(new DirectoryEntry(target, FilePath.FromText(FormattableString.Invariant($"rank-{rank}")))).Remove();

    private static string Complaint(ICopyRanks ranks, int rank, byte[] answer)
    {
        var reader = new CompactReader(answer);
        return $"{ranks.NameOf(rank)}: {CopyForms.Text(ref reader)}";
    }

    // Only what this run created, and only while it is empty.
    private static void Undo(TreeRoots roots, FilePath target)
    {
        if (roots.IsNew)
        {
            using OpenDirectory above = OpenDirectory.Holding(target.Parent);
            NativePlatform.Trees.RemoveDirectory(above.Handle, target.Name);
        }
    }

    private static TreeRoots Follow(ICopyRanks ranks, FilePath source, FilePath target, out RunNames names)
    {
        byte[] told = ranks.Spread("copy: roots", []);
        var reader = new CompactReader(told);
        names = new RunNames(CopyForms.Text(ref reader)!);
        string? claim = CopyForms.Text(ref reader);
        bool isNew = reader.Number() != 0;
        byte[] record = reader.Bytes();
        ulong inode = BitConverter.ToUInt64(reader.Bytes());
        TreeRoots? roots = null;
        string? complaint = null;
        try
        {
            roots = Find(source, target, claim, isNew);
            complaint = Difference(roots, record, inode, claim, source, target);
            if (complaint is null)
            {
                names.HoldClaim(roots.Target!);
                TryWriting(names, roots.Target!, ranks.Rank);
            }
        }
        catch (IOException failure)
        {
            complaint = IsMissing(failure) ? $"{failure.Message}, and rank 0 has it: mount the same file system on all hosts" : failure.Message;
        }

        var writer = new CompactWriter();
        if (complaint is not null)
        {
            CopyForms.Write(writer, complaint);
        }

        ranks.Gather("copy: roots seen", writer.ToArray());
        if (complaint is null)
        {
            return roots!;
        }

        roots?.Dispose();
        names.Dispose();
        throw new OperationCanceledException($"rank 0 was told: {complaint}");
    }

    private static TreeRoots Find(FilePath source, FilePath target, string? claim, bool isNew)
    {
        using var pause = new ManualResetEventSlim();
        for (int left = isNew ? Attempts : FewAttempts; left > 1; left--)
        {
            TreeRoots? roots = null;
            AskServerOf(target.Parent);
            try
            {
                roots = TreeRoots.Join(source, target, isNew);
                if (claim is null || Has(roots.Target!, claim))
                {
                    return roots;
                }
            }
            catch (IOException failure) when (failure is CopyException || IsMissing(failure))
            {
                // It may have been created a moment ago.
            }

            roots?.Dispose();
            pause.Wait(s_betweenAttempts);
        }

        return TreeRoots.Join(source, target, isNew);
    }

    private static bool IsMissing(IOException failure) =>
        NativeError.TryFrom(failure, out NativeError error) && error.Kind == NativeErrorKind.NotFound;

    // The client of a network file system remembers for half a minute that a name was unused, unless it learns that the
    // directory has changed since.
    private static void AskServerOf(FilePath directory)
    {
        try
        {
            using OpenDirectory held = OpenDirectory.Holding(directory);
            NativePlatform.Files.Status(held.Handle, out _, asksServer: true);
        }
        catch (IOException)
        {
            // The last attempt reports what is wrong.
        }
    }

    private static string? Difference(TreeRoots roots, byte[] record, ulong inode, string? claim, FilePath source, FilePath target) =>
        !CopyJournal.SourceRecord(roots.SourceStatus).AsSpan().SequenceEqual(record)
            ? $"{source.Display} is not the same directory here as on rank 0: mount the same file system on all hosts"
        : roots.TargetStatus.Inode != inode || (claim is not null && !Has(roots.Target!, claim))
            ? $"{target.Display} is not the same directory here as on rank 0: mount the same file system on all hosts"
        : null;

    private static bool Has(OpenDirectory directory, string claim) => Entries.Find(new DirectoryEntry(directory, FilePath.FromText(claim))) is not null;
}
