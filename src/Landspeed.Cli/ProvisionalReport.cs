using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Cli;

/// <summary>One line a run; stands in until reports are part of the solution.</summary>
internal static class ProvisionalReport
{
    internal static void Write(MeasurementDocument document, TextWriter writer)
    {
        foreach (MeasurementRecord job in document.Jobs)
        {
            string partial = job.Partial ? " partial" : string.Empty;
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"{job.Name} {job.Transfer.ThroughputBytesPerS / 1e6:0.0} MB/s {job.Truth.Verdict}{partial}\n"));
        }
    }
}
