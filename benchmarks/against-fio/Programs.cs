using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace AgainstFio;

/// <summary>Runs the two programs, each as a process of its own, and reads their JSON.</summary>
internal sealed class Programs(string file, TimeSpan time)
{
    private const string Zipf = "zipf:1.2";
    private static readonly TimeSpan s_warmUp = TimeSpan.FromSeconds(0.5);

    /// <summary>What LANDSPEED names, for example the native executable; else the command beside this program.</summary>
    internal static string Command { get; } =
        Environment.GetEnvironmentVariable("LANDSPEED") ?? Path.Combine(AppContext.BaseDirectory, "Landspeed.Cli");

    /// <summary>Brings the whole file into the page cache where the work wants it there: a write pushes it out.</summary>
    internal void Prepare(Case work)
    {
        if (work.Work == Work.WarmBufferedRead)
        {
            using FileStream stream = File.OpenRead(file);
            stream.CopyTo(Stream.Null, 1 << 20);
        }
    }

    internal Reading Landspeed(Case work, Means means)
    {
        List<string> arguments =
        [
            "measure", file,
            "--request-size", Number(work.RequestSize),
            "--queue-depth", Number(work.QueueDepth),
            "--engine", means == Means.Uring ? "uring" : "threads",
            "--time", Seconds(time), "--json", "-", "--quiet",
            "--mode", work.Work == Work.WarmBufferedRead ? "buffered" : "direct",
            .. work.Work == Work.ZipfRead ? (string[])["--places", Zipf]
                : ["--order", IsRandom(work) ? "random" : "sequential"],
        ];

        // fio has written to the file: it is no longer known to be landspeed's own.
        arguments.AddRange(work.Work switch
        {
            Work.SequentialWrite => ["--write", "--overwrite"],
            Work.RandomMix => ["--mix", "70:30", "--overwrite"],
            _ => ["--read"],
        });
        JsonElement run = RunForJson(Command, arguments).GetProperty("cells")[0].GetProperty("runs")[0];
        JsonElement metrics = run.GetProperty("metrics");
        return new Reading(
            metrics.GetProperty("requests_per_s").GetDouble(),
            metrics.GetProperty("cpu_ns_per_request").GetDouble(),
            (long)metrics.GetProperty("managed_allocated_bytes").GetDouble(),
            (long)metrics.GetProperty("peak_resident_bytes").GetDouble(),
            run.GetProperty(work.Work == Work.SequentialWrite ? "writes" : "reads").GetProperty("verdict").GetString()!);
    }

    internal Reading Fio(Case work, Means means)
    {
        string direction = work.Work switch
        {
            Work.RandomRead or Work.ZipfRead => "randread",
            Work.RandomMix => "randrw",
            Work.SequentialWrite => "write",
            _ => "read",
        };
        List<string> arguments =
        [
            "--name=case", $"--filename={file}", "--output-format=json", "--time_based", "--thread", "--group_reporting",
            $"--runtime={Seconds(time)}", $"--ramp_time={Seconds(s_warmUp)}", $"--rw={direction}",
            $"--bs={Number(work.RequestSize)}", work.Work == Work.WarmBufferedRead ? "--direct=0" : "--direct=1",
            "--invalidate=0", "--randrepeat=0", "--norandommap=1", $"--size={Number(new FileInfo(file).Length)}",
        ];
        if (work.Work == Work.RandomMix)
        {
            arguments.Add("--rwmixread=70");
        }
        else if (work.Work == Work.ZipfRead)
        {
            arguments.Add($"--random_distribution={Zipf}");
        }

        arguments.AddRange(means == Means.Uring
            ? ["--ioengine=io_uring", $"--iodepth={Number(work.QueueDepth)}", "--fixedbufs=1", "--registerfiles=1"]
            : Psync(work));
        JsonElement job = RunForJson("fio", arguments).GetProperty("jobs")[0];
        JsonElement[] sides = [job.GetProperty("read"), job.GetProperty("write")];
        double requests = sides.Sum(side => side.GetProperty("total_ios").GetInt64());

        double rate = sides.Sum(side => side.GetProperty("iops").GetDouble());
        return new Reading(rate, CpuNs(job) / requests, 0, 0, string.Empty);
    }

    /// <summary>
    /// Returns what a job of fio used. With group reporting both the percentages and the run time are sums over the
    /// jobs.
    /// </summary>
    internal static double CpuNs(JsonElement job) =>
        (job.GetProperty("usr_cpu").GetDouble() + job.GetProperty("sys_cpu").GetDouble()) / 100
            * job.GetProperty("job_runtime").GetInt64() * 1e6;

    private static bool IsRandom(Case work) => work.Work is Work.RandomRead or Work.ZipfRead or Work.RandomMix;

    // Each sequential job gets its own part of the file: several on one part would be neither sequential nor random.
    private List<string> Psync(Case work)
    {
        List<string> arguments = ["--ioengine=psync", $"--numjobs={Number(work.QueueDepth)}"];
        if (!IsRandom(work) && work.QueueDepth > 1)
        {
            long part = new FileInfo(file).Length / work.QueueDepth / work.RequestSize * work.RequestSize;
            arguments.RemoveAll(argument => argument.StartsWith("--size=", StringComparison.Ordinal));
            arguments.Add($"--offset_increment={Number(part)}");
            arguments.Add($"--size={Number(part)}");
        }

        return arguments;
    }

    /// <summary>Runs a program and reads the document that it prints.</summary>
    internal static JsonElement RunForJson(string program, IEnumerable<string> arguments)
    {
        // fio may print notes before its document.
        string output = RunForText(program, arguments);
        return JsonDocument.Parse(output[output.IndexOf('{', StringComparison.Ordinal)..]).RootElement;
    }

    /// <summary>Runs a program and gives back what it prints.</summary>
    internal static string RunForText(string program, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> error = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? output : throw new InvalidOperationException(
            $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}: {error.Result}");
    }

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString(CultureInfo.InvariantCulture) + "s";
}
