using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>A part of a ranked copy in which a rank can die: operations that the copy makes in it.</summary>
/// <param name="Name">What the copy does then.</param>
/// <param name="Operations">At which operations.</param>
/// <param name="Filter">On which names, see <see cref="FaultRule.Filter"/>.</param>
internal sealed record RankKillPhase(string Name, FaultOperations Operations, string Filter)
{
    private const FaultOperations Metadata = FaultOperations.Chmod | FaultOperations.Chown | FaultOperations.Utimens | FaultOperations.Setxattr;

    /// <summary>All of them: each of the steps of a copy lies in one at least.</summary>
    internal static IReadOnlyList<RankKillPhase> All { get; } =
    [
        new("claim", FaultOperations.Steps, "~.landspeed-run"),
        new("listing", FaultOperations.Opendir | FaultOperations.Readdir, "~source"),
        new("directories", FaultOperations.Mkdir | FaultOperations.Symlink | FaultOperations.Link, "~target"),
        new("small files", FaultOperations.Create | FaultOperations.Write, "~many"),
        new("segments", FaultOperations.Write | FaultOperations.Fallocate, "~.large.landspeed-part"),
        new("journals", FaultOperations.Steps, "~.landspeed-journal"),
        new("flushing", FaultOperations.Fsync | FaultOperations.Fsyncdir, "~target"),
        new("verification", FaultOperations.Read, "~target"),
        new("publication", FaultOperations.Rename, "~target"),
        new("metadata", Metadata, "~target"),
        new("removal", FaultOperations.Unlink, "~target"),
    ];

    internal static RankKillPhase Named(string name) => All.Single(phase => phase.Name == name);

    /// <summary>A rule that counts its operations.</summary>
    internal FaultRule Counting => FaultRule.Counting(Operations) with { Filter = Filter };

    /// <summary>A rule that kills who asks for one of them, before it or after it.</summary>
    internal FaultRule Killing(int nth, FaultAction action) => new(Operations, action, nth) { Filter = Filter };
}
