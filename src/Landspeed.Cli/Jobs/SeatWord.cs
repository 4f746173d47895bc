using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Experiments.Jobs;

namespace Landspeed.Cli.Jobs;

/// <summary>
/// The word with which this program starts itself as one of several jobs: it stands before the verb, and says where the
/// jobs meet.
/// </summary>
internal static class SeatWord
{
    /// <summary>Takes the place that the words name.</summary>
    /// <param name="words">The command line.</param>
    /// <param name="rest">The words behind it.</param>
    /// <returns>The place; null: this process is not one of several jobs.</returns>
    /// <exception cref="ExperimentException">No jobs meet there, or none has this number.</exception>
    internal static JobSeat? Take(CommandWords words, out CommandWords rest)
    {
        rest = words;
        if (words.Arguments is not [var first, .. var others]
            || !first.StartsWith(JobProcess.Seat, StringComparison.Ordinal))
        {
            return null;
        }

        string[] parts = first[JobProcess.Seat.Length..].Split(':', 2);
        if (parts.Length != 2
            || !int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int number))
        {
            throw UsageError.Of($"{Shown.Value(first)} is not where jobs meet; name them with {JobListRequest.Option}");
        }

        rest = words with { Arguments = others };
        return JobSeat.Take(Values.Path(JobProcess.Seat, parts[1]), number);
    }
}
