using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>What will be filled, checked against the machine.</summary>
/// <param name="Options">The options.</param>
/// <param name="FileSystem">The volume's file system.</param>
/// <param name="Use">The volume without what a previous run left, which is removed first.</param>
/// <param name="Limits">How many bytes.</param>
/// <param name="Left">What a previous run left, or null if nothing.</param>
internal sealed record FillPlan(FillOptions Options, string FileSystem, VolumeUse Use, FillLimits Limits, FillCleaned? Left)
{
    private static readonly string[] s_fileSystems = ["ext4", "xfs", FileSystemNames.Btrfs];

    /// <summary>Creates the plan; touches nothing.</summary>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    internal static FillPlan Of(FillOptions options)
    {
        FilePath directory = options.Directory;
        RequireDirectory(directory);
        NativeResult opened = NativePlatform.Trees.OpenDirectory(directory, out SafeFileHandle? handle);
        if (opened.Failed)
        {
            throw new NativeIOException("open the directory", directory, opened.Error);
        }

        using (handle)
        {
            NativePlatform.Files.Status(handle!, out FileStatus status);
            NativePlatform.Files.Volume(handle!, out VolumeStatus volume);
            string fileSystem = FileSystemNames.Mounted(handle!) ?? FileSystemNames.Of(volume.TypeMagic);
            if (volume.IsReadOnly)
            {
                throw new ExperimentException(Outcome.Failed, $"cannot fill {directory.Display}: its file system is mounted read-only; name another volume");
            }

            if (!s_fileSystems.Contains(fileSystem))
            {
                throw new ExperimentException(
                    Outcome.Refused, $"cannot fill {directory.Display}: it is on {fileSystem}; only volumes of ext4, XFS and btrfs can be filled, for example one in a file: truncate, mkfs, mount -o loop");
            }

            new FillPermit(options).Check(status);
            FillPermit.CheckContent(directory, handle!, options.MayHoldOthers);
            FillCleaned left = FillCleaning.Run(directory, isDry: true, CancellationToken.None);
            VolumeUse use = VolumeUse.Of(handle!, directory).Without(left.Bytes);
            return new FillPlan(options, fileSystem, use, FillLimits.Of(options, use, fileSystem), left.Files > 0 ? left : null);
        }
    }

    private static void RequireDirectory(FilePath directory)
    {
        NativeResult asked = NativePlatform.Files.StatusOf(directory, out FileStatus status);
        if (asked.Error.Kind == NativeErrorKind.NotFound)
        {
            throw new ExperimentException(Outcome.Usage, $"the directory {directory.Display} does not exist: create it first, on the volume to fill");
        }

        if (asked.Failed)
        {
            throw new NativeIOException("look at", directory, asked.Error);
        }

        if (status.Kind != FileKind.Directory)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{directory.Display} is {FileKinds.Describe(status.Kind)}: --fill and --clean need a directory on the volume");
        }
    }
}
