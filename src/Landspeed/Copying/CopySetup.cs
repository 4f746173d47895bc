using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What all files of one run share.</summary>
/// <param name="Options">The options.</param>
/// <param name="Ledger">Keeps count.</param>
/// <param name="Run">The run's number, for temporary names.</param>
internal sealed record CopySetup(CopyOptions Options, CopyLedger Ledger, string Run)
{
    /// <summary>
    /// Bytes from which on a file of a tree keeps a journal: 67,108,864 (64 MiB). A smaller one is copied again in less time
    /// than it takes to think about it.
    /// </summary>
    internal long JournalThreshold { get; init; } = 64L << 20;

    /// <summary>
    /// Bytes after which a journaled copy is made durable, so that it can be continued from there: 268,435,456 (256 MiB), a
    /// fraction of a second of a fast device.
    /// </summary>
    internal long CheckpointInterval { get; init; } = 256L << 20;

    /// <summary>Makes another engine than the options ask for; null but in tests.</summary>
    internal Func<int, IIoEngine>? Engine { get; init; }

    /// <summary>What keeping metadata needs to know.</summary>
    internal PreservationContext Preservation { get; } = new(NativePlatform.Trees.Identity(), Ledger);

    /// <summary>Whether what passes must be known later.</summary>
    internal bool KeepsHashes => Options.Verify;

    /// <summary>Whether the processor looks at every byte.</summary>
    internal bool LooksAtBytes => Options.Verify || Options.Digests.Count > 0;
}
