using System.CommandLine;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Patterns.Styles;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>patterns</c>.</summary>
internal sealed class PatternsSymbols
{
    internal const string Verb = "patterns";

    internal Argument<string[]> Place { get; } = new("DIR")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Where the files are made, in a directory of their own, and removed again (default: the current directory).",
    };

    internal Option<bool> Modes { get; } = NewOption.Flag(
        "--modes", "Open files in every FileMode instead, and compare what comes of it with what is documented.");

    internal Option<bool> Apis { get; } = NewOption.Flag(
        "--apis", "Compare every file API by record size, order, operation and flush instead.");

    internal Option<string> Styles { get; } = NewOption.Text(
        "--styles", "LIST", $"Programming styles: {string.Join(", ", StylesOptions.AllStyles)} (default: all).");

    internal Option<string> Records { get; } = NewOption.Text(
        "--records", "N", "Records of 100 bytes that each style creates and reads (default: 500000; full: 1000000).");

    internal Option<string> Api { get; } = NewOption.Text(
        "--api", "LIST", $"With --apis, which: {string.Join(", ", ApiOptions.AllApis)} (default: all).");

    internal Option<string> RecordSize { get; } = NewOption.Text(
        "--record-size",
        "LIST",
        "With --apis, bytes of a record, powers of two, 1 to 1MiB: 1,4K or 1..1M (doubling) (default: 1,64,4K,64K,1M; full: 1..1M).");

    internal Option<string> Size { get; } = NewOption.Text(
        "--size", "SIZE", "With --apis, length of the test file (default: 100MiB).");

    internal Option<string> Order { get; } = NewOption.Text(
        "--order", "LIST", "With --apis: sequential, random, which touches half of the file (default: both).");

    internal Option<string> Operation { get; } = NewOption.Text(
        "--operation", "LIST", "With --apis: read, write (default: both).");

    internal Option<string> Flush { get; } = NewOption.Text(
        "--flush", "LIST", "With --apis: on (cold before, writes durable on the clock), off (cached) (default: both).");

    internal Option<string> FlushCache { get; } = NewOption.Text(
        "--flush-cache", "HOW", "With --apis, what makes it cold: drop (default), second-file, which is read through, or none.");

    internal Option<string> Time { get; } = NewOption.Text(
        "--time", "TIME", "With --apis, time of one run at most, 1ms to 168h (default: 30ms; full: until the last record).");

    internal ExperimentSymbols Common { get; } = ExperimentSymbols.OfComparison(
        "A million records and eleven runs; with --apis all record sizes without a limit of time (default: about a minute).");

    /// <summary>Options that need <see cref="Apis"/>.</summary>
    internal Option[] OfApis => [Api, RecordSize, Size, Order, Operation, Flush, FlushCache, Time];

    /// <summary>Options of the programming styles alone.</summary>
    internal Option[] OfStyles => [Styles, Records];

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb,
            "Compare ways to program file I/O: by byte, line and block, typed, text; every .NET file API; every FileMode.")
        {
            Place,
        };
        Option[] options = [Modes, Apis, .. OfStyles, .. OfApis, .. Common.All];
        Array.ForEach(options, command.Add);
        return command;
    }
}
