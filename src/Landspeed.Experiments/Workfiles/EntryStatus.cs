using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Examines what a name itself refers to: a symbolic link is a link, wherever it leads.</summary>
internal static class EntryStatus
{
    /// <summary>Returns the status of a name. Touches nothing.</summary>
    /// <param name="path">The name; links in its directories are followed.</param>
    /// <returns>The status, or null if nothing has that name, or it may not be examined.</returns>
    internal static FileStatus? Of(FilePath path)
    {
        NativeResult opened = HoldingDirectory.Open(path.Parent, out SafeFileHandle? directory);
        using (directory)
        {
            return opened.Succeeded && NativePlatform.Trees.Status(directory!, path.Name, out FileStatus status).Succeeded
                ? status : null;
        }
    }
}
