using System.Globalization;
using Landspeed.Experiments.Results;

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
    public static void Write(MeasurementDocument document, MeasurementRecord job, FioWriter writer)
    {
        TransferRecord transfer = job.Transfer;
        bool reads = job.Effective.Operation == "read";
        writer.Word("jobname", job.Name);
        writer.Whole("groupid", 0);
        writer.Whole("job_start", job.JobStartMs);
        writer.Whole("error", 0);
        writer.Whole("eta", 0);
        writer.WholeOf("elapsed", Math.Ceiling(((double)transfer.WarmUpNs + transfer.ElapsedNs) / NsPerS));
        writer.Object("job options", () => WriteOptions(document, job, writer));
        writer.Object("read", () => FioDirection.Write(reads ? job : null, writer));
        writer.Object("write", () => FioDirection.Write(reads ? null : job, writer));
        writer.Object("trim", () => FioDirection.Write(null, writer));
        writer.Object("sync", () => WriteSync(writer));
        writer.WholeOf("job_runtime", transfer.ElapsedNs / NsPerMs);
        writer.Fraction("usr_cpu", ShareOfElapsed(job.Cpu.ProcessUserNs, transfer));
        writer.Fraction("sys_cpu", ShareOfElapsed(job.Cpu.ProcessSystemNs, transfer));
        writer.Missing("ctx");
        writer.Missing("majf");
        writer.Missing("minf");
        FioDepth.Write(job, writer);
        FioLatencyShares.Write(job.Latency, writer);
        writer.Whole("latency_depth", job.Effective.QueueDepth);
        writer.Whole("latency_target", 0);
        writer.Fraction("latency_percentile", 100);
        writer.Whole("latency_window", 0);
        writer.Object("landspeed", () => WriteOwn(job, writer));
    }

    private static double ShareOfElapsed(long ns, TransferRecord transfer) =>
        transfer.ElapsedNs > 0 ? 100.0 * ns / transfer.ElapsedNs : 0;

    private static void WriteOptions(MeasurementDocument document, MeasurementRecord job, FioWriter writer)
    {
        CaseRecord done = job.Effective;
        writer.Word("name", job.Name);
        writer.Word("filename", document.Environment.Path);
        WriteOption("size", done.FileBytes);
        WriteOption("io_size", done.LimitBytes);
        WriteOption("bs", done.RequestSizeBytes);
        string order = done.DistancePct > 0 ? "rand" : string.Empty;
        writer.Word("rw", order + (done.Operation == "read" ? "read" : "write"));
        WriteOption("direct", done.Mode == "direct" ? 1 : 0);
        WriteOption("iodepth", done.QueueDepth);
        WriteOption("numjobs", done.Threads);
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

    private static void WriteOwn(MeasurementRecord job, FioWriter writer)
    {
        writer.Word("verdict", job.Truth.Verdict.ToString().ToLowerInvariant());
        writer.Word("reason", job.Truth.Reason);
        writer.Whole("run_index", job.RunIndex);
        writer.Truth("partial", job.Partial);
        writer.Word("api", job.Effective.Api);
        writer.Word("mode_requested", job.Requested.Mode);
        writer.Word("mode", job.Effective.Mode);
        writer.Word("operation", job.Effective.Operation);
        writer.Fraction("distance_pct", job.Effective.DistancePct);
        writer.List("fallbacks", job.Fallbacks);
        writer.Whole("device_bytes", job.Truth.DeviceBytes);
        writer.Fraction("device_share_pct", job.Truth.DeviceSharePct);
        writer.Fraction("mean_achieved_queue_depth", job.QueueDepth.MeanAchieved);
        writer.Whole("elapsed_to_durable_ns", job.Transfer.ElapsedToDurableNs);
        writer.Fraction("throughput_to_durable_bytes_per_s", job.Transfer.ThroughputToDurableBytesPerS);
        writer.Fraction("process_ns_per_byte", job.Cpu.ProcessNsPerByte);
        writer.Fraction("process_cycles_per_byte", job.Cpu.ProcessCyclesPerByte);
        writer.Fraction("machine_ns_per_byte", job.Cpu.MachineNsPerByte);
        writer.Word("clock_method", job.Cpu.ClockMethod);
        writer.List("findings", job.Findings, finding =>
        {
            writer.Word("code", finding.Code);
            writer.Word("message", finding.Message);
        });
        writer.List("percentiles_of_too_few_samples", FioLatency.TooFew(job.Latency));
        writer.List("not_measured", NotMeasured.Concat(FioLatency.NotKept(job.Latency)));
    }
}
