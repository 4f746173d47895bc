using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;

namespace Landspeed.Experiments.Records;

/// <summary>What the plans of making and of validating records have in common: one case, run once.</summary>
internal static class RecordPlans
{
    private const double AssumedBytesPerS = 1e9;

    /// <summary>The plan.</summary>
    /// <param name="experiment">One of <see cref="ExperimentNames"/>.</param>
    /// <param name="cell">Name of the case.</param>
    /// <param name="file">The file; null: a stream.</param>
    /// <param name="bytes">Bytes read and written.</param>
    /// <param name="options">What the numbers depend on.</param>
    /// <param name="now">The time of day.</param>
    internal static ExperimentPlan Of(
        string experiment,
        string cell,
        FilePath? file,
        (long Read, long Written) bytes,
        IReadOnlyDictionary<string, string> options,
        DateTimeOffset now)
    {
        var setup = new ExperimentSetupRecord { Seed = 0, Repetitions = 1, Axes = [], Options = options };
        FilePath place = file?.Parent ?? FilePath.FromText(".");
        return new ExperimentPlan
        {
            Preview = ExperimentPreview.Of(experiment, place, setup, [ExperimentPreview.Cell(cell, [])], now),
            Facts = [.. options.Select(option => (Label(option.Key), option.Value))],
            Uses = [(file ?? place, "the file of records")],
            SpaceNeededBytes = bytes.Written,
            PreparationBytes = 0,
            ReadBytesPerRound = bytes.Read,
            WriteBytesPerRound = bytes.Written,
            EstimatedTime = TimeSpan.FromSeconds(Math.Min((bytes.Read + bytes.Written) / AssumedBytesPerS, 1e9)),
            HasBaseline = false,
        };
    }

    /// <summary>A number as the options of a document have it.</summary>
    internal static string Number<T>(T number)
        where T : IFormattable => number.ToString(null, CultureInfo.InvariantCulture);

    private static string Label(string option) => option.Replace('_', ' ');
}
