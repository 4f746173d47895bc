using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>The outermost object.</summary>
internal static class FioDocument
{
    /// <summary>Writes it.</summary>
    /// <param name="document">The runs.</param>
    /// <param name="writer">Where to.</param>
    /// <param name="more">Writes further members of <c>landspeed</c>; null: none.</param>
    public static void Write(MeasurementDocument document, FioWriter writer, Action? more = null) =>
        writer.Object(null, () => WriteMembers(document, writer, more));

    private static void WriteMembers(MeasurementDocument document, FioWriter writer, Action? more)
    {
        DateTimeOffset start = document.StartedAt;
        writer.Word("fio version", $"landspeed-{document.ToolVersion}");
        writer.Whole("timestamp", start.ToUnixTimeSeconds());
        writer.Whole("timestamp_ms", start.ToUnixTimeMilliseconds());
        writer.Word("time", Time(start));
        writer.List("jobs", document.Jobs, job => FioJob.Write(document, job, writer));
        writer.List("disk_util", Disks(document), disk => WriteDisk([.. disk], writer));
        writer.Object("landspeed", () =>
        {
            writer.Word("schema", document.Schema);
            writer.Whole("schema_version", document.SchemaVersion);
            writer.Whole("method_version", document.MethodVersion);
            writer.Word("tool_version", document.ToolVersion);
            writer.Truth("partial", document.Partial);
            more?.Invoke();
        });
    }

    /// <summary>As ctime(3) writes it: <c>Sat Nov  1 17:23:17 2026</c>.</summary>
    private static string Time(DateTimeOffset time)
    {
        CultureInfo invariant = CultureInfo.InvariantCulture;
        string day = time.Day.ToString(invariant).PadLeft(2);
        return time.ToString($"ddd MMM '{day}' HH:mm:ss yyyy", invariant);
    }

    private static IEnumerable<IGrouping<string, MeasurementRecord>> Disks(MeasurementDocument document) =>
        document.Jobs.Where(job => job.Device is not null).GroupBy(job => job.Device!.Name);

    private static void WriteDisk(MeasurementRecord[] jobs, FioWriter writer)
    {
        double elapsed = jobs.Sum(job => (double)job.Transfer.ElapsedNs);
        double busy = jobs.Sum(job => job.Device!.BusyPct * job.Transfer.ElapsedNs);
        writer.Word("name", jobs[0].Device!.Name);
        writer.Whole("read_ios", jobs.Sum(job => job.Device!.ReadRequests));
        writer.Whole("write_ios", jobs.Sum(job => job.Device!.WriteRequests));
        writer.Missing("read_merges");
        writer.Missing("write_merges");
        writer.Missing("read_ticks");
        writer.Missing("write_ticks");
        writer.Missing("in_queue");
        writer.Fraction("util", elapsed > 0 ? busy / elapsed : 0);
    }
}
