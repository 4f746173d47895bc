using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>Gives a complete entry its final name, in one step.</summary>
internal static class FinalName
{
    /// <summary>Renames within a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="temporary">The current name.</param>
    /// <param name="final">The name to give it.</param>
    /// <param name="rule">What to do with an existing entry of that name.</param>
    /// <returns>
    /// Success, or why it does not have the final name; already-exists if the name must not exist but does.
    /// </returns>
    /// <remarks>
    /// 9p and NFS do not support a rename that replaces nothing, and a plain one replaces. There a link is created,
    /// which works only if the name is unused, and the temporary name is removed.
    /// </remarks>
    internal static NativeResult Give(SafeFileHandle directory, FilePath temporary, FilePath final, RenameRule rule)
    {
        ITreeCalls calls = NativePlatform.Trees;
        NativeResult renamed = Interruptions.Retry(() => calls.Rename(directory, temporary, directory, final, rule));
        if (rule != RenameRule.MustBeFree
            || renamed.Error.Kind is not (NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported))
        {
            return renamed;
        }

        // A file system without links, such as FAT, has refused the name rather than the rule.
        NativeResult linked = calls.Link(directory, temporary, directory, final);
        return linked.Succeeded ? calls.Remove(directory, temporary)
            : linked.Error.Kind is NativeErrorKind.NotPermitted or NativeErrorKind.NotSupported ? renamed
            : linked;
    }
}
