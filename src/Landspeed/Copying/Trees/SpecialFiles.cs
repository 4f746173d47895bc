using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Makes FIFOs, sockets and device nodes anew, where that was asked for; never opens one.</summary>
/// <remarks>Safe for all threads.</remarks>
internal static class SpecialFiles
{
    // Nobody else may look before owner and permissions are the source's.
    private const int OwnerOnly = FilePermissions.OwnFile;

    /// <summary>Makes it, or reports that it is skipped.</summary>
    /// <returns>Whether the entry was handed on, because its file has several names.</returns>
    /// <exception cref="IOException">It cannot be made.</exception>
    internal static bool Carry(TreeRun run, DirectoryPair pair, FilePath name, FileKind kind)
    {
        if (run.Options.Special && kind != FileKind.Unknown)
        {
            return NamedEntries.Carry(
                run,
                pair,
                name,
                kind,
                CopyAction.SpecialMade,
                sameContent: (source, target) => IsSameDevice(source, Entries.Status(target)),
                (place, status) => NativePlatform.Trees.CreateNode(
                    place.Directory.Handle, place.Name, kind, OwnerOnly, status.NodeDevice));
        }

        run.Failed(Skipped(new DirectoryEntry(pair.Source, name).Path, kind), pair.Source.PathBelowRootOf(name));
        return false;
    }

    /// <summary>Whether two nodes stand for the same device, or for none.</summary>
    internal static bool IsSameDevice(in FileStatus one, in FileStatus other) =>
        one.Kind == other.Kind
        && (one.Kind is not (FileKind.BlockDevice or FileKind.CharacterDevice) || one.NodeDevice == other.NodeDevice);

    /// <summary>What is reported of one that is skipped.</summary>
    internal static CopyProblem Skipped(FilePath path, FileKind kind) => new(
        CopyProblemKind.Skipped,
        path,
        $"{path.Display} is {Description(kind)}, and such files are only copied when that is asked for");

    private static string Description(FileKind kind) => kind switch
    {
        FileKind.Fifo => "a FIFO",
        FileKind.Socket => "a socket",
        FileKind.BlockDevice => "a block device",
        FileKind.CharacterDevice => "a character device",
        _ => "of an unknown kind",
    };
}
