using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Zones;

namespace Landspeed.Cli.Verbs;

/// <summary><c>measure --zones</c>: one case in each of several equal parts of a file.</summary>
internal static class MeasuredZones
{
    private const int Repetitions = 8; // with 16 zones a difference can be told from chance
    private static readonly TimeSpan s_time = TimeSpan.FromMilliseconds(250);

    private static readonly (string Option, string Why)[] s_contradictions =
    [
        ("--extend", "writes an empty file once, from its start; use --read or --write"),
        ("--layers", "measures another series of cases; leave one of them out"),
        ("--api", "selects an API, but only an engine stays within a zone; leave it out"),
        ("--bytes", "ends a run by its bytes, but a run in a zone ends by its time; use --time"),
        ("--preallocate", "creates a file without data, so reads would not reach the device; leave it out"),
        ("--show-fio", "prints the fio command for one case, but each zone is a case; leave it out"),
    ];

    /// <summary>Refuses what contradicts it.</summary>
    /// <exception cref="Experiments.ExperimentException">Usage.</exception>
    internal static void Check(GivenWords words)
    {
        foreach ((string option, string why) in s_contradictions)
        {
            if (words.Has(option))
            {
                throw UsageError.Of($"--zones: {option} {why}");
            }
        }

        if (words.Text("--format") is { } format && format.Equals("fio", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of("--zones: --format fio cannot show zones; use --format json");
        }
    }

    /// <summary>What was asked for.</summary>
    /// <param name="words">What was typed.</param>
    /// <param name="options">The case.</param>
    /// <param name="outputs">Where the result goes.</param>
    internal static ExperimentRequest Request(GivenWords words, MeasurementOptions options, ResultOutputs outputs)
    {
        MeasurementOptions work = options with
        {
            Repeat = words.Has("--repeat") ? options.Repeat : Repetitions,
            Time = words.Has("--time") ? options.Time : s_time,
        };
        return MeasureGroups.Running.Read(words, new ExperimentRequest
        {
            Task = new ExperimentTask
            {
                Experiment = new ZonesExperiment(work, MeasureGroups.Zones.Read(words.Text("--zones")!)),
            },
            Outputs = outputs,
            AnnouncePlan = !words.IsSet("--quiet"),
        });
    }
}
