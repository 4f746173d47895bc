using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Identity;

/// <summary>
/// Detects whether a directory of one tree of a copy is also a directory of the other tree under a second name. It
/// finds everything that would be read, written and removed at once, however it is exposed: a bind mount, FUSE, an
/// overlay, a network.
/// </summary>
/// <remarks>
/// Equal device and inode prove that two names are one directory. Different ones prove the contrary only if the file
/// systems have their own inode numbers; otherwise a temporary file of ours is created in one directory and looked for
/// in the other. docs/decisions/identity.md says which check is made when. For use by one thread.
/// </remarks>
internal sealed class TreeSeparation
{
    private static readonly FilePath s_probe = FilePath.FromBytes("probe"u8);
    private readonly RunNames? _names;
    private readonly List<Place> _sources = [];
    private readonly List<Place> _targets = [];
    private readonly VolumeKinds _volumes;
    private readonly bool _isTargetView;

    /// <summary>Creates the detector for one copy.</summary>
    /// <param name="source">The root of the source; must stay open while this is used.</param>
    /// <param name="sourceStatus">Its status.</param>
    /// <param name="target">
    /// The root of the target, which must stay open while this is used, or null if there is none yet.
    /// </param>
    /// <param name="targetStatus">Its status.</param>
    /// <param name="names">The run's temporary names, or null if no file may be created.</param>
    /// <param name="volumes">What is already known of the file systems, or null for nothing.</param>
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

    /// <summary>
    /// Returns why a directory of the source that was just entered must not be copied, or null if it may be.
    /// </summary>
    /// <param name="directory">The directory.</param>
    /// <param name="status">Its status.</param>
    /// <param name="above">Status of its parent.</param>
    internal string? RefusalOfSource(OpenDirectory directory, in FileStatus status, in FileStatus above) =>
        Holds(_targets, status) || IsWithinAny(_targets, _sources, directory, status, above)
            || ((_isTargetView || IsView(directory, status)) && ShowsClaim(directory))
            ? "is the copy's own target, or lies in it, and is not copied into itself"
            : null;

    /// <summary>
    /// Returns why nothing must be copied into a directory of the target that was just entered, or null if it may be.
    /// </summary>
    /// <param name="directory">The directory.</param>
    /// <param name="status">Its status.</param>
    /// <param name="above">Status of its parent.</param>
    /// <param name="source">Status of the directory that would be copied into it.</param>
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
    /// Refuses a source that is the target through a view, or lies inside it: the target's claim to its temporary names
    /// would be visible there.
    /// </summary>
    /// <returns>Why the copy must not begin, or null if it may.</returns>
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
    /// Proves that removing entries from a directory of the source leaves its copy intact: a file created in one is
    /// looked for in the other, unless both file systems have their own inode numbers.
    /// </summary>
    /// <param name="source">The directory; its times are preserved.</param>
    /// <param name="sourceStatus">Its status.</param>
    /// <param name="target">Its copy, which existed before the run.</param>
    /// <param name="targetStatus">Its status.</param>
    /// <param name="areSame">True if they are one directory.</param>
    /// <returns>Null if they are separate; otherwise why that is not known.</returns>
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

        // A file that a killed run leaves in the source must prove by itself that it is ours, because the claim is in
        // the target.
        unknown = Look(
            () => UnpublishedFile.Create(new DirectoryEntry(source, s_probe), _names.Of(s_probe), PartMarks.Copy),
            source,
            target,
            out areSame);
        NativePlatform.Trees.SetTimes(source.Handle, sourceStatus.Accessed, sourceStatus.Modified);
        return unknown;
    }

    /// <summary>Checks whether a directory of the target, which would be removed, is the source.</summary>
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

    // No file of ours may be created above the target. A directory equal in everything except the device, including the
    // time of its last change to the nanosecond, is the same one.
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

    // Checked only where a mount begins: below it no other can.
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

    // A root, or the start of a mount. Its location is queried only when another mount is found.
    private sealed class Place(OpenDirectory directory, FileStatus status)
    {
        private readonly Lazy<VolumePlace?> _place = new(() => NativePlatform.Host.PlaceOf(directory.Handle, status));

        internal OpenDirectory Directory { get; } = directory;

        internal FileStatus Status { get; } = status;

        internal VolumePlace? OnVolume => _place.Value;
    }
}
