using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Results;

namespace Landspeed.Cli.Classic;

/// <summary>The help and the result of <c>asynccopy</c>, for people.</summary>
internal static class AsyncCopyText
{
    internal const string Usage = """
        Description:
          Creates a file of incompressible data, copies it past the page cache with four requests in
          flight, compares the two, removes both, and tells how long it took. Needs twice the size.

        Usage:
          asynccopy [DIR] [options]          (or: landspeed asynccopy [DIR] [options])

        Arguments:
          DIR             Where the two files are made (default: the current directory).

        Options:
          --size SIZE     Length of the file, 4KiB or more (default: 1GiB).
          --no-color      No colours.
          --version       Show the version.
          --help, -h, -?  Show this help.

        Exit codes:
          0 done; 1 failed; 2 usage; 4 the copy differs; 6 out of space or quota; 129, 130 and 143
          stopped by a signal.

        Examples:
          asynccopy                     1 GiB in the current directory
          asynccopy /mnt/data --size 8G

        """;

    /// <summary>The result, a line a step; only of steps that came to their end.</summary>
    internal static string Of(CopyTrialResult result, long length)
    {
        CopyDocument copy = result.Copy.Document;
        List<string> lines = [Line("created", length, result.CreateNs, "to durable")];
        if (result.Copy.Result.Outcome == CopyOutcome.Done)
        {
            lines.Add(Line("copied", length, copy.ElapsedToDurableNs ?? 0, "to durable, four requests in flight"));
            if (copy.CpuNsPerByte is { } cost)
            {
                lines.Add(Text($"{"cpu",-9} {cost:0.000} ns/B"));
            }

            lines.Add($"{"read",-9} {Verdict(copy.Reads)}");
            lines.Add($"{"written",-9} {Verdict(copy.Writes)}");
        }

        if (result.CompareNs is { } compare && result.FirstDifference is null)
        {
            lines.Add(Line("compared", 2 * length, compare, "equal"));
        }

        lines.Add("both files are removed");
        return string.Join('\n', lines) + "\n";
    }

    private static string Verdict(TruthRecord truth) => $"{truth.Verdict.ToString().ToLowerInvariant()}: {truth.Reason}";

    private static string Line(string what, long bytes, long ns, string how)
    {
        string rate = ns > 0 ? Text($", {bytes * 1e3 / ns:0.0} MB/s") : string.Empty;
        return Text($"{what,-9} {Shown.Size(bytes)} in {ns / 1e9:0.000} s{rate}, {how}");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
