using System.Globalization;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Results;
using Landspeed.Results.Creation;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class CreationSituationTests : SituationTests
{
    private const double MiB = 1 << 20;
    private static readonly long[] s_sizes = [256, 64 << 10, 1 << 20];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => CreationConclusions.Of(
        [
            .. from state in new[] { CreationLabels.Clean, CreationLabels.Fragmented }
               from preallocation in CreationLabels.Preallocations
               from size in s_sizes
               let isWorse = state == CreationLabels.Fragmented && preallocation == CreationLabels.None
               let cell = Cell(state, preallocation, size).Of(situation.Origin())
               select WithRuns(cell, [.. (isWorse ? situation.Worse(8e8, 0.5) : situation.Better(8e8)).Select(rate => size == 256 ? rate / 4 : rate)], isWorse),
            .. situation == Situation.Cut ? [Cell(CreationLabels.Fragmented, CreationLabels.None, 4 << 20) with { State = CellState.Pending }] : Array.Empty<CellRecord>(),
        ],
        Rotating(situation switch { Situation.ClearWin => false, Situation.Tie => true, _ => null }));

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => CreationConclusions.Of(
        [
            .. from state in CreationLabels.States
               where random.Next(3) > 0
               from preallocation in CreationLabels.Preallocations
               from size in s_sizes
               where random.Next(4) > 0
               let cell = Any(random, Cell(state, preallocation, size), Metrics.Throughput, 1e8)
               select cell[Metrics.Throughput] is { } rate
                   ? WithRuns(cell, [.. Enumerable.Range(0, rate.Runs).Select(run => rate.Min + ((rate.Max - rate.Min) * run / Math.Max(1, rate.Runs - 1)))], random.Next(2) == 0)
                   : cell,
        ],
        Rotating(random.Next(3) switch { 0 => true, 1 => false, _ => null }));

    private static Medium Rotating(bool? says) => new(new PlaceRecord { Role = PlaceRoles.Directory, Path = "/data", Device = "sda", DeviceRotational = says }, null);

    private static CellRecord WithRuns(CellRecord cell, double[] rates, bool isTorn) => cell.With(Metrics.Throughput, rates)
        .With(Metrics.FileFragments, isTorn ? 1024 : 1).With(Metrics.BytesWritten, 64 * MiB)
        .With(Metrics.DeviceWriteRequests, 64 * (isTorn ? 16.2 : 2.1)).With(Metrics.DeviceWriteBytes, 64 * MiB * (isTorn ? 1.05 : 1.01))
        .With(Metrics.FreeRuns, 9000).With(Metrics.FreeRunMedian, 65536) with
    {
        Runs = [.. rates.Select((rate, round) => new RunRecord { Cell = cell.Name, Round = round, Metrics = Metrics.Of((Metrics.Throughput, rate)) })],
    };

    private static CellRecord Cell(string state, string preallocation, long size)
    {
        string bytes = size.ToString(CultureInfo.InvariantCulture);
        return SampleCell.Done(
            $"{state}-{preallocation}-{bytes}",
            (CreationLabels.StateAxis, state), (CreationLabels.PreallocationAxis, preallocation), (CreationLabels.RequestSizeAxis, bytes));
    }
}
