using System.Globalization;
using Landspeed.Engine;
using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Checks a grid as far as possible without examining the machine.</summary>
internal static class SweepLimits
{
    private const int MostRepetitions = 100;
    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_longest = TimeSpan.FromHours(1);

    /// <summary>Refuses values out of range and axes without a value.</summary>
    /// <exception cref="ExperimentException">Usage; the message names value and range.</exception>
    internal static void Check(SweepOptions options)
    {
        CheckAxis("request size", options.RequestSizes, 1, EngineLimits.MaximumTransfer);
        CheckAxis("queue depth", options.QueueDepths?.Select(depth => (long)depth).ToArray(), 1, EngineLimits.MaximumQueueDepth);
        CheckGiven("mode", options.Modes?.Count);
        CheckGiven("operation", options.Operations?.Count);
        CheckGiven("api", options.Apis?.Count);
        CheckRange("repeat", options.Repetitions ?? 1, 1, MostRepetitions);
        CheckRange("bytes", options.Bytes ?? 1, 1, long.MaxValue);
        CheckRange("size", options.Size ?? 1, 1, long.MaxValue);
        if (options.Time is { } time && (time < s_shortest || time > s_longest))
        {
            throw Usage(string.Create(
                CultureInfo.InvariantCulture,
                $"the time {time.TotalSeconds} s is out of range: it must be 10 ms to 1 h"));
        }
    }

    /// <summary>
    /// Tells whether a sweep that was read can have been planned here: its journal may have been changed.
    /// </summary>
    internal static bool Permit(ResultDocument sweep) =>
        sweep.Kind == ResultKinds.Sweep
        && sweep.Setup.Rounds <= MostRepetitions
        && SweepSetup.Of(sweep.Setup) is { LimitBytes: >= 1 } setup
        && setup.LimitBytes <= setup.FileBytes
        && setup.TimeS >= s_shortest.TotalSeconds
        && setup.TimeS <= s_longest.TotalSeconds
        && sweep.Cells.All(Permit);

    private static bool Permit(CellRecord cell) =>
        IsNumber(cell, SweepLabels.RequestSizeAxis, EngineLimits.MaximumTransfer)
        && IsNumber(cell, SweepLabels.QueueDepthAxis, EngineLimits.MaximumQueueDepth)
        && Names<FileApi>(cell.Labels.GetValueOrDefault(SweepLabels.ApiAxis))
        && Names<IoMode>(cell.Labels.GetValueOrDefault(SweepLabels.ModeAxis))
        && Names<MeasuredOperation>(cell.Labels.GetValueOrDefault(SweepLabels.OperationAxis));

    private static bool IsNumber(CellRecord cell, string axis, long most) =>
        long.TryParse(cell.Labels.GetValueOrDefault(axis), NumberStyles.None, CultureInfo.InvariantCulture, out long value)
        && value >= 1 && value <= most;

    // Enum.TryParse accepts any number as a name.
    private static bool Names<T>(string? word)
        where T : struct, Enum =>
        Enum.TryParse(word, ignoreCase: true, out T value) && Enum.IsDefined(value);

    private static void CheckAxis(string name, IReadOnlyList<long>? values, long least, long most)
    {
        CheckGiven(name, values?.Count);
        foreach (long value in values ?? [])
        {
            CheckRange(name, value, least, most);
        }
    }

    private static void CheckGiven(string name, int? count)
    {
        if (count == 0)
        {
            throw Usage($"no {name} named: name one or more, or leave the option out");
        }
    }

    private static void CheckRange(string name, long value, long least, long most)
    {
        if (value < least || value > most)
        {
            throw Usage(string.Create(
                CultureInfo.InvariantCulture, $"the {name} {value} is out of range: it must be {least} to {most}"));
        }
    }

    private static ExperimentException Usage(string message) => new(Outcome.Usage, message);
}
