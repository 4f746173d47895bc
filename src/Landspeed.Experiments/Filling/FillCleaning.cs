using Landspeed.Experiments.Workfiles;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>Removes what a fill created: only what the journal names and the mark confirms.</summary>
/// <remarks>For use by one thread. May be repeated however it ends.</remarks>
internal sealed class FillCleaning
{
    // More lines than anyone reads.
    private const int MostProblems = 20;

    private readonly FillDirectory _root;
    private readonly FilledEntries _content;
    private readonly FillTree _tree;
    private readonly CancellationToken _stop;
    private readonly List<string> _problems = [];
    private int _files;
    private long _bytes;
    private int _staying;

    private FillCleaning(FillDirectory root, FilledEntries content, FillTree tree, CancellationToken stop)
    {
        (_root, _content, _tree, _stop) = (root, content, tree, stop);
    }

    /// <summary>Removes everything that is ours in a directory, or finds what that is.</summary>
    /// <param name="place">The named directory.</param>
    /// <param name="isDry">Whether it is a dry run, which touches nothing.</param>
    /// <param name="stop">Ends it early; the rest can be removed later.</param>
    /// <returns>What was or would be removed, and what remains.</returns>
    /// <exception cref="ExperimentException">What is there is not ours, is in use, or has no trustworthy journal;
    /// nothing was touched.</exception>
    /// <exception cref="NativeIOException">It cannot be examined.</exception>
    internal static FillCleaned Run(FilePath place, bool isDry, CancellationToken stop)
    {
        int unnamed = isDry ? 0 : FillDirectory.RemoveUnnamed(place);
        using FillDirectory? root = FillDirectory.Find(place);
        return root is null ? new FillCleaned(0, 0, unnamed > 0, [], 0) : Run(root, isDry, stop);
    }

    /// <inheritdoc cref="Run(FilePath, bool, CancellationToken)"/>
    /// <param name="root">The directory, locked by the caller.</param>
    /// <param name="isDry">Whether it is a dry run, which touches nothing.</param>
    /// <param name="stop">Ends it early.</param>
    internal static FillCleaned Run(FillDirectory root, bool isDry, CancellationToken stop)
    {
        using FillJournal? journal =
            FillJournal.Open(root.Handle, root.Path, out FilledEntries content, out string? problem);
        if (journal is null)
        {
            // A run that was killed between its last two steps left an empty directory.
            if (!isDry && root.Remove() is { IsError: false })
            {
                return new FillCleaned(0, 0, true, [], 0);
            }

            throw new ExperimentException(
                Outcome.Refused,
                $"nothing in {root.Path.Display} is removed: {problem}, so it is unknown which files are "
                    + $"landspeed's; move your own files away, and remove the rest by hand: rm -r {root.Path.Display}");
        }

        VolumeUse before = VolumeUse.Of(root.Above, root.Place);
        using var tree = new FillTree(root, content);
        var cleaning = new FillCleaning(root, content, tree, stop);
        cleaning.RemoveFiles(isDry);
        if (isDry || stop.IsCancellationRequested)
        {
            return cleaning.Result(false);
        }

        cleaning.RemoveDirectories();
        bool isGone = cleaning.RemoveRoot(journal);
        Settle(root, before, cleaning._bytes);
        return cleaning.Result(isGone);
    }

    // XFS and btrfs free the blocks of removed files some time later.
    private static void Settle(FillDirectory root, VolumeUse before, long bytes) =>
        new FillVolume(root.Above, root.Device, root.Place, before.Without(bytes)).Settle(0, CancellationToken.None);

    private FillCleaned Result(bool isGone) => new(_files, _bytes, isGone, _problems, _staying);

    private void RemoveFiles(bool isDry)
    {
        foreach (OwnFile file in _content.Files)
        {
            if (_stop.IsCancellationRequested)
            {
                return;
            }

            if (!_tree.TryOpen(file.Directory, out SafeFileHandle directory, out string? problem))
            {
                Stays(problem); // if nothing has that name, its files are gone, too
                continue;
            }

            TakeBack(directory, file, isDry);
            NativeResult asked = NativePlatform.Trees.Status(directory, file.Name, out FileStatus named);
            if (asked.Failed)
            {
                if (asked.Error.Kind != NativeErrorKind.NotFound)
                {
                    Stays(new NativeIOException("ask about", PathOf(file), asked.Error).Message);
                }

                continue;
            }

            NativeError error = NativeError.None;
            bool isOurs = isDry
                ? IsMarked(directory, file.Name, file)
                : OwnRemoval.TryRemove(directory, file.Name, name => IsMarked(directory, name, file), out error);
            if (!isOurs)
            {
                Stays($"{PathOf(file).Display} is not the file that landspeed made");
                continue;
            }

            if (error.IsError)
            {
                Stays(new NativeIOException("remove", PathOf(file), error).Message);
                continue;
            }

            _files++;
            _bytes += named.LinkCount == 1 ? named.AllocatedBytes : 0; // under another name it remains
        }
    }

