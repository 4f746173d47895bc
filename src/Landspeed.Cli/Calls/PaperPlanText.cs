using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Paper;

namespace Landspeed.Cli.Calls;

/// <summary>The plan of a paper for people.</summary>
internal static class PaperPlanText
{
    /// <summary>Writes it: the whole, then each part that is to be measured.</summary>
    internal static void Write(PaperRequest request, PaperReuse reuse, IReadOnlyList<PaperPart> parts, PaperPages? pages, TextWriter writer)
    {
        foreach ((string label, string text) in Facts(request, reuse, parts, pages))
        {
            writer.Write($"{label,-11} {Shown.OneLine(text)}\n");
        }

        foreach (PaperPart part in parts)
        {
            writer.Write($"\n{part.Name}\n");
            ExperimentPlanText.WriteFacts(part.Request.Task, part.Plan, writer);
        }

        writer.Write("\nNothing is left behind: --dry-run only shows the plan.\n");
    }

    private static IEnumerable<(string Label, string Text)> Facts(PaperRequest request, PaperReuse reuse, IReadOnlyList<PaperPart> parts, PaperPages? pages)
    {
        yield return ("paper", $"figures 2 to 8 and the five findings of MSR-TR-2004-136, {(request.Options.Full ? "full" : "quick")}");
        yield return ("measures", parts.Count == 0 ? "nothing" : string.Join(", then ", parts.Select(part => part.Name)));
        yield return ("time", $"about {SweepStatus.Clock(parts.Aggregate(TimeSpan.Zero, (sum, part) => sum + part.Plan.EstimatedTime))} on a device of 1 GB/s");
        foreach (string? used in new[] { reuse.Sweep?.Label, reuse.Creation?.Label }.Where(one => one is not null))
        {
            yield return ("uses", used!);
        }

        foreach ((string name, string reason) in reuse.Unused)
        {
            yield return ("not used", $"{name}: {reason}");
        }

        foreach (PaperPart part in parts.Where(part => part.WithoutImage is not null))
        {
            yield return ("volume", $"the current one, not a fragmented one: {part.WithoutImage}");
        }

        if (pages is not null)
        {
            yield return ("writes", $"{pages.Html} and {pages.Json} in the current directory, at the end");
        }
    }
}
