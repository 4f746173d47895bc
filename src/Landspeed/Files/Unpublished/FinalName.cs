using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>Gives something that is complete its final name, in one step.</summary>
internal static class FinalName
{
    /// <summary>Renames within a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="temporary">The name that it has.</param>
    /// <param name="final">The name that it is to have.</param>
    /// <param name="rule">What happens to something that has that name.</param>
    /// <returns>
    /// Success; or why it has not the final name. Already-exists when the name must be free and is not.
    /// </returns>
    /// <remarks>
    /// 9p and NFS know no renaming that replaces nothing, and a plain one replaces. There a link is made, which is only
    /// possible where the name is free, and the temporary name is removed.
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

        // A file system without links, such as FAT, has refused the name, and not the rule.
        NativeResult linked = calls.Link(directory, temporary, directory, final);
        return linked.Succeeded ? calls.Remove(directory, temporary)
            : linked.Error.Kind is NativeErrorKind.NotPermitted or NativeErrorKind.NotSupported ? renamed
            : linked;
    }
}