    // A file that was moved aside to be removed, when its run was killed.
    private static void TakeBack(SafeFileHandle directory, OwnFile file, bool isDry)
    {
        FilePath aside = OwnRemoval.Aside(file.Name);
        if (!isDry && NativePlatform.Trees.Status(directory, aside, out _).Succeeded)
        {
            NativePlatform.Trees.Rename(directory, aside, directory, file.Name, RenameRule.MustBeFree);
        }
    }

    private static bool IsMarked(SafeFileHandle directory, FilePath name, OwnFile file)
    {
        NativeResult opened = NativePlatform.Trees.Open(
            directory, name, EntryOpening.Read, 0, out SafeFileHandle? handle);
        using (handle)
        {
            return opened.Succeeded && OwnMark.IsOn(handle!, FileKind.Regular, out FileStatus status) && OwnIdentity.Of(status) == file.Identity;
        }
    }

    // The deepest first. Only empty directories are removed, and only ours.
    private void RemoveDirectories()
    {
        foreach (OwnDirectory directory in _content.Directories.Reverse())
        {
            if (!_tree.TryOpen(directory.Parent, out SafeFileHandle above, out string? problem))
            {
                Stays(problem); // if nothing has that name, its files are gone, too
                continue;
            }

            Remove(above, directory, directory.FirstName);
            if (directory.Identity is not null)
            {
                Remove(above, directory, directory.Name);
            }
        }
    }

    private void Remove(SafeFileHandle above, OwnDirectory directory, FilePath name)
    {
        // Its first name is unique: a run that was killed before marking it left it with that name.
        bool isOurs = NativePlatform.Trees.Status(above, name, out FileStatus status).Succeeded
            && status.Kind == FileKind.Directory
            && (name.Equals(directory.FirstName) || OwnIdentity.Of(status) == directory.Identity);
        NativeError error = isOurs ? NativePlatform.Trees.RemoveDirectory(above, name).Error : NativeError.None;
        if (error.IsError)
        {
            FilePath path = _tree.PathOf(directory.Parent).Join(name);
            Stays($"{path.Display} stays: it contains something that landspeed did not make, or it cannot be removed ({error.InParentheses})");
        }
    }

    private bool RemoveRoot(FillJournal journal)
    {
        if (_staying > 0)
        {
            return false; // with its journal, so that the rest can be removed as soon as that is possible
        }

        var listing = OpenDirectory.Root(_root.Path, _root.Handle);
        bool isAlone = true;
        new DirectoryListing().ForEachEntry(listing, (name, _) => isAlone = FillJournal.IsName(name));
        NativeError error = isAlone ? journal.RemoveFrom(_root.Handle) : NativeError.None;
        error = isAlone && !error.IsError ? _root.Remove() : error;
        if (!isAlone || error.IsError)
        {
            Stays($"{_root.Path.Display} stays: {(error.IsError ? error.ToString() : "it contains something that landspeed did not make")}");
        }

        return isAlone && !error.IsError;
    }

    private void Stays(string? problem)
    {
        if (problem is null)
        {
            return;
        }

        _staying++;
        if (_problems.Count < MostProblems)
        {
            _problems.Add(problem);
        }
    }

    private FilePath PathOf(OwnFile file) => _tree.PathOf(file.Directory).Join(file.Name);
}

/// <summary>What was removed of a fill.</summary>
/// <param name="Files">Number of files that were, or would be, removed.</param>
/// <param name="Bytes">Bytes that they occupied.</param>
/// <param name="IsGone">Whether nothing of ours remains, including the directory; false also if there was nothing, or
/// nothing was touched.</param>
/// <param name="Problems">What remains, and why; only the first problems.</param>
/// <param name="Staying">Number of those that remain.</param>
public sealed record FillCleaned(int Files, long Bytes, bool IsGone, IReadOnlyList<string> Problems, int Staying);
