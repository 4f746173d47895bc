using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;

namespace Landspeed.Experiments.Records;

/// <summary>Decides whether a file may be created under a name.</summary>
internal static class RecordTarget
{
    /// <summary>
    /// Refuses a name that is in use or cannot be a file's, and a volume without enough space. Touches nothing.
    /// </summary>
    /// <param name="path">The file that will be created.</param>
    /// <param name="overwrite">Whether the file of that name may be replaced.</param>
    /// <param name="needed">Bytes that will be written.</param>
    /// <exception cref="ExperimentException">Refused.</exception>
    internal static void Check(FilePath path, bool overwrite, long needed)
    {
        if (path.Bytes[^1] == (byte)'/')
        {
            throw Refusal($"{path.Display} ends in a slash and so names a directory: name a file");
        }

        if (EntryStatus.Of(path) is { } status)
        {
            CheckPresent(path, overwrite, status);
        }

        if (NativePlatform.Files.StatusOf(path.Parent, out FileStatus parent).Succeeded && parent.Kind != FileKind.Directory)
        {
            throw Refusal($"{path.Display} cannot be made: {path.Parent.Display} is not a directory; name a file elsewhere");
        }

        RunSpace.Require(path.Parent, path, new(needed), "make fewer records, or free some space");
    }

    private static void CheckPresent(FilePath path, bool overwrite, in FileStatus status)
    {
        switch (status.Kind)
        {
            case FileKind.Regular:
                break;
            case FileKind.Directory:
                throw new ExperimentException(Outcome.Usage, $"{path.Display} is a directory; name a file in it");
            case FileKind.SymbolicLink:
                // A link would be replaced, and the file that it leads to would stay unchanged: that is never intended.
                throw Refusal($"{path.Display} is a symbolic link: name the file itself, or another one");
            default:
                throw Refusal(
                    $"{path.Display} is {FileKinds.Describe(status.Kind)}, and records are made as a regular file: "
                    + "name another file, or - for standard output");
        }

        if (!overwrite)
        {
            throw Refusal($"{path.Display} exists: name another file, or give --overwrite if its content may be lost");
        }

        if (NativePlatform.Host.LoopDeviceOn(status) is { } loop)
        {
            throw Refusal($"{path.Display} is the medium of {loop}: detach {loop} first, or name another file");
        }
    }

    private static ExperimentException Refusal(string why) => new(Outcome.Refused, why);
}
