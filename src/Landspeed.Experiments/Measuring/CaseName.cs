using Landspeed.Experiments.Load;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

internal static class CaseName
{
    /// <summary>Returns a short name of a case, for example <c>read-direct-1MiB-q8-t1</c>.</summary>
    internal static string Of(MeasurementOptions options, IoMode mode) => string.Join(
        '-',
        options.HasShares
            ? FormattableString.Invariant($"mix{options.ReadPct}") : options.Operation.ToWord(),
        options.Api == FileApi.FileStream ? options.Api.ToWord() : mode.ToWord(),
        options.Sizes is { } sizes
            ? FormattableString.Invariant($"{sizes.All.Count}sizes")
            : new ByteCount(options.RequestSize).ToWord(),
        options.Load is { } load
            ? Rate(load, options.MeanRequestSize)
            : FormattableString.Invariant($"q{options.QueueDepth}")
                + (options.Think is { } think ? Pauses(think) : string.Empty),
        FormattableString.Invariant($"t{options.Threads}"));

    private static string Rate(LoadOptions load, double size) =>
        FormattableString.Invariant($"{load.Rate.RequestsPerS(size):0.###}")
        + (load.WriteRate is { } writes
            ? FormattableString.Invariant($"+{writes.RequestsPerS(size):0.###}") : string.Empty)
        + "ps";

    private static string Pauses(ThinkTime think) =>
        FormattableString.Invariant($"-think{think.Pause.TotalMilliseconds:0.####}ms")
        + (think.Requests == 1 ? string.Empty : FormattableString.Invariant($"x{think.Requests}"));
}
