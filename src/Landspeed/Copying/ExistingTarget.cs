using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What becomes of an entry that has the target's name already.</summary>
internal static class ExistingTarget
{
    /// <summary>Decides.</summary>
    /// <param name="source">The source, no directory.</param>
    /// <param name="target">What has the name; null when nothing has.</param>
    /// <param name="rule">The user's rule.</param>
    /// <param name="sameContent">Of symbolic links and special files: whether they say the same.</param>
    internal static TargetVerdict Judge(
        in FileStatus source, FileStatus? target, OverwriteRule rule, Func<bool>? sameContent = null)
    {
        if (target is not { } present)
        {
            return TargetVerdict.Free;
        }

        if (present.Kind == FileKind.Directory)
        {
            return TargetVerdict.IsDirectory;
        }

        bool same = present.Kind == source.Kind && (source.Kind == FileKind.Regular
            ? present.Length == source.Length && KeptTime.IsSame(source.Modified, present.Modified)
            : sameContent is null || sameContent());
        return same ? TargetVerdict.UpToDate : rule switch
        {
            OverwriteRule.Never => TargetVerdict.Refused,
            OverwriteRule.Older => present.Modified < source.Modified ? TargetVerdict.Replace : TargetVerdict.Newer,
            OverwriteRule.Always => TargetVerdict.Replace,
            _ => throw new ArgumentOutOfRangeException(nameof(rule), rule, "not a rule"),
        };
    }

    /// <summary>What a refusal says.</summary>
    internal static CopyProblem Refusal(TargetVerdict verdict, FilePath path) => new(
        CopyProblemKind.Refused,
        path,
        verdict == TargetVerdict.IsDirectory
            ? $"{path.Display} is a directory, and the source is none: a directory is never replaced"
            : $"{path.Display} exists and differs from the source: allow replacing it, or remove it");
}
