namespace Landspeed.Experiments.Results;

/// <summary>One sample of the time series.</summary>
/// <param name="StartNs">Its start, from the start of the measured time.</param>
/// <param name="DurationNs">How long it is.</param>
/// <param name="Bytes">Bytes whose requests completed in it.</param>
/// <param name="Requests">Requests completed in it.</param>
public sealed record SampleRecord(long StartNs, long DurationNs, long Bytes, long Requests);
