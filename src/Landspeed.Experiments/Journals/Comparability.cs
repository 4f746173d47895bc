using System.Text.Json;

namespace Landspeed.Experiments.Journals;

/// <summary>Whether numbers of two documents may stand side by side: same method, machine and place.</summary>
internal static class Comparability
{
    // What changes by the hour without changing what is measured.
    private static readonly string[] s_volatile = ["load_average", "clock_hz", "clock_method", "available_bytes"];

    /// <summary>Compares two documents that have <c>method_version</c>, <c>host</c> and <c>environment</c>.</summary>
    /// <param name="begun">The earlier one.</param>
    /// <param name="now">The one of today.</param>
    /// <returns>What differs, each with both values; empty when nothing does.</returns>
    internal static string[] Differences(JsonElement begun, JsonElement now) =>
    [
        .. Difference("method_version", begun, now),
        .. Below("host", begun, now),
        .. Below("environment", begun, now),
    ];

    private static IEnumerable<string> Below(string part, JsonElement begun, JsonElement now) =>
        begun.GetProperty(part).EnumerateObject()
            .Where(property => !s_volatile.Contains(property.Name))
            .SelectMany(property => Difference(property.Name, begun.GetProperty(part), now.GetProperty(part)));

    private static IEnumerable<string> Difference(string name, JsonElement begun, JsonElement now)
    {
        (string before, string after) = (begun.GetProperty(name).ToString(), now.GetProperty(name).ToString());
        return before == after ? [] : [$"{name} was {Shown(before)}, is {Shown(after)}"];
    }

    private static string Shown(string value) => value.Length == 0 ? "unknown" : value;
}
