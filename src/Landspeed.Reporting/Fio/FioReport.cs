using System.Globalization;
using Landspeed.Reporting.Views;
using Landspeed.Results;
using Landspeed.Results.Jobs;

namespace Landspeed.Reporting.Fio;

/// <summary>
/// The JSON dialect of fio 3.33, for dashboards that read it; what fio has no word for stands under <c>landspeed</c>. Each run of a
/// measurement is a job, runs of one case are jobs of one name; each cell of a sweep is a job by its median run.
/// </summary>
/// <remarks>
/// Its units, not ours: <c>bw</c> in KiB/s, <c>bw_bytes</c> in B/s, <c>runtime</c> in ms, <c>elapsed</c> in s, <c>usr_cpu</c> and
/// <c>sys_cpu</c> in percent of the elapsed time. Values that we do not measure, or a sweep does not keep, are null, and listed in
/// <c>not_measured</c>. <c>iodepth_level</c> has the whole at the mean achieved depth. fio prints every percentile; those with too few
/// samples behind them are listed in <c>percentiles_of_too_few_samples</c>. Cells of a sweep that fio has no word for, those smaller than
/// the buffer of .NET's FileStream and those not measured, are named in <c>landspeed.cells_left_out</c> with the reason.
/// </remarks>
internal static class FioReport
{
    /// <summary>Writes a measurement or a sweep.</summary>
    /// <exception cref="ArgumentException">A result of another kind.</exception>
    public static void Write(ResultDocument document, TextWriter target)
    {
        bool isSweep = document.Kind == ResultKinds.Sweep;
        if (!isSweep && document.Kind != ResultKinds.Measure)
        {
            throw new ArgumentException($"fio's dialect knows measurements and sweeps, not the kind '{document.Kind}'", nameof(document));
        }

        CellRecord[] leftOut = [.. document.Cells.Where(cell => isSweep && WhyLeftOut(cell) is not null)];
        Job[] jobs =
        [
            .. isSweep
                ? document.Cells.Except(leftOut).Select(cell => Of(document, cell, Cells.MedianRun(cell)!))
                : document.Cells.Where(cell => cell.Name != JobLabels.Together || document.Variant != ResultKinds.Jobs)
                    .SelectMany(cell => cell.Runs.Where(IsOfFile).Select(run => Of(document, cell, run))),
        ];
        FioWriter.Write(target, writer => writer.Object(null, () => WriteMembers(document, jobs, writer, () =>
        {
            if (isSweep)
            {
                writer.List("cells_left_out", leftOut, cell =>
                {
                    writer.Word("name", cell.Name);
                    writer.Word("reason", WhyLeftOut(cell));
                });
            }
        })));
    }

    // Layers that move no byte of a file are none of fio's jobs.
    private static bool IsOfFile(RunRecord run) => run.Failure is null && (run.Reads ?? run.Writes) is not null;

    private static string? WhyLeftOut(CellRecord cell) => cell.State != CellState.Done || Cells.MedianRun(cell) is null
        ? cell.Reason ?? "not measured"
        : FileStreamBuffer.WhyNotForFio(cell);

    private static void WriteMembers(ResultDocument document, Job[] jobs, FioWriter writer, Action more)
    {
        DateTimeOffset start = document.StartedAt;
        writer.Word("fio version", $"landspeed-{document.Tool.Version}");
        writer.Whole("timestamp", start.ToUnixTimeSeconds());
        writer.Whole("timestamp_ms", start.ToUnixTimeMilliseconds());
        writer.Word("time", Time(start));
        writer.List("jobs", jobs, job => FioJob.Write(document, (job.Name, job.File), job.Run, writer));
        writer.List("disk_util", Disks(document, jobs), disk => WriteDisk([.. disk], writer));
        writer.Object("landspeed", () =>
        {
            writer.Word("schema", document.Schema);
            writer.Whole("schema_version", document.SchemaVersion);
            writer.Whole("method_version", document.MethodVersion);
            writer.Word("kind", document.Kind);
            writer.Word("tool_version", document.Tool.Version);
            writer.Truth("partial", document.Partial);
            more();
        });
    }

    /// <summary>As ctime(3) writes it: <c>Sat Nov  1 17:23:17 2026</c>.</summary>
    private static string Time(DateTimeOffset time)
    {
        CultureInfo invariant = CultureInfo.InvariantCulture;
        string day = time.Day.ToString(invariant).PadLeft(2);
        return time.ToString($"ddd MMM '{day}' HH:mm:ss yyyy", invariant);
    }

    // Each of several jobs at the same time has seen the requests of all: the one that ran longest saw most of them.
    private static IEnumerable<IGrouping<string, RunRecord>> Disks(ResultDocument document, IEnumerable<Job> jobs)
    {
        IEnumerable<RunRecord> runs = jobs.Select(job => job.Run).Where(run => run.Device is not null);
        return (document.Variant != ResultKinds.Jobs ? runs
                : runs.GroupBy(run => (run.Device!.Name, run.Round))
                    .Select(same => same.MaxBy(run => run[Metrics.Elapsed])!))
            .GroupBy(run => run.Device!.Name);
    }

    private static void WriteDisk(RunRecord[] jobs, FioWriter writer)
    {
        double elapsed = jobs.Sum(job => job[Metrics.Elapsed] ?? 0);
        double busy = jobs.Sum(job => job.Device!.BusyPct * (job[Metrics.Elapsed] ?? 0));
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

    private static Job Of(ResultDocument document, CellRecord cell, RunRecord run) => new(
        cell.Name,
        document.Variant == ResultKinds.Jobs ? cell.Labels.GetValueOrDefault(JobLabels.File)
            : document.Places.Count > 0 ? document.Places[0].Path : null,
        run);

    private readonly record struct Job(string Name, string? File, RunRecord Run);
}
