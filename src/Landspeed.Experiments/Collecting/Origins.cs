using Landspeed.Results;

namespace Landspeed.Experiments.Collecting;

/// <summary>Collects the machines and places of several results, each once.</summary>
internal static class Origins
{
    /// <summary>Returns the machines; differences that change over time do not make a different machine.</summary>
    internal static IReadOnlyList<HostRecord> Hosts(IEnumerable<ResultDocument> results) =>
        [.. results.SelectMany(result => result.Hosts).DistinctBy(host => host with { ClockHz = null, ClockMethod = null, LoadAverage = null })];

    /// <summary>Returns the places; a difference in free space does not make a different place.</summary>
    internal static IReadOnlyList<PlaceRecord> Places(IEnumerable<ResultDocument> results) =>
        [.. results.SelectMany(result => result.Places).DistinctBy(place => place with { AvailableBytes = null })];
}
