using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Layers;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rates;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Zones;

namespace Landspeed.Cli.Verbs;

/// <summary>
/// The forms of <c>measure</c> that run one case several times over: at five depths (<c>--layers</c>), in each of
/// several equal parts of the file (<c>--zones</c>), or at each of several rates (<c>--rates</c>).
/// </summary>
internal static class MeasuredSeries
{
    private const string Layers = "--layers";
    private const int LayerRepetitions = 5; // give an interval of 93.75 %
    private const int ZoneRepetitions = 8; // decide about 16 zones
    private const int RateRepetitions = 5; // give an interval of 93.75 %
    private static readonly TimeSpan s_layerTime = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_zoneTime = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan s_rateTime = TimeSpan.FromSeconds(2);

    private static readonly (string Option, string Why)[] s_ofOneCase =
    [
        ("--until", "waits until the rate of one case is steady; leave one of them out"),
        ("--precondition", "writes over the file of one case; leave one of them out"),
        ("--verify-blocks", "looks at the blocks of one case; leave one of them out"),
        ("--check", "looks at the whole file once; leave one of them out"),
    ];

    // What the layers differ in, or what has no layers.
    private static readonly (string Option, string Why)[] s_notOfLayers =
    [
        ("--extend", "appends to an empty file, which cannot be cached; use --read or --write"),
        ("--mix", "reads and writes at once, but a layer is measured in one direction; use --read or --write"),
        ("--rate", "starts requests at a rate, but a layer is measured at its full rate; leave it out"),
        ("--rates", "measures another series of cases; leave one of them out"),
        (MeasureGroups.Sizes.Name, "gives requests several sizes, but a layer is measured with one; leave it out"),
        (MeasureGroups.Stride, "leaves gaps between requests, which layers do not; leave it out"),
        (MeasureGroups.Offset.Name, "leaves out the start of the file, but layers use it all; leave it out"),
        (MeasureGroups.Think.Name, "makes pauses, but a layer is measured at its full rate; leave it out"),
        ("--places", "uses some places more than others, which layers do not; leave it out"),
        ("--mode", "selects one mode, but the layers use several; leave it out"),
        ("--api", "selects an API, but each layer has its own engine; leave it out"),
        ("--threads", "splits the file among threads, but a layer is measured with one; leave it out"),
        ("--cold", "drops the file from the cache, but only the device layers do that, on their own; leave it out"),
        ("--flush", "makes writes durable, but only the device layers do that, on their own; leave it out"),
        ("--preallocate", "creates a file without data, so reads would not reach the device; leave it out"),
        ("--show-fio", "prints the fio command for one case, but fio does not measure layers; leave it out"),
    ];

    private static readonly (string Option, string Why)[] s_notOfZones =
    [
        ("--rate", "starts requests at a rate, but a zone is measured at its full rate; leave it out"),
        ("--rates", "measures another series of cases; leave one of them out"),
        ("--extend", "writes an empty file once, from its start; use --read or --write"),
        ("--mix", "reads and writes at once, but a zone is measured in one direction; use --read or --write"),
        (Layers, "measures another series of cases; leave one of them out"),
        (MeasureGroups.Sizes.Name, "gives requests several sizes, but a zone is measured with one; leave it out"),
        (MeasureGroups.Stride, "leaves gaps between requests, which zones do not; leave it out"),
        (MeasureGroups.Offset.Name, "leaves out the start of the file, but zones divide all of it; leave it out"),
        (MeasureGroups.Think.Name, "makes pauses, but a zone is measured at its full rate; leave it out"),
        ("--places", "uses some places more than others, which zones do not; leave it out"),
        ("--api", "selects an API, but only an engine stays within a zone; leave it out"),
        ("--bytes", "ends a run by its bytes, but a run in a zone ends by its time; use --time"),
        ("--preallocate", "creates a file without data, so reads would not reach the device; leave it out"),
        ("--show-fio", "prints the fio command for one case, but each zone is a case; leave it out"),
    ];

