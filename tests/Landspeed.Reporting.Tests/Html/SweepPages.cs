using Landspeed.Experiments.Results;
using Landspeed.Reporting.Html;

namespace Landspeed.Reporting.Tests.Html;

/// <summary>Pages as text.</summary>
internal static class SweepPages
{
    public static string Text(SweepDocument document)
    {
        using var text = new StringWriter();
        SweepPage.Write(document, text);
        return text.ToString();
    }
}
