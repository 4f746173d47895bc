using Landspeed.Experiments.Host;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Creates documents before their first run.</summary>
public static class ResultPreview
{
    /// <summary>Returns the document of an experiment on this machine.</summary>
    /// <param name="kind">One of <see cref="ResultKinds"/>, and its form, or null if it has only one.</param>
    /// <param name="place">Where its files are stored.</param>
    /// <param name="setup">What all cells have in common.</param>
    /// <param name="cells">The cells, from <see cref="Cell"/>.</param>
    /// <param name="now">The time of day.</param>
    public static ResultDocument Of(
        (string Kind, string? Variant) kind,
        PlaceRecord place,
        SetupRecord setup,
        IReadOnlyList<CellRecord> cells,
        DateTimeOffset now) => new()
        {
            Kind = kind.Kind,
            Variant = kind.Variant,
            Tool = ProductVersion.Tool,
            StartedAt = now,
            Hosts = [HostProbe.Capture()],
            Places = [place],
            Setup = setup,
            Cells = cells,
        };

    /// <summary>Returns a cell without a run.</summary>
    /// <param name="name">Unique within the experiment.</param>
    /// <param name="labels">Its position on each axis, in the order of the axes.</param>
    /// <param name="skipped">Why it cannot be run, or null if it can.</param>
    public static CellRecord Cell(
        string name, IEnumerable<(string Axis, string Value)> labels, string? skipped = null) => new()
        {
            Name = name,
            Labels = new Dictionary<string, string>(
                labels.Select(label => KeyValuePair.Create(label.Axis, label.Value)), StringComparer.Ordinal),
            State = skipped is null ? CellState.Pending : CellState.Skipped,
            Reason = skipped,
        };
}
