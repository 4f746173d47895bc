using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>What all files of one run share.</summary>
/// <param name="Options">The options.</param>
/// <param name="Reporter">Keeps count.</param>
/// <param name="Names">The run's temporary names.</param>
internal sealed record CopySetup(CopyOptions Options, CopyReporter Reporter, RunNames Names)
{
    /// <summary>
    /// Bytes from which on a file of a tree keeps a journal, and a mark until it has its name: 67,108,864 (64 MiB). A smaller one
    /// is copied again in less time than it takes to think about it.
    /// </summary>
    internal const long JournalThresholdInTrees = 64L << 20;

    /// <summary>Bytes from which on a file keeps a journal.</summary>
    internal long JournalThreshold { get; init; } = JournalThresholdInTrees;

    /// <summary>
    /// Bytes after which a journaled copy is made durable, so that it can be continued from there: 268,435,456 (256 MiB), a
    /// fraction of a second of a fast device.
    /// </summary>
    internal long CheckpointInterval { get; init; } = 256L << 20;

    /// <summary>
    /// Whether a source's name is looked up by its path and links are followed, as who names one file means it; else in its
    /// open directory, as an entry of a tree.
    /// </summary>
    internal bool FollowsLinks { get; init; } = true;

    /// <summary>What keeping metadata needs to know.</summary>
    internal PreservationContext Preservation { get; init; } = new(NativePlatform.Trees.Identity(), Reporter);

    /// <summary>Whether what passes must be known later.</summary>
    internal bool KeepsHashes => Options.Verify;
}

/// <summary>What keeping metadata needs to know of the run.</summary>
/// <param name="Identity">Who the process is for the file system.</param>
/// <param name="Reporter">Learns what could not be kept.</param>
internal sealed record PreservationContext(ProcessIdentity Identity, CopyReporter Reporter)
{
    /// <summary>What the target's file systems do not keep of times.</summary>
    internal TimeLosses Times { get; } = new(Reporter);

    /// <summary>What the target's file systems do not keep of permissions.</summary>
    internal PermissionLosses Permissions { get; } = new(Reporter);

    /// <summary>Called with each target that lacks an extended attribute of its source; null: not called.</summary>
    internal Action<DirectoryEntry>? AttributeLost { get; init; }
}
