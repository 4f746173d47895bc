using Landspeed.Platform;

namespace Landspeed.Copying.Policy;

/// <summary>What becomes of an entry that has the target's name already.</summary>
internal enum TargetVerdict
{
    /// <summary>Nothing has the name.</summary>
    Free,

    /// <summary>It has the source's content already.</summary>
    UpToDate,

    /// <summary>It is replaced.</summary>
    Replace,

    /// <summary>It stays, since it is newer and only older ones are replaced.</summary>
    Newer,

    /// <summary>It stays, since nothing is replaced.</summary>
    Refused,

    /// <summary>It is a directory, and is never replaced by anything else.</summary>
    IsDirectory,

    /// <summary>It is a device, FIFO or socket, and a copy of one file does not replace it.</summary>
    IsSpecial,

    /// <summary>It is the source itself.</summary>
    IsSource,
}

/// <summary>
/// Decides whether a target may be replaced, is up to date, or must stay: for the one file of a copy, and for every entry of
/// a tree but directories.
/// </summary>
/// <remarks>
/// A tree is often copied into again, so that what is equal needs no permission there. Who copies one file asked for this
/// file: it is copied, or refused, unless only older ones are to be replaced.
/// </remarks>
/// <param name="Overwrite">The user's rule.</param>
/// <param name="IsTree">Whether the target is an entry of a tree.</param>
internal readonly record struct TargetPolicy(OverwriteRule Overwrite, bool IsTree)
{
    /// <summary>How the user allows replacing, for messages; null: not known here.</summary>
    internal string? Permission { get; init; }

    /// <summary>That of a copy.</summary>
    internal static TargetPolicy Of(CopyOptions options, bool isTree) =>
        new(options.Overwrite, isTree) { Permission = options.ReplacePermission };

    /// <summary>Decides.</summary>
    /// <param name="source">The source, no directory.</param>
    /// <param name="target">What has the name, no link followed; null when nothing has.</param>
    /// <param name="sameContent">
    /// Whether both have the same content: of symbolic links and special files, and of files whose time the target's file system
    /// cannot hold, or might not.
    /// </param>
    /// <param name="unitNs">
    /// In which unit the target's file system keeps times, asked for where theirs differ a little; null: not known, and
    /// what differs, differs.
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

    /// <summary>The refusal that a verdict is; null for one that is none.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="path">The target, as the user knows it.</param>
    /// <param name="kind">What it is.</param>
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
            TargetVerdict.IsSource => "is the source itself under another name",
            _ => null,
        };
        return reason is null ? null : new CopyProblem(CopyProblemKind.Refused, path, $"{path.Display} {reason}");
    }

    /// <summary>What is said of a target that is not replaced, because it was changed after the source.</summary>
    internal static CopyProblem StaysAsNewer(FilePath path) => new(
        CopyProblemKind.Skipped,
        path,
        $"{path.Display} was changed after the source, and stays as it is");

    /// <summary>The refusal of a name under which the file system shows what has another name.</summary>
    internal static CopyProblem NameIsAnothers(FilePath path) => new(
        CopyProblemKind.Refused,
        path,
        $"{path.Display} is taken for another name, which the directory lists instead: "
            + "the file system does not tell the two apart; rename one of them in the source");

    /// <summary>What is reported of an entry that would get another name.</summary>
    internal static CopyProblem NameIsCutOff(FilePath path) => new(
        CopyProblemKind.Refused,
        path,
        $"{path.Display} would get another name: the file system cuts off "
            + $"{(path.Bytes[^1] == '.' ? "dots" : "spaces")} at the end; rename it in the source");

    private string How => Permission is null ? string.Empty : $" ({Permission})";

    /// <summary>How a copy gets its name after a verdict that allows one.</summary>
    internal static RenameRule Publication(TargetVerdict verdict) =>
        verdict == TargetVerdict.Free ? RenameRule.MustBeFree : RenameRule.Replace;

    private static bool IsEqual(
        in FileStatus source, in FileStatus present, Func<bool>? sameContent, Func<long?>? unitNs) =>
        present.Kind == source.Kind && (source.Kind == FileKind.Regular
            ? present.Length == source.Length && HasTime(source.Modified, present.Modified, sameContent, unitNs)
            : sameContent is null || sameContent());

    // A time that is almost the same is the same where no more of it can be kept. Who does not know looks at the
    // contents.
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
