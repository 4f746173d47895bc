using Landspeed.Copying.Content;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Gives a file that was copied a further name.</summary>
internal static class HardLinkMaking
{
    /// <summary>Makes the link, reports it, and ends the entry.</summary>
    internal static void Make(TreeRun run, LinkGroup group, TreeEntry entry)
    {
        try
        {
            // The first name's content may have taken long.
            SourceChanges.RequireName(entry.SourceEntry, entry.Source);
            using OpenDirectory first = OpenFirst(run, group);
            if (entry.Source.Length >= CopySetup.JournalThresholdInTrees)
            {
                PartFile.RemoveLeft(entry.TargetEntry);
            }

            bool made = Link(run, new DirectoryEntry(first, group.Name), group.Target!.Value, entry);
            run.Reporter.Happened(new CopyEvent(
                made ? CopyAction.HardLinkMade : CopyAction.UpToDate, entry.PathBelow, 0));
        }
        catch (Exception failure) when (failure is IOException)
        {
            run.Failed(CopyProblems.Of(failure, entry.TargetEntry.Path), entry.PathBelow);
        }
        finally
        {
            entry.Pair.End();
        }
    }

    /// <summary>Whether a name may become one of what the target has: nothing has to be made, or the content is that of the source.</summary>
    /// <exception cref="IOException">It cannot be compared.</exception>
    internal static bool IsSound(TreeRun run, LinkGroup group, TreeEntry entry)
    {
        if (group.IsProven || (Entries.Find(entry.TargetEntry) is { } present && Entries.IsSame(present, group.Target!.Value)))
        {
            return true;
        }

        using OpenDirectory first = OpenFirst(run, group);
        group.IsProven = ContentComparison.IsEqual(entry.SourceEntry, new DirectoryEntry(first, group.Name));
        return group.IsProven;
    }

    /// <summary>The first name has its place, or has failed: the names that waited follow.</summary>
    /// <param name="run">The run.</param>
    /// <param name="first">The first name; nothing happens when it is none.</param>
    /// <param name="target">What its copy is; null when there is none.</param>
    /// <param name="problem">Then the reason.</param>
    internal static void Settle(TreeRun run, TreeEntry first, FileStatus? target, CopyProblem? problem)
    {
        if (first.Group is not { } group)
        {
            return;
        }

        first.Group = null;
        foreach (TreeEntry waiting in run.HardLinks.Settle(group, target))
        {
            if (target is not null)
            {
                Make(run, group, waiting);
                continue;
            }

            FilePath path = waiting.TargetEntry.Path;
            run.Failed(
                problem! with { Path = path, Message = $"cannot make the hard link {path.Display}: {problem.Message}" },
                waiting.PathBelow);
            waiting.Pair.End();
        }
    }

    private static bool Link(TreeRun run, DirectoryEntry first, in FileStatus expected, TreeEntry entry)
    {
        DirectoryEntry place = entry.TargetEntry;
        if (entry.Publication == RenameRule.MustBeFree)
        {
            MakeLink(first, place, expected);
            return true;
        }

        // Renaming one name of a file over another of the same file does nothing, and would leave the temporary one.
        if (Entries.Find(place) is { } present && Entries.IsSame(present, expected))
        {
            return false;
        }

        Replacement.RequirePossible(place);
        var temporary = new DirectoryEntry(place.Directory, run.Names.Of(place.Name));
        MakeLink(first, temporary, expected);
        Replacement.Publish(temporary, place, RenameRule.Replace);
        return true;
    }

    // Names may have changed hands since: only a link to the very file that was copied stays.
    private static void MakeLink(DirectoryEntry first, DirectoryEntry name, in FileStatus expected)
    {
        ITreeCalls calls = NativePlatform.Trees;
        NativeResult linked = calls.Link(first.Directory.Handle, first.Name, name.Directory.Handle, name.Name);
        if (linked.Failed)
        {
            throw new NativeIOException("make the hard link", name.Path, linked.Error);
        }

        if (!Entries.IsSame(Entries.Status(name), expected))
        {
            calls.Remove(name.Directory.Handle, name.Name);
            throw new CopyException(CopyOutcome.Failed, new CopyProblem(
                CopyProblemKind.Failed,
                name.Path,
                $"cannot make the hard link {name.Path.Display}: {first.Path.Display} was exchanged meanwhile"));
        }
    }

    // The directory may have been closed long ago.
    private static OpenDirectory OpenFirst(TreeRun run, LinkGroup group) =>
        group.Pair.TryRetainTarget() ?? group.Pair.OpenFrom(run.Target);
}
