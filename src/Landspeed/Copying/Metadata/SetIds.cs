using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Metadata;

/// <summary>
/// Decides whether a file's set-ID permissions and capabilities are dropped. On a volume that others filled and that is
/// mounted nosuid, they have no effect; a copy by root to another volume would make them effective.
/// </summary>
internal static class SetIds
{
    /// <summary>The attribute that holds the capabilities of a program.</summary>
    internal static ReadOnlySpan<byte> Capabilities => "security.capability"u8;

    /// <summary>True if they are dropped, which is reported unless it was requested.</summary>
    /// <param name="what">What the file has, for the message.</param>
    /// <param name="source">The source, open.</param>
    /// <param name="target">The target, open.</param>
    /// <param name="entry">The target, for the message.</param>
    /// <param name="context">The run.</param>
    internal static bool AreDropped(
        string what, SafeFileHandle source, SafeFileHandle target, DirectoryEntry entry, PreservationContext context)
    {
        if (context.SetIds != SetIdRule.Automatic)
        {
            return context.SetIds == SetIdRule.Drop;
        }

        if (!context.Identity.IsRoot || !AreIgnored(source) || AreIgnored(target))
        {
            return false;
        }

        FilePath path = entry.Path;
        context.Reporter.Noticed(new CopyProblem(
            CopyProblemKind.NotPreserved,
            path,
            $"the {what} of {path.Display} were dropped, because the volume of the source is mounted nosuid: "
                + "keep them only if you trust who filled it"));
        return true;
    }

    private static bool AreIgnored(SafeFileHandle file) =>
        NativePlatform.Files.Volume(file, out VolumeStatus volume).Succeeded && volume.IgnoresSetIds;
}
