using Landspeed.Files;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Measuring;

/// <summary>The names that results and messages use for options: those that the command line takes.</summary>
internal static class NameOf
{
    internal static string Mode(IoMode mode) => mode.ToString().ToLowerInvariant();

    internal static string Operation(MeasuredOperation operation) => operation.ToString().ToLowerInvariant();

    internal static string Api(FileApi api) => api.ToString().ToLowerInvariant();

    internal static string Engine(EngineChoice engine) => engine.ToString().ToLowerInvariant();

    internal static string Flush(FlushPolicy flush) => flush.ToString().ToLowerInvariant();

    internal static string Preparation(FilePreparation preparation) => preparation.ToString().ToLowerInvariant();

    /// <summary>A short name of a case, for example <c>read-direct-1MiB-q8-t1</c>.</summary>
    internal static string Case(MeasurementOptions options, IoMode mode) => string.Join(
        '-',
        Operation(options.Operation),
        options.Api == FileApi.FileStream ? Api(options.Api) : Mode(mode),
        new ByteCount(options.RequestSize).ToString().Replace(" ", string.Empty, StringComparison.Ordinal),
        FormattableString.Invariant($"q{options.QueueDepth}"),
        FormattableString.Invariant($"t{options.Threads}"));
}
