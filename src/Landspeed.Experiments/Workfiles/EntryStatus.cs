using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>What a name itself stands for: a symbolic link is a link, wherever it leads.</summary>
internal static class EntryStatus
{
    /// <summary>Asks. Touches nothing.</summary>
    /// <param name="path">The name; links in its directories are followed.</param>
    /// <returns>The answer; null when there is nothing of that name, or nobody may look.</returns>
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
