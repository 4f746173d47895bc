using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Measuring;
using Landspeed.Files;

namespace Landspeed.Cli.Commands;

/// <summary>Options that cannot be had together.</summary>
internal static class Contradictions
{
    /// <summary>Refuses the first contradiction.</summary>
    internal static void Check(MeasurementOptions options, GivenWords words, MeasureSymbols symbols)
    {
        CheckFileStream(options, words, symbols);
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
    private static void CheckFileStream(MeasurementOptions options, GivenWords words, MeasureSymbols symbols)
    {
        if (options.Api != FileApi.FileStream)
        {
            return;
        }

        string? contradiction = options switch
        {
            { Mode: not IoMode.Buffered } => $"is buffered, and --mode asks for {words.Text(symbols.Mode)}; use --mode buffered",
            { QueueDepth: not 1 } =>
                $"has one request in flight, and --queue-depth asks for {words.Text(symbols.QueueDepth)}; use --queue-depth 1",
            { Threads: not 1 } => $"has one cursor, and --threads asks for {words.Text(symbols.Threads)}; use --threads 1",
            { DistancePct: not 0 } =>
                $"goes through the file in order, and {(words.Has(symbols.Pattern) ? "--pattern random" : "--distance")} " +
                "asks for another one; leave it out",
            { Touch: true } => "only moves the bytes, and --touch looks at them; leave it out",
            _ when words.Has(symbols.Engine) => "uses no engine, and --engine names one; leave it out",
            { Flush: FlushPolicy.Each } =>
                "collects small writes, and --flush each wants each of them durable; use --flush end",
            _ => null,
        };
        if (contradiction is not null)
        {
            throw UsageError.Of($"--api filestream {contradiction}, or --api engine");
        }
    }
}
