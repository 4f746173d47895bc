using System.Reflection;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Volumes;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class ConclusionCodesTests
{
    private static readonly SituationTests[] s_experiments =
        [
            new SweepSituationTests(), new LayerSituationTests(), new ApisSituationTests(), new StylesSituationTests(), new AwaitingSituationTests(),
            new CreationSituationTests(), new RunLengthSituationTests(), new HintSituationTests(), new ProcessSituationTests(), new FillSituationTests(),
            new HistorySituationTests(), new PaperSituationTests(), new CompareSituationTests(),
            new ZoneSituationTests(), new RatesSituationTests(), new JobsSituationTests(),
        ];

    [Fact]
    public void Every_code_is_said_in_a_situation_and_nothing_else_is() => Assert.Equal(
        ConclusionCodes.All.Select(code => code.Name).Order(StringComparer.Ordinal),
        Enum.GetValues<Situation>().SelectMany(situation => s_experiments.SelectMany(experiment => experiment.Conclude(situation)))
            .Concat(Modes()).Concat(new LoopCost(MedianInterval.Of([1e9]), MedianInterval.Of([2e9])).Conclusions).Select(one => one.Code).Append("runs_reached").Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void The_catalogue_lists_every_code_once()
    {
        ConclusionCode[] fields =
        [
            .. typeof(ConclusionCodes).GetFields(BindingFlags.Static | BindingFlags.NonPublic)
                .Where(field => field.IsAssembly).Select(field => field.GetValue(null)).OfType<ConclusionCode>(),
        ];

        Assert.Equal(fields, ConclusionCodes.All);
        Assert.Equal(fields.Length, fields.DistinctBy(code => code.Name).Count());
    }

    // An outcome is as documented or not, and the runs of a file are counted: neither is timed, and each knows one situation only. That of the
    // second is in FragmentExperimentTests, which has a volume.
    private static IReadOnlyList<ConclusionRecord> Modes() =>
        new FileModesExperiment(FilePath.FromText("/tmp"), seed: 1).Conclude([ResultPreview.Cell("open", []) with { State = CellState.Done }]);
}
