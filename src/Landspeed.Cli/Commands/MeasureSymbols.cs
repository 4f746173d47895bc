using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>
/// The words of <c>measure</c>. Values arrive as text and are read in one place, <see
/// cref="MeasureReader"/>.
/// </summary>
internal sealed class MeasureSymbols
{
    internal Argument<string[]> File { get; } = new("FILE")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "The file; created when missing.",
    };

    internal Option<bool> Read { get; } = NewOption.Flag("--read", "Read what is there (default).");

    internal Option<bool> Write { get; } = NewOption.Flag("--write", "Write within the file's length, again and again.");

    internal Option<bool> Extend { get; } = NewOption.Flag("--extend", "Empty the file and lengthen it to its size, once.");

    internal Option<string> RequestSize { get; } = NewOption.Text(
        "--request-size", "SIZE", "Bytes of one request, 1 to 2147479552 (default: 1MiB).", "--block-size");

    internal Option<string> QueueDepth { get; } = NewOption.Text(
        "--queue-depth", "N", "Requests that a thread keeps in flight, 1 to 4096 (default: 8; synchronous and filestream: 1).");

    internal Option<string> Threads { get; } = NewOption.Text("--threads", "N", "Threads, 1 to 256 (default: 1).");

    internal Option<string> Mode { get; } = NewOption.Text(
        "--mode",
        "MODE",
        "direct, buffered or uncached: so or not at all; prefer-direct or prefer-uncached: may fall back to " +
        "buffered, and says so (default: prefer-direct; filestream: buffered).");

    internal Option<string> Api { get; } = NewOption.Text(
        "--api",
        "API",
        "What carries the requests out: engine (default) or filestream, .NET's class, buffered and one request at a " +
        "time.");

    internal Option<string> Pattern { get; } = NewOption.Text(
        "--pattern", "PATTERN", "sequential (default) or random; short for --distance 0 and 100.");

    internal Option<string> Distance { get; } = NewOption.Text(
        "--distance", "PCT",
        "How far the next request may lie away, in percent of the file: 0 sequential, 100 anywhere (default: 0).");

    internal Option<string> Time { get; } = NewOption.Text(
        "--time", "TIME",
        "Measured time at most, 1ms to 168h: 30, 30s, 500ms, 2m (default: 5s; none with --bytes or --extend).");

    internal Option<string> Bytes { get; } = NewOption.Text("--bytes", "SIZE", "Bytes to move at most (default: no limit).");

    internal Option<string> Size { get; } = NewOption.Text(
        "--size", "SIZE", "Length to create or to lengthen the file to; of a longer file only the first part is used (default: " +
        "1GiB when missing, else as it is).");

    internal Option<string> Preallocate { get; } = NewOption.Text(
        "--preallocate",
        "HOW",
        "What a new file holds instead of data: none (empty), length (a hole), reserve (blocks, unwritten) or " +
        "zero (zeros written).");

    internal Option<bool> Touch { get; } = NewOption.Flag("--touch", "Look at every byte read; make every byte to write anew.");

    internal Option<bool> Cold { get; } = NewOption.Flag(
        "--cold", "Drop the file from the page cache first; a read through the cache then ends after one pass.");

    internal Option<string> Engine { get; } = NewOption.Text(
        "--engine", "ENGINE", "automatic (io_uring, else threads; default), uring, threads or synchronous.");

    internal Option<string> Flush { get; } = NewOption.Text(
        "--flush", "WHEN", "Make writes durable: none (default), end (once, after the last) or each.");

    internal Option<string> Repeat { get; } = NewOption.Text("--repeat", "N", "Runs, 1 to 1000 (default: 1).");

    internal Option<string> Json { get; } = SharedOption.Json();

    internal Option<string> Csv { get; } = NewOption.Text(
        "--csv", "FILE", "Write the result as CSV to a file, which is replaced; - for standard output.");

    internal Option<string> Format { get; } = SharedOption.Format();

    internal Option<bool> Quiet { get; } = NewOption.Flag("--quiet", "No progress.");

    internal Option<string> Strict { get; } = NewOption.Text(
        "--strict",
        "VERDICT",
        "End with 7 unless every run has this verdict: --strict (device), --strict=device, --strict=cache or " +
        "--strict=hole.");

    internal Option<bool> Overwrite { get; } = SharedOption.Overwrite();

    internal Option<bool> Keep { get; } = NewOption.Flag(
        "--keep", "Keep a file that was created even when the run is stopped or fails.");

    internal Option<string> Seed { get; } = NewOption.Text(
        "--seed", "N", "Start of the pseudo-random sequence of offsets and data (default: 1).");

    internal Option<bool> DryRun { get; } = NewOption.Flag("--dry-run", "Print the plan and touch nothing.");

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command("measure",
            "Measure one case on a file: throughput, requests/s, latency, CPU per byte, and where the bytes came from.")
        {
            File,
        };
        Option[] options =
        [
            Read, Write, Extend, RequestSize, QueueDepth, Threads, Mode, Api, Pattern, Distance, Time, Bytes, Size,
            Preallocate, Touch, Cold, Engine, Flush, Repeat, Json, Csv, Format, Quiet, Strict, Overwrite, Keep, Seed, DryRun,
        ];
        Array.ForEach(options, command.Add);
        return command;
    }
}
