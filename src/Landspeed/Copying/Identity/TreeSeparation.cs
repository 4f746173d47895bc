using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Identity;

/// <summary>
/// Tells whether a directory of one tree of a copy is one of the other tree under a second name. What would be read,
/// written and removed at once is found here, whatever shows it: a bind mount, FUSE, an overlay, a network.
/// </summary>
/// <remarks>
/// Equal device and inode prove that two names are one directory. That they differ proves the contrary only where file
/// systems have inode numbers of their own; elsewhere a file of ours that is made in one directory is looked for in the
/// other. docs/decisions/identity.md says what is asked when. For one thread.
/// </remarks>
internal sealed class TreeSeparation
{
    private static readonly FilePath s_probe = FilePath.FromBytes("probe"u8);
    private readonly RunNames? _names;
    private readonly List<Place> _sources = [];
    private readonly List<Place> _targets = [];
    private readonly VolumeKinds _volumes;
    private readonly bool _isTargetView;

    /// <summary>For one copy.</summary>
    /// <param name="source">The root of the source, open as long as this is used.</param>
    /// <param name="sourceStatus">What it is.</param>
    /// <param name="target">The root of the target, open as long as this is used; null: there is none yet.</param>
    /// <param name="targetStatus">What it is.</param>
    /// <param name="names">The run's temporary names; null: nothing is to be made.</param>
    /// <param name="volumes">What is known of the file systems already; null: nothing.</param>
    internal TreeSeparation(
        OpenDirectory source,
        in FileStatus sourceStatus,
        OpenDirectory? target,
        in FileStatus targetStatus,
        RunNames? names,
        VolumeKinds? volumes = null)
    {
        (_names, _volumes) = (names, volumes ?? new VolumeKinds());
        _sources.Add(new Place(source, sourceStatus));
        if (target is not null)
        {
            _targets.Add(new Place(target, targetStatus));
            _isTargetView = IsView(target, targetStatus);
        }
    }

    /// <summary>Why a directory of the source that was just entered is not to be copied; null: it may be.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="status">What it is.</param>
    /// <param name="above">What the directory above is.</param>
    internal string? RefusalOfSource(OpenDirectory directory, in FileStatus status, in FileStatus above) =>
        Holds(_targets, status) || IsWithinAny(_targets, _sources, directory, status, above)
            || ((_isTargetView || IsView(directory, status)) && ShowsClaim(directory))
            ? "is the copy's own target, or lies in it, and is not copied into itself"
            : null;

    /// <summary>
    /// Why nothing is to be copied into a directory of the target that was just entered; null: it may be.
    /// </summary>
    /// <param name="directory">The directory.</param>
    /// <param name="status">What it is.</param>
    /// <param name="above">What the directory above is.</param>
    /// <param name="source">What the directory is that would be copied into it.</param>
    internal string? RefusalOfTarget(
        OpenDirectory directory, in FileStatus status, in FileStatus above, in FileStatus source)
    {
        if (Entries.IsSame(status, source))
        {
            return "is the very directory that would be copied into it, under another name";
        }

        return Holds(_sources, status) || IsWithinAny(_sources, _targets, directory, status, above)
            ? "is the source itself, or lies in it"
            : null;
    }

    /// <summary>
    /// Refuses a source that is the target through a view, or lies in it: the target's claim to its temporary names
    /// would be seen there.
    /// </summary>
    /// <returns>Why the copy must not begin; null: it may.</returns>
    internal string? RefusalOfRoots()
    {
        Place source = _sources[0];
        if (!_isTargetView && !IsView(source.Directory, source.Status))
        {
            return null;
        }

        bool isItself = true;
        foreach (OpenDirectory directory in source.Directory.WithThoseAbove())
        {
            if (ShowsClaim(directory))
            {
                return isItself ? "is the source itself under another name" : "holds the source";
            }

            isItself = false;
        }

        return LiesInSource() ? "lies in the source, which is seen there under another name" : null;
    }

    /// <summary>
    /// Shows that what is removed from a directory of the source stays in its copy: each is looked into for a file that
    /// is made in the other, unless both file systems have inode numbers of their own.
    /// </summary>
    /// <param name="source">The directory; what it has for times stays.</param>
    /// <param name="sourceStatus">What it is.</param>
    /// <param name="target">Its copy, which was there before the run.</param>
    /// <param name="targetStatus">What it is.</param>
    /// <param name="areSame">Whether they are one directory.</param>
    /// <returns>Null: they are apart; else why that is not known.</returns>
    internal string? WhyNotApart(
        OpenDirectory source,
        in FileStatus sourceStatus,
        OpenDirectory target,
        in FileStatus targetStatus,
        out bool areSame)
    {
        areSame = false;
        if (_names is null || (!IsView(source, sourceStatus) && !IsView(target, targetStatus)))
        {
            return null;
        }

        string? unknown = Look(() => _names.Create(new DirectoryEntry(target, s_probe)), target, source, out areSame);
        if (areSame || unknown is not null)
        {
            return unknown;
        }

        // What a killed run leaves in the source must prove by itself that it is ours: the claim lies in the target.
        unknown = Look(
            () => UnpublishedFile.Create(new DirectoryEntry(source, s_probe), _names.Of(s_probe), PartMarks.Copy),
            source,
            target,
            out areSame);
        NativePlatform.Trees.SetTimes(source.Handle, sourceStatus.Accessed, sourceStatus.Modified);
        return unknown;
    }

