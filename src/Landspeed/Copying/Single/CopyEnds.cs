using Landspeed.Copying.Content;
using Landspeed.Copying.Policy;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Single;

/// <summary>
/// Opens the source of a single-file copy and checks the entry with the target's name, before anything is changed.
/// </summary>
internal static class CopyEnds
{
    /// <summary>Opens the source.</summary>
    /// <param name="path">The path as given by the user.</param>
    /// <param name="status">Its status.</param>
    /// <exception cref="CopyException">It is not a regular file.</exception>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal static SafeFileHandle OpenSource(FilePath path, out FileStatus status)
    {
        // Checked before opening, because opening a device may already have effects.
        NativeResult asked = Interruptions.Retry(
            () =>
            {
                NativeResult result = NativePlatform.Files.StatusOf(path, out FileStatus found);
                return result.Succeeded ? new NativeResult((long)found.Kind) : result;
            });
        if (asked.Failed)
        {
            throw new NativeIOException("open", path, asked.Error);
        }

        RequireRegular(path, (FileKind)asked.Raw);

        // Opened by its path: a user who names a symbolic link means the file.
        SafeFileHandle handle = Entries.OpenPath(path);
        bool isRegular = false;
        try
        {
            asked = NativePlatform.Files.Status(handle, out status);
            if (asked.Failed)
            {
                throw new NativeIOException("ask the status of", path, asked.Error);
            }

            RequireRegular(path, status.Kind);
            isRegular = true;
            return handle;
        }
        finally
        {
            if (!isRegular)
            {
                handle.Dispose();
            }
        }
    }

    /// <summary>Checks the entry with the target's name.</summary>
    /// <param name="target">The target.</param>
    /// <param name="path">Its path as given by the user.</param>
    /// <param name="source">Status of the source.</param>
    /// <param name="options">What the user permits.</param>
    /// <param name="handle">The source, open for reading, or null for a stream, which is never up to date.</param>
    /// <param name="names">The run's temporary names, or null for a stream.</param>
    /// <returns>Whether the name is free, is replaced, is up to date, or stays because it is newer.</returns>
    /// <exception cref="CopyException">The overwrite rule, or safety, forbids the copy.</exception>
    internal static TargetVerdict Judge(
        DirectoryEntry target,
        FilePath path,
        in FileStatus source,
        CopyOptions options,
        SafeFileHandle? handle = null,
        RunNames? names = null)
    {
        // Without its slash the name of a link to a directory would be the link's.
        if (path.IsOfDirectory)
        {
            throw Refuse(path, $"{path.Display} is the name of a directory; name the file in it");
        }

        FileStatus? present = Entries.Find(target);

        // The link would be replaced and the source would stay; but a user who names both means one file and has made a
        // mistake.
        if (present?.Kind == FileKind.SymbolicLink && NativePlatform.Files.StatusOf(path, out FileStatus meant).Succeeded
            && FileIdentity.Of(meant) == FileIdentity.Of(source))
        {
            throw Refuse(path, $"{path.Display} is a symbolic link to the source itself");
        }

        var policy = TargetPolicy.Of(options, isTree: false);
        TargetVerdict verdict = policy.Judge(
            source,
            present,
            handle is null ? null : () => ContentComparison.IsEqual(handle, path, target),
            () => new TimeUnits(new VolumeKinds(), names).UnitNs(present!.Value, target.Directory));
        return policy.Refusal(verdict, path, present?.Kind ?? FileKind.Unknown) is { } refusal
            ? throw new CopyException(CopyOutcome.Refused, refusal)
            : verdict;
    }

    private static void RequireRegular(FilePath path, FileKind kind)
    {
        if (kind != FileKind.Regular)
        {
            throw Refuse(path, kind == FileKind.Directory
                ? $"{path.Display} is a directory, not a file"
                : $"{path.Display} is {FileKinds.Describe(kind)}, not a file; copy what comes out of it through a pipe");
        }
    }

    private static CopyException Refuse(FilePath path, string message) =>
        new(CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, path, message));
}
