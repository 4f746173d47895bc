using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>
/// The words of <c>sweep</c>. Values arrive as text and are read in one place, <see cref="SweepReader"/>.
/// </summary>
internal sealed class SweepSymbols
{
    internal const string Verb = "sweep";

    internal Argument<string[]> Place { get; } = new("PLACE")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "A directory, in which a file is made and removed again (default: the current one); or a file, " +
            "which is made when missing.",
    };

    internal Option<bool> Full { get; } = NewOption.Flag(
        "--full", "Every power of two with five longer runs each (default: powers of four, about a minute).");

    internal Option<string> RequestSize { get; } = NewOption.Text(
        "--request-size",
        "LIST",
        "Bytes of one request, 1 to 2147479552 each: 4K,64K or 4K..4M (doubling) or 1..4M*4 (times four) (default: " +
        "1..4M*4, full: 1..4M, and the alignment for direct I/O).",
        "--block-size");

    internal Option<string> QueueDepth { get; } = NewOption.Text(
        "--queue-depth", "LIST", "Requests that an engine keeps in flight, 1 to 4096 each, as above (default: 1,8).");

    internal Option<string> Mode { get; } = NewOption.Text(
        "--mode", "LIST", "direct, buffered, uncached (default: direct; filestream: buffered).");

    internal Option<string> Operation { get; } = NewOption.Text(
        "--operation", "LIST", "read, write, extend (default: read,write).");

    internal Option<string> Api { get; } = NewOption.Text(
        "--api", "LIST", "engine, and filestream: .NET's class, buffered and one request at a time (default: both).");

    internal Option<string> Repeat { get; } = NewOption.Text(
        "--repeat", "N", "Runs of each case, 1 to 100 (default: as the grid has it).");

    internal Option<string> Time { get; } = NewOption.Text(
        "--time", "TIME", "Measured time of one run at most, 10ms to 1h: 2s, 500ms (default: as the grid has it).");

    internal Option<string> Bytes { get; } = NewOption.Text(
        "--bytes", "SIZE", "Bytes that one run moves at most (default: as the grid has it).");

    internal Option<string> Size { get; } = NewOption.Text(
        "--size", "SIZE", "Length of the file to make (default: 1GiB; of a file that is there its length).");

    internal Option<string> Seed { get; } = SharedOption.Seed();

    internal Option<bool> DryRun { get; } = SharedOption.DryRun();

    internal Option<bool> ShowFio { get; } = NewOption.Flag(
        "--show-fio", "Print the nearest fio command for each case, and measure nothing.");

    internal Option<bool> Resume { get; } = NewOption.Flag("--resume", "Carry on a sweep that was interrupted.");

    internal Option<string> Journal { get; } = NewOption.Text(
        "--journal",
        "FILE",
        "Where the result of each run is kept as it ends; stays after success (default: beside the first result " +
        "file, else beside the measured one; removed after success).");

    internal Option<string> Json { get; } = SharedOption.Json();

    internal Option<string> Csv { get; } = SharedOption.Csv();

    internal Option<string> Html { get; } = NewOption.Text(
        "--html", "FILE", "Write a page with charts, table and advice to a file, which is replaced.");

    internal Option<string> Svg { get; } = NewOption.Text(
        "--svg", "DIR", "Write the charts alone to files in a directory, which is made when missing.");

    internal Option<string> Format { get; } = SharedOption.Format();

    internal Option<bool> Quiet { get; } = NewOption.Flag("--quiet", "No live table, no progress.");

    internal Option<bool> Overwrite { get; } = SharedOption.Overwrite();

    internal Option<bool> Keep { get; } = NewOption.Flag("--keep", "Keep the files that the sweep made.");

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb,
            "Measure a grid of cases: request size by mode, depth, operation; the knee of each curve, and advice.")
        {
            Place,
        };
        Option[] options =
        [
            Full, RequestSize, QueueDepth, Mode, Operation, Api, Repeat, Time, Bytes, Size, Seed, DryRun, ShowFio, Resume,
            Journal, Json, Csv, Html, Svg, Format, Quiet, Overwrite, Keep,
        ];
        Array.ForEach(options, command.Add);
        return command;
    }
}
