using Landspeed.Streams.LineReading;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>Workers that share the lines of a file.</summary>
internal static class LineSubjects
{
    internal static void Lines_of_two_workers(Exploration explored)
    {
        string path = explored.Scratch.File("lines");
        if (!File.Exists(path))
        {
            File.WriteAllLines(path, Enumerable.Repeat(new string('x', 1999), 5));
        }

        using var source = new CancellationTokenSource();
        int lines = 0;
        explored.RunAll(
            ("reads", () => Subjects.Succeeds(() =>
            {
                LineTotals totals = explored.Await(Lines.ForEachAsync(
                    path,
                    (_, _) => lines++,
                    new LineOptions { Workers = 2, File = Subjects.OverEngine(explored) },
                    source.Token));
                explored.Require(lines == 5 && totals.Lines == 5, "lines are missing");
            })),
            ("cancels", () => explored.Cancel(source)));
        explored.RequireClosed(path);
    }
}
