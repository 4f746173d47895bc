using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>Sentences computed from the cells.</summary>
internal static class AdviceSection
{
    /// <summary>Writes them, or that there are none.</summary>
    public static void Write(MarkupWriter page, string heading, IReadOnlyList<AdviceRecord> sentences)
    {
        page.Leaf("h2", heading).Line();
        if (sentences.Count == 0)
        {
            page.Leaf("p", "None: too little was measured.").Line();
            return;
        }

        page.Open("ul").Line();
        foreach (AdviceRecord sentence in sentences)
        {
            page.Leaf("li", sentence.Text).Line();
        }

        page.Close().Line();
    }
}
