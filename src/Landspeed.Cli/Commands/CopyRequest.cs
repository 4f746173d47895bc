using Landspeed.Cli.Output;
using Landspeed.Experiments.Copying;
using Landspeed.Hashing;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of <c>copy</c> or <c>ubcopy</c>.</summary>
internal sealed record CopyRequest
{
    /// <summary>The copy.</summary>
    internal required CopyTask Task { get; init; }

    /// <summary>Where results go.</summary>
    internal CopyOutputs Outputs { get; init; } = new();

    /// <summary>The algorithm of the manifest's lines.</summary>
    internal DigestAlgorithm ManifestAlgorithm { get; init; } = DigestAlgorithm.Sha256;

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>Whether the summary is shown.</summary>
    internal bool ShowSummary { get; init; } = true;

    /// <summary>Whether only what would be done is said.</summary>
    internal bool PlanOnly { get; init; }

    /// <summary>Whether the ways of the bytes are told.</summary>
    internal bool Explain { get; init; }

    /// <summary>A command line that carries the copy on after an interruption.</summary>
    internal required string ContinueCommand { get; init; }
}
