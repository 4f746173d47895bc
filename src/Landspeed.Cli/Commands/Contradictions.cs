using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Commands;

/// <summary>Options that cannot be had together.</summary>
internal static class Contradictions
{
    /// <summary>Refuses the first contradiction.</summary>
    internal static void Check(MeasurementOptions options, GivenWords words, MeasureSymbols symbols)
    {
        bool reads = options.Operation == MeasuredOperation.Read;
        if (options is { Engine: EngineChoice.Synchronous, QueueDepth: > 1 })
        {
            string depth = options.QueueDepth.ToString(CultureInfo.InvariantCulture);
            throw UsageError.Of(
                $"--queue-depth {depth} needs more than one request in flight, --engine synchronous has one; " +
                "allowed: 1, or --engine threads");
        }

        if (reads && words.Has(symbols.Flush))
        {
            throw UsageError.Of("--flush makes writes durable, and this is a read; use it with --write or --extend");
        }

        if (reads && options.Preparation == FilePreparation.None)
        {
            throw UsageError.Of(
                "--preallocate none gives an empty file, and there is nothing to read in it; allowed for " +
                "reads: length, reserve, zero");
        }

        if (options.Size < options.RequestSize)
        {
            throw UsageError.Of(
                $"--request-size {Shown.Size(options.RequestSize)} is larger than the file, --size " +
                $"{Shown.Size(options.Size.Value)}; " +
                "make the file larger or the request smaller");
        }
    }
}