    /// <summary>Whether a directory of the target, which would be removed, is the source.</summary>
    /// <param name="entry">The directory.</param>
    internal bool IsSource(DirectoryEntry entry)
    {
        Place source = _sources[0];
        if (Entries.TryOpen(entry, EntryOpening.Directory, out SafeFileHandle? handle).IsError)
        {
            return false; // nothing in it can be removed either
        }

        using OpenDirectory directory = entry.Directory.Child(entry.Name, handle!);
        if (!NativePlatform.Files.Status(directory.Handle, out FileStatus status).Succeeded)
        {
            return true;
        }

        if (Entries.IsSame(status, source.Status))
        {
            return true;
        }

        if (_names is null || (!IsView(source.Directory, source.Status) && !IsView(directory, status)))
        {
            return false;
        }

        // The claim to the run's names has ended when something is removed: this file must prove by itself that it is
        // ours.
        string? unknown = Look(
            () => UnpublishedFile.Create(
                new DirectoryEntry(directory, s_probe), TemporaryNames.OfRun(s_probe, _names.Number), PartMarks.Copy),
            directory,
            source.Directory,
            out bool isSame);
        return isSame || unknown is not null;
    }

    private static string? Look(Func<UnpublishedFile> make, OpenDirectory place, OpenDirectory other, out bool isSeen)
    {
        isSeen = false;
        UnpublishedFile file;
        try
        {
            file = make();
        }
        catch (IOException failure)
        {
            return $"no file could be made in {place.Path.Display} to find out: {failure.Message}";
        }

        NativeResult asked = NativePlatform.Trees.Status(other.Handle, file.Name, out _);
        isSeen = asked.Succeeded;
        NativeError removed = file.Remove();
        if (removed.IsError)
        {
            return $"{file.Path.Display}, made to find out, could not be removed: {removed}";
        }

        return isSeen || asked.Error.Kind == NativeErrorKind.NotFound
            ? null
            : $"{other.Path.Display} could not be asked: {asked.Error}";
    }

    // Nothing of ours may be made above the target. A directory of which everything but the device is equal, the time
    // of its last change to the nanosecond, is the same one.
    private bool LiesInSource()
    {
        OpenDirectory source = _sources[0].Directory;
        if (!NativePlatform.Files.Status(source.Handle, out FileStatus now).Succeeded)
        {
            return false;
        }

        LinkKey wanted = LinkKey.Of(now) with { Device = default, Born = null };
        foreach (OpenDirectory directory in _targets[0].Directory.WithThoseAbove())
        {
            if (NativePlatform.Files.Status(directory.Handle, out FileStatus status).Succeeded
                && (LinkKey.Of(status) with { Device = default, Born = null }) == wanted)
            {
                return true;
            }
        }

        return false;
    }

    private static bool Holds(List<Place> places, in FileStatus status)
    {
        foreach (Place place in places)
        {
            if (Entries.IsSame(place.Status, status))
            {
                return true;
            }
        }

        return false;
    }

    // Only where a mount begins: below it no other can.
    private static bool IsWithinAny(
        List<Place> others, List<Place> own, OpenDirectory directory, in FileStatus status, in FileStatus above)
    {
        if (!Entries.IsOtherFileSystem(status, above) || Holds(own, status))
        {
            return false;
        }

        var place = new Place(directory, status);
        if (place.OnVolume is { } where && others.Exists(other => other.OnVolume is { } there && where.IsWithin(there)))
        {
            return true;
        }

        own.Add(place);
        return false;
    }

    private bool ShowsClaim(OpenDirectory directory) =>
        _names?.SharedClaim() is { } claim && NativePlatform.Trees.Status(directory.Handle, claim, out _).Succeeded;

    private bool IsView(OpenDirectory directory, in FileStatus status) =>
        !_volumes.HasOwnInodes(directory, status.Device);

    // A root, or where a mount begins. Where it lies is only asked when another mount is met.
    private sealed class Place(OpenDirectory directory, FileStatus status)
    {
        private readonly Lazy<VolumePlace?> _place = new(() => NativePlatform.Host.PlaceOf(directory.Handle, status));

        internal OpenDirectory Directory { get; } = directory;

        internal FileStatus Status { get; } = status;

        internal VolumePlace? OnVolume => _place.Value;
    }
}
