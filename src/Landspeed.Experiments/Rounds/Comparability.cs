using System.Text.Json;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>
/// Tells whether an interrupted experiment may be resumed: only if all its numbers remain comparable.
/// </summary>
internal static class Comparability
{
    // Facts that change over time without affecting what is measured.
    private static readonly string[] s_volatile = ["load_average", "clock_hz", "clock_method", "available_bytes"];

    // How the axes were chosen: the cells show the result.
    private static readonly string[] s_choices = [SweepLabels.GridOption];

    /// <summary>Compares the experiment that was started with the one that would be started now.</summary>
    /// <param name="begun">The experiment that was started.</param>
    /// <param name="now">The experiment that would be started now.</param>
    /// <param name="word">What the experiment is called in messages.</param>
    /// <exception cref="ExperimentException">Usage: it is a different experiment, or has other options. Refused:
    /// method, machine or volume differ; the message names the differences.</exception>
    internal static void Check(ResultDocument begun, ResultDocument now, string word)
    {
        if (NameOf(begun) != NameOf(now))
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"the journal is from {NameOf(begun)}, and this is {NameOf(now)}: name the right one with --journal");
        }

        if (Shape(begun) != Shape(now))
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"the interrupted {word} had other options: repeat the same command line, with --resume");
        }

        string[] differences = Differences(begun, now);
        if (differences.Length > 0)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"the {word} in {now.Places[0].Path} cannot be resumed, its numbers would not be comparable: "
                + $"{string.Join("; ", differences)}; remove the journal to start again");
        }
    }

    private static string NameOf(ResultDocument document) =>
        document.Variant is { } variant ? $"{document.Kind} {variant}" : document.Kind;

    private static string Shape(ResultDocument document) => string.Join('\n',
    [
        FormattableString.Invariant($"{document.Setup.Seed} {document.Setup.Rounds}"),
        .. document.Setup.Axes,
        .. document.Setup.Options.Where(option => !s_choices.Contains(option.Key)).OrderBy(option => option.Key, StringComparer.Ordinal)
            .Select(option => $"{option.Key} {option.Value}"),
        .. document.Cells.Select(cell => $"{cell.Name} {cell.State == CellState.Skipped}"),
    ]);

    private static string[] Differences(ResultDocument begun, ResultDocument now)
    {
        (JsonElement then, JsonElement today) = (Json(begun), Json(now));
        return
        [
            .. Differences(then, today, name => name == "method_version").Select(Text),
            .. Below("hosts", then, today),
            .. Below("places", then, today),
        ];
    }

    private static JsonElement Json(ResultDocument document) => JsonSerializer.SerializeToElement(
        document with { Cells = [], Curves = [], Conclusions = [] }, ResultsJson.Result);

    private static IEnumerable<string> Below(string part, JsonElement begun, JsonElement now) =>
        begun.GetProperty(part).EnumerateArray().Zip(now.GetProperty(part).EnumerateArray())
            .SelectMany(pair => Differences(pair.First, pair.Second, name => !s_volatile.Contains(name))).Select(Text);

    private static string Text((string Name, string One, string Other) difference) =>
        $"{difference.Name} was {difference.One}, is {difference.Other}";

    /// <summary>Returns the properties in which two objects of a document differ.</summary>
    /// <param name="one">An object.</param>
    /// <param name="other">One of the same type.</param>
    /// <param name="counts">Tells whether a property of this name counts.</param>
    internal static IEnumerable<(string Name, string One, string Other)> Differences(JsonElement one, JsonElement other, Func<string, bool> counts) =>
        from property in one.EnumerateObject()
        where counts(property.Name)
        let values = (Shown(property.Value.ToString()), Shown(other.GetProperty(property.Name).ToString()))
        where values.Item1 != values.Item2
        select (property.Name, values.Item1, values.Item2);

    private static string Shown(string value) => value.Length == 0 ? "unknown" : value;
}
