using Landspeed.Files;

namespace Landspeed.Copying;

/// <summary>Which way a file's bytes went, and why.</summary>
/// <param name="Way">The way; never <see cref="CopyWay.Automatic"/>.</param>
/// <param name="SourceMode">How the source was read.</param>
/// <param name="TargetMode">How the target was written.</param>
/// <param name="Reason">Why, in a sentence without a full stop.</param>
public sealed record CopyDecision(CopyWay Way, IoMode SourceMode, IoMode TargetMode, string Reason)
{
    /// <summary>Whether blocks are shared, so that no byte went any way.</summary>
    public bool IsReflink { get; init; }
}