    private static readonly (string Option, string Why)[] s_notOfRates =
    [
        ("--rate", "names one rate; leave one of them out"),
        ("--extend", "writes an empty file once, from its start; use --read or --write"),
        ("--api", "selects an API, but only an engine starts requests when they are due; leave it out"),
        ("--bytes", "ends a run by its bytes, but a run at a rate ends by its time; use --time"),
        ("--preallocate", "creates a file without data, so reads would not reach the device; leave it out"),
        ("--show-fio", "prints the fio command for one case, but each rate is a case; use --rate"),
    ];

    /// <summary>The option that asks for one, or null if a single case is measured.</summary>
    internal static string? Of(GivenWords words) =>
        words.Has(MeasureGroups.Zones.Name) ? MeasureGroups.Zones.Name
        : words.IsSet(Layers) ? Layers
        : words.Has(MeasureGroups.Rates.Name) ? MeasureGroups.Rates.Name
        : null;

    /// <summary>Refuses what contradicts it.</summary>
    /// <param name="series">The option that asks for it.</param>
    /// <param name="words">What was typed.</param>
    /// <exception cref="Experiments.ExperimentException">Usage.</exception>
    internal static void Check(string series, GivenWords words)
    {
        (string Option, string Why)[] contradictions = series == Layers ? s_notOfLayers
            : series == MeasureGroups.Zones.Name ? s_notOfZones : s_notOfRates;
        foreach ((string option, string why) in s_ofOneCase.Concat(contradictions))
        {
            if (words.Has(option))
            {
                throw UsageError.Of($"{series}: {option} {why}");
            }
        }

        if (series != MeasureGroups.Rates.Name
            && string.Equals(words.Text("--order"), "reverse", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of($"{series}: --order reverse is about one case; leave it out");
        }

        if (series == Layers && words.Text("--strict") is { } verdict
            && !verdict.Equals("device", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of(
                $"{Layers}: --strict={verdict} names one verdict, but each layer has its own; use --strict alone");
        }

        string? format = words.Text("--format");
        if (string.Equals(format, "fio", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of($"{series}: --format fio cannot show {series[2..]}; use --format json");
        }

        if (words.Has("--hdr") || string.Equals(format, "hdr", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of(
                $"{series}: a log of HdrHistogram needs whole distributions, which are kept of single cases only; "
                + "leave it out");
        }
    }

    /// <summary>What was asked for.</summary>
    /// <param name="series">The option that asks for it.</param>
    /// <param name="words">What was typed.</param>
    /// <param name="options">The case.</param>
    /// <param name="outputs">Where the result goes.</param>
    internal static ExperimentRequest Request(
        string series, GivenWords words, MeasurementOptions options, ResultOutputs outputs)
    {
        bool isLayers = series == Layers;
        bool isZones = series == MeasureGroups.Zones.Name;
        (int repetitions, TimeSpan time) = isLayers ? (LayerRepetitions, s_layerTime)
            : isZones ? (ZoneRepetitions, s_zoneTime) : (RateRepetitions, s_rateTime);
        MeasurementOptions work = options with
        {
            Repeat = words.Has("--repeat") ? options.Repeat : repetitions,
            Time = words.Has("--time") ? options.Time : time,
        };
        IExperiment experiment = isLayers ? new LayersExperiment(work)
            : isZones ? new ZonesExperiment(work, MeasureGroups.Zones.Read(words.Text(series)!))
            : new RatesExperiment(
                work,
                MeasureGroups.Rates.Read(words.Text(series)!),
                words.Text(MeasureGroups.Within.Name) is { } limit ? MeasureGroups.Within.Read(limit) : null);
        ExperimentRequest request = MeasureGroups.Running.Read(words, new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = experiment },
            Outputs = outputs,
            NamesWhatRemains = MeasureGroups.NamesWhatRemains(words),
            AnnouncePlan = !words.IsSet("--quiet"),
        });
        return isLayers && request.ExpectedVerdict is not null
            ? request with { VerdictOf = LayersExperiment.ExpectedVerdict } : request;
    }
}
