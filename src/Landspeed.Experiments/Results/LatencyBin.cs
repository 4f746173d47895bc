namespace Landspeed.Experiments.Results;

/// <summary>One bin of a latency histogram.</summary>
/// <param name="UpToNs">Largest latency in the bin, inclusive.</param>
/// <param name="Count">Samples.</param>
public sealed record LatencyBin(long UpToNs, long Count);
