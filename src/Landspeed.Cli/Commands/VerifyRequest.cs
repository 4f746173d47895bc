using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of <c>verify</c>.</summary>
internal sealed record VerifyRequest
{
    /// <summary>What is checked.</summary>
    internal required VerificationTask Task { get; init; }

    /// <summary>File for JSON, <c>-</c> for standard output, or null.</summary>
    internal string? Json { get; init; }

    /// <summary>Whether files that are as they should be are listed.</summary>
    internal bool Verbose { get; init; }

    /// <summary>Whether neither progress nor summary are shown.</summary>
    internal bool Quiet { get; init; }
}
