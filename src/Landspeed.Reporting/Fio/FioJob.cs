using System.Globalization;
using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>One entry of <c>jobs</c>.</summary>
internal static class FioJob
{
    private const double NsPerMs = 1e6;
    private const double NsPerS = 1e9;

    private static readonly string[] NotMeasured =
    [
        "slat_ns", "sync", "ctx", "majf", "minf", "iodepth_submit", "iodepth_complete", "disk_util.read_merges",
        "disk_util.write_merges", "disk_util.read_ticks", "disk_util.write_ticks", "disk_util.in_queue",
    ];

    /// <summary>Writes its members.</summary>
    public static void Write(
        ResultDocument document, (string Name, string? File) of, RunRecord job, FioWriter writer)
    {
        double elapsed = job[Metrics.Elapsed] ?? 0;
        bool reads = job.Reads is not null;
        writer.Word("jobname", of.Name);
        writer.Whole("groupid", 0);
        writer.Whole("job_start", job.StartedAtMs ?? 0);
        writer.Whole("error", 0);
        writer.Whole("eta", 0);
        writer.WholeOf("elapsed", Math.Ceiling(((job[Metrics.WarmUp] ?? 0) + elapsed) / NsPerS));
        writer.Object("job options", () => WriteOptions(of, job, writer));
        writer.Object("read", () => WriteDirection(reads, job.Mix?.Reads));
        writer.Object("write", () => WriteDirection(!reads, job.Mix?.Writes));
        writer.Object("trim", () => FioDirection.Write(null, writer));
        writer.Object("sync", () => WriteSync(writer));
        writer.WholeOf("job_runtime", elapsed / NsPerMs);
        writer.Fraction("usr_cpu", ShareOfElapsed(job[Metrics.CpuUser], elapsed));
        writer.Fraction("sys_cpu", ShareOfElapsed(job[Metrics.CpuSystem], elapsed));
        writer.Missing("ctx");
        writer.Missing("majf");
        writer.Missing("minf");
        FioDepth.Write(job, writer);
        FioLatencyShares.Write(job.Latency, writer);
        writer.Whole("latency_depth", job.Case?.Effective.QueueDepth);
        writer.Whole("latency_target", 0);
        writer.Fraction("latency_percentile", 100);
        writer.Whole("latency_window", 0);
        writer.Object("landspeed", () => WriteOwn(document, job, writer));

        void WriteDirection(bool isUsed, RequestPartRecord? ofMix)
        {
            if (ofMix is not null)
            {
                FioDirection.Write(ofMix, elapsed, writer);
            }
            else
            {
                FioDirection.Write(isUsed ? job : null, writer);
            }
        }
    }

    private static double? ShareOfElapsed(double? ns, double elapsed) => elapsed > 0 ? 100.0 * ns / elapsed : 0;

    private static void WriteOptions((string Name, string? File) of, RunRecord job, FioWriter writer)
    {
        writer.Word("name", of.Name);
        writer.Word("filename", of.File);
        if (job.Case?.Effective is not { } done)
        {
            return;
        }

        WriteOption("offset", done.OffsetBytes);
        WriteOption("size", done.FileBytes - (done.OffsetBytes ?? 0));
        WriteOption("io_size", done.LimitBytes);
        if (FioCommand.SplitOf(done.SizeShares) is { } split)
        {
            writer.Word("bssplit", split);
        }
        else
        {
            WriteOption("bs", done.RequestSizeBytes);
        }

        string order = done.DistancePct > 0 ? "rand" : string.Empty;
        string gap = FioCommand.GapOf(
            done.IsReverse, done.StrideBytes, done.RequestSizeBytes, done.SizeShares is not null);
        writer.Word(
            "rw", order + (done.Operation == "read" ? "read" : done.Operation == "mix" ? "rw" : "write") + gap);
        WriteOption("rwmixread", done.ReadPct);
        if (FioCommand.DistributionOf(done.Distribution) is { } skewed)
        {
            writer.Word("random_distribution", skewed);
        }

        if (done.DistancePct > 0)
        {
            WriteOption("norandommap", 1);
        }

        WriteOption("direct", done.Mode == "direct" ? 1 : 0);
        WriteOption("iodepth", done.QueueDepth);
        WriteOption("numjobs", done.Threads);
        if (done.Think is { } think)
        {
            WriteOption("thinktime", (long)Math.Round(think.PauseS * 1e6));
            WriteOption("thinktime_blocks", think.Requests);
        }

        writer.Word("ioengine", done.Engine switch
        {
            "uring" => "io_uring",
            "synchronous" or "filestream" => "psync",
            _ => done.Engine,
        });
        writer.Word("runtime", string.Create(CultureInfo.InvariantCulture, $"{done.TimeS}s"));
        WriteOption("end_fsync", done.Flush == "end" ? 1 : null);
        writer.Word("randseed", done.Seed.ToString(CultureInfo.InvariantCulture));

        void WriteOption(string name, long? value)
        {
            if (value is { } set)
            {
                writer.Word(name, set.ToString(CultureInfo.InvariantCulture));
            }
        }
    }

