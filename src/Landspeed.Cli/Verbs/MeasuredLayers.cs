using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Layers;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Cli.Verbs;

/// <summary><c>measure --layers</c>: one case at five depths.</summary>
internal static class MeasuredLayers
{
    private const int Repetitions = 5; // give an interval of 93.75 %
    private static readonly TimeSpan s_time = TimeSpan.FromSeconds(1);

    // What the layers differ in, or what has no layers.
    private static readonly (string Option, string Why)[] s_contradictions =
    [
        ("--extend", "appends to an empty file, which cannot be cached; use --read or --write"),
        ("--mode", "selects one mode, but the layers use several; leave it out"),
        ("--api", "selects an API, but each layer has its own engine; leave it out"),
        ("--threads", "splits the file among threads, but a layer is measured with one; leave it out"),
        ("--cold", "drops the file from the cache, but only the device layers do that, on their own; leave it out"),
        ("--flush", "makes writes durable, but only the device layers do that, on their own; leave it out"),
        ("--preallocate", "creates a file without data, so reads would not reach the device; leave it out"),
        ("--show-fio", "prints the fio command for one case, but fio does not measure layers; leave it out"),
    ];

    /// <summary>Refuses what contradicts it.</summary>
    /// <exception cref="Experiments.ExperimentException">Usage.</exception>
    internal static void Check(GivenWords words)
    {
        foreach ((string option, string why) in s_contradictions)
        {
            if (words.Has(option))
            {
                throw UsageError.Of($"--layers: {option} {why}");
            }
        }

        if (words.Text("--strict") is { } verdict && !verdict.Equals("device", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of($"--layers: --strict={verdict} names one verdict, but each layer has its own; use --strict alone");
        }

        if (words.Text("--format") is { } format && format.Equals("fio", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of("--layers: --format fio cannot show layers; use --format json");
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
        ExperimentRequest request = MeasureGroups.Running.Read(words, new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = new LayersExperiment(work) }, Outputs = outputs, AnnouncePlan = !words.IsSet("--quiet"),
        });
        return request with { VerdictOf = request.ExpectedVerdict is null ? null : LayersExperiment.ExpectedVerdict };
    }
}
