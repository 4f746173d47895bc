using System.Text.Json;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Collecting;

/// <summary>Explains why two results, or two of their cells, are not comparable; pure functions.</summary>
/// <remarks>
/// Comparability in Rounds decides whether an experiment may be resumed, and is stricter: here a different kernel or
/// program may be the subject of the comparison.
/// </remarks>
internal static class ComparableResults
{
    private static readonly string[] s_host = ["architecture", "processor_model", "processor_count", "virtualization"];
    private static readonly string[] s_place = ["file_system", "mount_options", "device", "device_model"];

    // How the axes were chosen, or where files are stored: the cells and the places show the result.
    private static readonly string[] s_options = [SweepLabels.GridOption, "input", "names", "request_sizes"];

    // The amount of the same memory that a kernel reserves for itself varies a little.
    private const double SameMemory = 1.05;

    /// <summary>
    /// Returns why the results are not comparable as a whole, one reason per line; empty if they are comparable.
    /// </summary>
    internal static IReadOnlyList<string> Reasons(
        (string Name, ResultDocument Document) baseline, (string Name, ResultDocument Document) other)
    {
        (ResultDocument one, ResultDocument two) = (baseline.Document, other.Document);
        List<string> reasons = [];
        Add("method version", Text(one.MethodVersion), Text(two.MethodVersion));
        Add("kind", Kind(one), Kind(two));
        Add("number of hosts", Text(one.Hosts.Count), Text(two.Hosts.Count));
        foreach ((HostRecord First, HostRecord Second) hosts in one.Hosts.Zip(two.Hosts))
        {
            Each("host", s_host, hosts.First, hosts.Second);
            if (!IsSameMemory(hosts.First.MemoryBytes, hosts.Second.MemoryBytes))
            {
                Add("host: memory bytes", Text(hosts.First.MemoryBytes), Text(hosts.Second.MemoryBytes));
            }
        }

        Add("places", Roles(one), Roles(two));
        foreach (PlaceRecord place in one.Places)
        {
            if (two.Places.FirstOrDefault(candidate => candidate.Role == place.Role) is { } same)
            {
                Each(place.Role, s_place, place, same);
            }
        }

        foreach (string option in Options(one).Keys.Union(Options(two).Keys, StringComparer.Ordinal).Except(s_options).Order(StringComparer.Ordinal))
        {
            Add($"option {Words(option)}", Options(one).GetValueOrDefault(option, "not set"), Options(two).GetValueOrDefault(option, "not set"));
        }

        return reasons;

        void Add(string what, string ofOne, string ofTwo)
        {
            if (ofOne != ofTwo)
            {
                reasons.Add($"{what}: {ofOne} in {baseline.Name}, {ofTwo} in {other.Name}");
            }
        }

        void Each<T>(string what, string[] names, T ofOne, T ofTwo)
        {
            foreach ((string name, string first, string second) in Comparability.Differences(Json(ofOne), Json(ofTwo), name => names.Contains(name)))
            {
                Add($"{what}: {Words(name)}", first, second);
            }
        }
    }

    /// <summary>Returns why a cell is not comparable, or null if it is.</summary>
    /// <param name="one">A measured cell of the baseline.</param>
    /// <param name="other">The measured cell of the same name.</param>
    /// <param name="axes">The labels that identify the cell; others are outcomes.</param>
    internal static string? Reason(CellRecord one, CellRecord other, IReadOnlyList<string> axes)
    {
        string[] labels =
        [
            .. axes.Where(axis => one.Labels.GetValueOrDefault(axis) != other.Labels.GetValueOrDefault(axis))
                .Select(axis => $"{Words(axis)} {one.Labels.GetValueOrDefault(axis, "not set")} against {other.Labels.GetValueOrDefault(axis, "not set")}"),
        ];
        string[] reasons =
        [
            .. labels,
            .. Verdict("read", one.Verdicts.Read, other.Verdicts.Read),
            .. Verdict("written", one.Verdicts.Write, other.Verdicts.Write),
            .. Case(one.Runs[0].Case?.Effective, other.Runs[0].Case?.Effective),
        ];
        return reasons.Length == 0 ? null : string.Join("; ", reasons);
    }

    private static IEnumerable<string> Verdict(string what, Verdict? one, Verdict? other)
    {
        if (one != other)
        {
            yield return $"verdict on the bytes {what}: {Word(one)} against {Word(other)}";
        }
    }

    private static string Word(Verdict? verdict) => verdict is null ? "none" : verdict.ToWord();

    private static IEnumerable<string> Case(CaseRecord? one, CaseRecord? other)
    {
        if (one is null || other is null)
        {
            return [];
        }

        // An existing file contains what an earlier run has written into it.
        CaseRecord same = other with { Seed = one.Seed, Preparation = one.Preparation is null || other.Preparation is null ? one.Preparation : other.Preparation };
        return one == same
            ? []
            : Comparability.Differences(Json(one), Json(same), _ => true).Select(difference => $"{Words(difference.Name)} {difference.One} against {difference.Other}");
    }

    private static bool IsSameMemory(long? one, long? other) => one is { } first && other is { } second
        ? Math.Max(first, second) <= SameMemory * Math.Min(first, second)
        : one == other;

    private static Dictionary<string, string> Options(ResultDocument document)
    {
        var options = new Dictionary<string, string>(document.Setup.Options, StringComparer.Ordinal);
        foreach ((string name, string value) in document.Setup.Effective)
        {
            options[name] = value;
        }

        return options;
    }

    private static string Kind(ResultDocument document) => document.Variant is { } variant ? $"{document.Kind} {Words(variant)}" : document.Kind;

    private static string Roles(ResultDocument document) => string.Join(", ", document.Places.Select(place => place.Role));

    private static string Words(string name) => name.Replace('_', ' ');

    private static string Text(long? number) => number is { } known ? FormattableString.Invariant($"{known}") : "unknown";

    private static JsonElement Json<T>(T value) => JsonSerializer.SerializeToElement(value, ResultsJson.Result.Options.GetTypeInfo(typeof(T)));
}
