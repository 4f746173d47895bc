using Landspeed.Experiments.Judging;
using Landspeed.Experiments.RunLengths;
using Landspeed.Results;
using Landspeed.Results.RunLengths;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class RunLengthSituationTests : SituationTests
{
    private const long Whole = 256L << 20;
    private static readonly string[] s_operations = ["read", "write"];
    private static readonly string[] s_modes = ["direct", "buffered"];
    private static readonly Medium s_medium = new(new PlaceRecord { Role = PlaceRoles.Directory, Path = "/mnt", Device = "sda", DeviceRotational = false }, null);

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => RunLengthConclusions.Of(
        [
            .. from operation in s_operations
               from mode in s_modes
               from length in new[] { Whole, 64L << 10, 4L << 10 }
               let bad = length == 4 << 10
               let rates = bad ? situation.Worse(1e9, 0.5) : situation.Better(length == Whole ? 1e9 : 0.99e9)
               let costs = bad ? situation.Worse(0.1, 2) : situation.Better(0.1)
               let requests = bad ? situation.Worse(2, 2) : situation.Better(2)
               select Named(operation, mode, length).Of(situation.Origin()).With(Metrics.Throughput, rates).With(Metrics.CpuPerByte, costs)
                   .With(Metrics.DeviceRequestsPerMebibyte, requests),
        ],
        s_medium);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => RunLengthConclusions.Of(
        [
            .. from operation in s_operations
               from mode in s_modes
               from length in new[] { Whole, 1L << 20, 64L << 10, 4L << 10 }
               where random.Next(8) > 0
               let cell = Any(random, Named(operation, mode, length), Metrics.Throughput, 1e9)
               select cell[Metrics.Throughput] is { } rate && random.Next(4) > 0
                   ? cell.With(Metrics.CpuPerByte, 1e8 / rate.Max, 1e8 / rate.Min).With(Metrics.DeviceRequestsPerMebibyte, 255 * random.NextDouble())
                   : cell,
        ],
        new Medium(new PlaceRecord { Role = PlaceRoles.Directory, Path = "/mnt", DeviceRotational = random.Next(3) switch { 0 => null, 1 => true, _ => false } }, null));

    private static CellRecord Named(string operation, string mode, long length) => SampleCell.Done(
        $"{operation}-{mode}-{(length == Whole ? RunLengthLabels.Contiguous : $"{length >> 10}KiB")}",
        (RunLengthLabels.Operation, operation), (RunLengthLabels.Mode, mode), (RunLengthLabels.RunLength, FormattableString.Invariant($"{length}")));
}
