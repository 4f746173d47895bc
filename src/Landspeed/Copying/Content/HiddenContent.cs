using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Copying.Content;

/// <summary>Files of /proc and their like say that they are empty, and are not.</summary>
internal static class HiddenContent
{
    /// <summary>Looks once more whether an empty file is empty.</summary>
    /// <param name="source">The file; of a device, it is what it says.</param>
    /// <param name="status">What it said it is.</param>
    /// <exception cref="CopyException">It has content.</exception>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static void Refuse(StorageFile source, in FileStatus status)
    {
        if (status.Length == 0 && source.EffectiveMode is IoMode.Buffered or IoMode.Uncached
            && new WholeTransfer(source.Handle, source.Path).Read(new byte[1], 0) > 0)
        {
            throw new CopyException(CopyOutcome.Failed, new CopyProblem(
                CopyProblemKind.Failed,
                source.Path,
                $"{source.Path.Display} has content but says that its length is 0, as files of /proc do; copy it as a stream, from -"));
        }
    }
}
