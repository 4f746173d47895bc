using Landspeed.Platform;

namespace Landspeed.Copying.Policy;

/// <summary>What to do with an entry that already has the target's name.</summary>
internal enum TargetVerdict
{
    /// <summary>No entry has the name.</summary>
    Free,

    /// <summary>It already has the source's content.</summary>
    UpToDate,

    /// <summary>It is replaced.</summary>
    Replace,

    /// <summary>It stays because it is newer and only older files are replaced.</summary>
    Newer,

    /// <summary>It stays because nothing is replaced.</summary>
    Refused,

    /// <summary>It is a directory, which nothing else replaces.</summary>
    IsDirectory,

    /// <summary>It is a device, FIFO or socket, which a copy of one file does not replace.</summary>
    IsSpecial,

    /// <summary>It is the source itself.</summary>
    IsSource,
}

/// <summary>
/// Decides whether a target may be replaced, is up to date, or must stay, both for the copy of one file and for every
/// entry of a tree except directories.
/// </summary>
/// <remarks>
/// A tree is often copied again, so equal entries need no permission there. A user who copies one file asked for this
/// file: it is copied or refused, unless only older files are to be replaced.
/// </remarks>
/// <param name="Overwrite">The user's rule.</param>
/// <param name="IsTree">True if the target is an entry of a tree.</param>
internal readonly record struct TargetPolicy(OverwriteRule Overwrite, bool IsTree)
{
    /// <summary>How the user can permit replacing, for messages, or null if not known here.</summary>
    internal string? Permission { get; init; }

    /// <summary>Creates the policy of a copy.</summary>
    internal static TargetPolicy Of(CopyOptions options, bool isTree) =>
        new(options.Overwrite, isTree) { Permission = options.ReplacePermission };

    /// <summary>Decides about one target.</summary>
    /// <param name="source">The source; not a directory.</param>
    /// <param name="target">The entry with the target's name, links not followed, or null if there is none.</param>
    /// <param name="sameContent">
    /// Compares the content: of symbolic links and special files, and of files whose time the target's file system
    /// cannot keep, or might not.
    /// </param>
    /// <param name="unitNs">
    /// The unit in which the target's file system keeps times, called if their times differ slightly; null if not
    /// known, so that any difference counts.
    /// </param>
    internal TargetVerdict Judge(
        in FileStatus source, FileStatus? target, Func<bool>? sameContent = null, Func<long?>? unitNs = null)
    {
        if (target is not { } present)
        {
            return TargetVerdict.Free;
        }

        if (!IsTree && present.Inode == source.Inode && present.Device == source.Device)
        {
            return TargetVerdict.IsSource;
        }

        if (present.Kind == FileKind.Directory)
        {
            return TargetVerdict.IsDirectory;
        }

        if (!IsTree && present.Kind is not (FileKind.Regular or FileKind.SymbolicLink))
        {
            return TargetVerdict.IsSpecial;
        }

        bool looksForEqual = IsTree || Overwrite == OverwriteRule.Older;
        bool isEqual = looksForEqual && IsEqual(source, present, sameContent, unitNs);
        return isEqual ? TargetVerdict.UpToDate : Overwrite switch
        {
            OverwriteRule.Never => TargetVerdict.Refused,
            OverwriteRule.Older => present.Modified <= source.Modified || KeptTime.IsLimit(source.Modified, present.Modified)
                ? TargetVerdict.Replace : TargetVerdict.Newer,
            OverwriteRule.Always => TargetVerdict.Replace,
            _ => throw new InvalidOperationException($"{Overwrite} is not a rule"),
        };
    }

    /// <summary>Returns the refusal for a verdict, or null if the verdict is not a refusal.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="path">The target as the user knows it.</param>
    /// <param name="kind">Its kind.</param>
    internal CopyProblem? Refusal(TargetVerdict verdict, FilePath path, FileKind kind)
    {
        string? reason = verdict switch
        {
            TargetVerdict.IsDirectory => IsTree
                ? "is a directory, and the source is none: a directory is never replaced"
                : "is a directory; name the file in it",
            TargetVerdict.Refused => IsTree
                ? $"exists and differs from the source: allow replacing it{How}, or remove it"
                : $"exists; allow to replace it{How}, or name another target",
            TargetVerdict.IsSpecial => $"is {FileKinds.Describe(kind)} and is never replaced",
            TargetVerdict.IsSource => "is the same file as the source",
            _ => null,
        };
        return reason is null ? null : new CopyProblem(CopyProblemKind.Refused, path, $"{path.Display} {reason}");
    }

    /// <summary>The problem of a target that is not replaced because it was changed after the source.</summary>
    internal static CopyProblem StaysAsNewer(FilePath path) => new(
        CopyProblemKind.Skipped,
        path,
        $"{path.Display} was changed after the source, and stays as it is");

    /// <summary>The refusal of a name under which the file system shows an entry with another name.</summary>
    internal static CopyProblem NameIsAnothers(FilePath path) => new(
        CopyProblemKind.Refused,
        path,
        $"{path.Display} is taken for another name, which the directory lists instead: "
            + "the file system cannot distinguish the two; rename one of them in the source");

    /// <summary>The problem of an entry that would get another name.</summary>
    internal static CopyProblem NameIsCutOff(FilePath path) => new(
        CopyProblemKind.Refused,
        path,
        $"{path.Display} would get another name: the file system cuts off "
            + $"{(path.Bytes[^1] == '.' ? "dots" : "spaces")} at the end; rename it in the source");

    private string How => Permission is null ? string.Empty : $" ({Permission})";

    /// <summary>Returns how to publish a copy after a verdict that allows it.</summary>
    internal static RenameRule Publication(TargetVerdict verdict) =>
        verdict == TargetVerdict.Free ? RenameRule.MustBeFree : RenameRule.Replace;

    private static bool IsEqual(
        in FileStatus source, in FileStatus present, Func<bool>? sameContent, Func<long?>? unitNs) =>
        present.Kind == source.Kind && (source.Kind == FileKind.Regular
            ? present.Length == source.Length && HasTime(source.Modified, present.Modified, sameContent, unitNs)
            : sameContent is null || sameContent());

    // A nearly equal time counts as equal if the file system cannot keep more of it. If that is not known, the contents
    // are compared.
    private static bool HasTime(FileTime source, FileTime present, Func<bool>? sameContent, Func<long?>? unitNs)
    {
        if (source == present)
        {
            return true;
        }

        if (KeptTime.IsLimit(source, present))
        {
            return sameContent is null || sameContent();
        }

        return KeptTime.UnitOf(source, present) is { } lost && unitNs is not null
            && (unitNs() is { } unit ? lost <= unit : sameContent?.Invoke() == true);
    }
}
