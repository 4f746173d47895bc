using Landspeed.Testing.Scheduling;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>Workers that share the lines of a file.</summary>
internal static class LineSubjects
{
    internal static void Lines_of_two_workers(Exploration explored) =>
        HandOut(explored, FileOf(explored), Subjects.OverEngine(explored));

    // Each reads its own blocks: two whole ones and the end.
    internal static void Lines_of_two_workers_from_the_page_cache(Exploration explored) =>
        HandOut(explored, FileOf(explored), Subjects.OverEngine(explored) with { Mode = null });

    // The first block is there, the second is not: from there on the file is read ahead.
    internal static void Lines_of_two_workers_with_a_gap_in_the_page_cache(Exploration explored) =>
        HandOut(explored, FileOf(explored), Subjects.OverEngine(explored) with { Mode = null, CacheCalls = GapAt(4096) });

    // Five parts of 2 KiB.
    internal static void Count_by_two_workers_from_the_page_cache(Exploration explored) =>
        Count(explored, CountOptions(explored));

    internal static void Count_by_two_workers_with_a_gap_in_the_page_cache(Exploration explored) =>
        Count(explored, CountOptions(explored) with { CacheCalls = GapAt(2560) });

    private static SequentialFileOptions CountOptions(Exploration explored) =>
        Subjects.OverEngine(explored) with { Mode = null, RequestSize = 512 };

    private static FaultyFileCalls GapAt(long gap) => new()
    {
        OnReadAt = offset => offset == gap ? FaultyFileCalls.Error(NativeErrorKind.WouldBlock) : null,
    };

    private static string FileOf(Exploration explored)
    {
        string path = explored.Scratch.File("lines");
        if (!File.Exists(path))
        {
            File.WriteAllLines(path, Enumerable.Repeat(new string('x', 1999), 5));
        }

        return path;
    }

    private static void HandOut(Exploration explored, string path, SequentialFileOptions how)
    {
        using var source = new CancellationTokenSource();
        int lines = 0;
        explored.RunAll(
            ("reads", () => Subjects.Succeeds(() =>
            {
                LineTotals totals = explored.Await(Lines.ForEachAsync(
                    path, (_, _) => lines++, new LineOptions { Workers = 2, File = how }, source.Token));
                explored.Require(
                    lines == 5 && totals == new LineTotals(5, 10_000), FormattableString.Invariant($"{lines} lines, {totals}"));
            })),
            ("cancels", () => explored.Cancel(source)));
        explored.RequireClosed(path);
    }

    private static void Count(Exploration explored, SequentialFileOptions how)
    {
        string path = FileOf(explored);
        explored.RunAll(("counts", CountLines));
        explored.RequireClosed(path);

        void CountLines()
        {
            long lines = Lines.Count(path, new LineOptions { Workers = 2, File = how });
            explored.Require(lines == 5, FormattableString.Invariant($"{lines} lines"));
        }
    }
}
