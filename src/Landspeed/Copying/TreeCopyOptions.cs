using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying;

/// <summary>How a tree is copied: how each of its files is, and what is done with the rest.</summary>
public sealed record TreeCopyOptions : CopyOptions
{
    /// <summary>
    /// Chooses entries by their path below the source, with slashes, and their kind; a directory that is not chosen is not
    /// looked into. Called by one thread. Default: all.
    /// </summary>
    public Func<FilePath, FileKind, bool>? Chooses { get; init; }

    /// <summary>Whether directories on other file systems are looked into; else they are made and left empty. Default: no.</summary>
    public bool CrossMounts { get; init; }

    /// <summary>Whether FIFOs, sockets and device nodes are made anew; else they are skipped and listed. Default: no.</summary>
    public bool Special { get; init; }

    /// <summary>Whether entries of the target that the source lacks are removed. Default: no.</summary>
    public bool Delete { get; init; }

    /// <summary>Whether <see cref="CopyOptions.Events"/> only report what would be done, and nothing is changed. Default: no.</summary>
    public bool DryRun { get; init; }

    /// <summary>Threads for files of at most <see cref="SmallFileLimit"/>, 1 to 64. Default 4.</summary>
    public int SmallFileThreads { get; init; } = 4;

    /// <summary>The length up to which a file counts as small: one read and one write of its own. 0 to 64 MiB. Default 1 MiB.</summary>
    public ByteCount SmallFileLimit { get; init; } = ByteCount.MiB(1);

    /// <summary>Directories that may have entries under way; another number than the system's only in tests.</summary>
    internal int BusyPairs { get; init; } = DescriptorBudget.BusyPairs;
}
