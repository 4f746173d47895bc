using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>State that all files of one run share.</summary>
/// <param name="Options">The options.</param>
/// <param name="Reporter">Counts what was done.</param>
/// <param name="Names">The run's temporary names.</param>
internal sealed record CopySetup(CopyOptions Options, CopyReporter Reporter, RunNames Names)
{
    /// <summary>
    /// Minimum length of a file of a tree that keeps a journal, and a mark until it has its name: 67,108,864 bytes (64
    /// MiB). A smaller one is quickly copied again.
    /// </summary>
    internal const long JournalThresholdInTrees = 64L << 20;

    /// <summary>Minimum length of a file that keeps a journal, in bytes.</summary>
    internal long JournalThreshold { get; init; } = JournalThresholdInTrees;

    /// <summary>
    /// Bytes after which a journaled copy is made durable, so that it can be continued from there: 268,435,456 (256
    /// MiB), a fraction of a second on a fast device.
    /// </summary>
    internal long CheckpointInterval { get; init; } = 256L << 20;

    /// <summary>
    /// True if a source's name is looked up by its path and links are followed, as for a single file named by the user;
    /// otherwise it is looked up in its open directory, as an entry of a tree.
    /// </summary>
    internal bool FollowsLinks { get; init; } = true;

    /// <summary>The context for preserving metadata.</summary>
    internal PreservationContext Preservation { get; init; } = new(
        NativePlatform.Trees.Identity(), Reporter, Options.SetIds);

    /// <summary>Repeats what failed on a source.</summary>
    internal SourceRetries Retries { get; } = new(Options.MaxRetries, Reporter);

    /// <summary>True if the hashes of the copied bytes are needed later.</summary>
    internal bool KeepsHashes => Options.Verify || Options.VerifySource;
}

/// <summary>The context of the run for preserving metadata.</summary>
/// <param name="Identity">The identity of the process for the file system.</param>
/// <param name="Reporter">Receives what could not be preserved.</param>
/// <param name="SetIds">What to do with set-ID permissions and capabilities.</param>
internal sealed record PreservationContext(
    ProcessIdentity Identity, CopyReporter Reporter, SetIdRule SetIds = SetIdRule.Automatic)
{
    /// <summary>Reports what the target's file systems do not keep of times.</summary>
    internal TimeLosses Times { get; } = new(Reporter);

    /// <summary>Reports what the target's file systems do not keep of permissions.</summary>
    internal PermissionLosses Permissions { get; } = new(Reporter);

    /// <summary>Called with each target that lacks an extended attribute of its source; null if not needed.</summary>
    internal Action<DirectoryEntry>? AttributeLost { get; init; }
}
