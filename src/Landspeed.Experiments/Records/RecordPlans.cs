using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Results;

namespace Landspeed.Experiments.Records;

/// <summary>What the plans for generating and for validating records have in common: one case, run once.</summary>
internal static class RecordPlans
{
    private const double AssumedBytesPerS = 1e9;

    /// <summary>Creates the plan.</summary>
    /// <param name="variant">One of <see cref="ResultKinds"/>.</param>
    /// <param name="cell">Name of the case.</param>
    /// <param name="file">The file, or null for a stream.</param>
    /// <param name="bytes">Bytes read and written.</param>
    /// <param name="options">The options that the numbers depend on.</param>
    /// <param name="now">The time of day.</param>
    internal static ExperimentPlan Of(
        string variant,
        string cell,
        FilePath? file,
        (long Read, long Written) bytes,
        IReadOnlyDictionary<string, string> options,
        DateTimeOffset now)
    {
        var setup = new SetupRecord { Seed = 0, Rounds = 1, Axes = [], Options = options };
        FilePath place = file?.Parent ?? FilePath.FromText(".");
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of((ResultKinds.Records, variant), EnvironmentProbe.Place(file is null ? PlaceRoles.Directory : PlaceRoles.File, place), setup, [ResultPreview.Cell(cell, [])], now),
            Facts = [.. options.Select(option => (Label(option.Key), option.Value))],
            Uses = [(file ?? place, "the file of records")],
            SpaceNeededBytes = bytes.Written,
            PreparationBytes = 0,
            ReadBytes = bytes.Read,
            WriteBytes = bytes.Written,
            EstimatedTime = TimeSpan.FromSeconds(Math.Min((bytes.Read + bytes.Written) / AssumedBytesPerS, 1e9)),
            BaselineRunTime = null,
        };
    }

    /// <summary>Formats a number for the options of a document.</summary>
    internal static string Number<T>(T number)
        where T : IFormattable => number.ToString(null, CultureInfo.InvariantCulture);

    private static string Label(string option) => option.Replace('_', ' ');
}

/// <summary>What is reported about records in words, and in numbers that must be exact.</summary>
internal static class RecordFacts
{
    internal static Dictionary<string, string> OfGeneration(StorageFile? file, string? checksum) => Present(
    [
        (RecordLabels.Checksum, checksum),
        (RecordLabels.Mode, file?.EffectiveMode.ToWord()),
        (RecordLabels.ModeReason, file?.ModeReason),
    ]);

    internal static Dictionary<string, string> OfValidation(in RecordSummary summary, IoMode? mode) => Present(
    [
        (RecordLabels.InOrder, summary.Unordered == 0 ? "yes" : "no"),
        (RecordLabels.FirstUnordered, summary.Unordered == 0 ? null : summary.FirstUnordered.ToString(CultureInfo.InvariantCulture)),
        (RecordLabels.Checksum, RecordChecksum.Text(summary.Checksum)),
        (RecordLabels.Mode, mode?.ToWord()),
    ]);

    private static Dictionary<string, string> Present(IEnumerable<(string Name, string? Value)> facts) => facts
        .Where(fact => fact.Value is not null)
        .ToDictionary(fact => fact.Name, fact => fact.Value!, StringComparer.Ordinal);
}
