using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

internal static class Reports
{
    public static string Text(IMeasurementReport report, MeasurementDocument document)
    {
        using var target = new StringWriter { NewLine = "\r\n" };
        report.Write(document, target);
        return target.ToString();
    }
}