    private static void WriteSync(FioWriter writer)
    {
        writer.Whole("total_ios", 0);
        FioLatency.WriteNone("lat_ns", writer);
    }

    private static void WriteOwn(ResultDocument document, RunRecord job, FioWriter writer)
    {
        bool isReadsSound = job.Mix is not null && job.Reads?.Verdict == Verdict.Device;
        TruthRecord? truth = isReadsSound ? job.Writes : job.Reads ?? job.Writes;
        double? durable = job[Metrics.ElapsedToDurable];
        writer.Word("verdict", (truth?.Verdict).ToWord());
        writer.Word("reason", truth?.Reason);
        writer.Whole("run_index", job.Round);
        writer.Truth("partial", job.Partial);
        writer.Word("api", job.Case?.Effective.Api);
        writer.Word("mode_requested", job.Case?.Requested.Mode);
        writer.Word("mode", job.Case?.Effective.Mode);
        writer.Word("operation", job.Case?.Effective.Operation);
        writer.Fraction("distance_pct", job.Case?.Effective.DistancePct);
        writer.List("fallbacks", job.Case?.Fallbacks ?? []);
        writer.Whole("device_bytes", truth?.DeviceBytes);
        writer.Fraction("device_share_pct", truth?.DeviceSharePct);
        writer.Fraction("mean_achieved_queue_depth", job[Metrics.DepthAchieved]);
        writer.Whole("elapsed_to_durable_ns", (long?)durable);
        writer.Fraction("throughput_to_durable_bytes_per_s", durable is null ? null : job[Metrics.Throughput]);
        writer.Fraction("process_ns_per_byte", job[Metrics.CpuPerByte]);
        writer.Fraction("process_cycles_per_byte", job[Metrics.CyclesPerByte]);
        writer.Fraction("machine_ns_per_byte", job[Metrics.MachineCpuPerByte]);
        writer.Word("clock_method", job[Metrics.CyclesPerByte] is not null && document.Hosts.Count > 0 ? document.Hosts[0].ClockMethod : null);
        writer.List("findings", job.Findings, finding =>
        {
            writer.Word("code", finding.Code);
            writer.Word("message", finding.Message);
        });
        writer.List("percentiles_of_too_few_samples", FioLatency.TooFew(job.Latency));
        writer.List("not_measured", [
            .. NotMeasured, .. FioLatency.NotKept(job.Latency), .. job.Mix is null ? [] : FioDirection.NotOfMix,
        ]);
    }
}

/// <summary>
/// <c>iodepth_level</c>: fio counts the depth of each submission; we know the mean, and put the whole at its level.
/// </summary>
internal static class FioDepth
{
    private static readonly int[] Levels = [1, 2, 4, 8, 16, 32, 64];

    /// <summary>Writes the three depth objects; the last two are not measured.</summary>
    public static void Write(RunRecord job, FioWriter writer)
    {
        double mean = (job[Metrics.DepthAchieved] ?? 1) / Math.Max(1, job.Case?.Effective.Threads ?? 1);
        double depth = double.IsFinite(mean) ? Math.Max(1, Math.Round(mean)) : 1;
        int reached = Levels.Last(level => level <= depth);
        writer.Object("iodepth_level", () =>
        {
            foreach (int level in Levels)
            {
                string name = (level == 64 ? ">=" : string.Empty) + level.ToString(CultureInfo.InvariantCulture);
                writer.Fraction(name, level == reached ? 100 : 0);
            }
        });
        writer.Missing("iodepth_submit");
        writer.Missing("iodepth_complete");
    }
}
