using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Collecting;

/// <summary>The machines and places of several results, each once.</summary>
internal static class Origins
{
    /// <summary>The machines; what changes by the hour makes none another one.</summary>
    internal static IReadOnlyList<HostRecord> Hosts(IEnumerable<ResultDocument> results) =>
        [.. results.SelectMany(result => result.Hosts).DistinctBy(host => host with { ClockHz = null, ClockMethod = null, LoadAverage = null })];

    /// <summary>The places; how much is free makes none another one.</summary>
    internal static IReadOnlyList<PlaceRecord> Places(IEnumerable<ResultDocument> results) =>
        [.. results.SelectMany(result => result.Places).DistinctBy(place => place with { AvailableBytes = null })];
}
