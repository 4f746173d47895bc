using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Trials;

/// <summary>Documents before their first run.</summary>
public static class ExperimentPreview
{
    /// <summary>The document of an experiment.</summary>
    /// <param name="experiment">One of <see cref="ExperimentNames"/>.</param>
    /// <param name="place">Where its files lie.</param>
    /// <param name="setup">What all cells have in common.</param>
    /// <param name="cells">The cells, from <see cref="Cell"/>.</param>
    /// <param name="now">The time of day.</param>
    public static ExperimentDocument Of(
        string experiment,
        FilePath place,
        ExperimentSetupRecord setup,
        IReadOnlyList<ExperimentCellRecord> cells,
        DateTimeOffset now) => new()
        {
            Experiment = experiment,
            ToolVersion = ProductVersion.Text,
            StartedAt = now,
            Host = HostProbe.Capture(),
            Environment = EnvironmentProbe.Capture(place),
            Setup = setup,
            Cells = cells,
            Conclusions = [],
            Findings = [],
        };

    /// <summary>A cell without a run.</summary>
    /// <param name="name">Unique within the experiment.</param>
    /// <param name="labels">Where it lies on each axis, in the order of the axes.</param>
    /// <param name="skipped">Why it cannot be run; null: it can.</param>
    public static ExperimentCellRecord Cell(
        string name, IEnumerable<(string Axis, string Value)> labels, string? skipped = null) => new()
        {
            Name = name,
            Labels = new Dictionary<string, string>(
                labels.Select(label => KeyValuePair.Create(label.Axis, label.Value)), StringComparer.Ordinal),
            State = skipped is null ? CellState.Pending : CellState.Skipped,
            Reason = skipped,
            Values = new Dictionary<string, double>(),
            Findings = [],
            Runs = [],
        };
}
