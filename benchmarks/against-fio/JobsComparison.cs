using System.Text.Json;

namespace AgainstFio;

/// <summary>
/// Four jobs at the same time: the same job file for fio and for <c>measure --fio</c>, in random order.
/// </summary>
internal sealed class JobsComparison : IDisposable
{
    private const int Jobs = 4;
    private readonly string _jobs;
    private readonly string[] _files;

    /// <summary>Makes a file for each job, unless it is there, and the job file.</summary>
    /// <param name="file">The file beside which they are, and whose length they have.</param>
    /// <param name="time">Length of a run.</param>
    internal JobsComparison(string file, TimeSpan time)
    {
        _files = [.. Enumerable.Range(1, Jobs).Select(job => $"{file}.{job}")];
        _jobs = $"{file}.fio";
        foreach (string one in _files)
        {
            string length = $"{new FileInfo(file).Length}";
            Programs.RunForText(
                Programs.Command, ["measure", one, "--size", length, "--time", "1ms", "--quiet"]);
        }

        string options = "ioengine=io_uring\ndirect=1\nbs=4k\niodepth=32\nrw=randread\nnorandommap\n"
            + $"randrepeat=0\nregisterfiles\nfixedbufs\ntime_based\nruntime={time.TotalSeconds}\n";
        File.WriteAllText(
            _jobs,
            $"[global]\n{options}\n"
                + string.Concat(_files.Select((one, job) => $"[job{job}]\nfilename={one}\n")));
    }

    /// <summary>Measures and prints the table.</summary>
    internal void Run(int rounds, Random random)
    {
        var ours = new List<Reading>();
        var theirs = new List<Reading>();
        for (int round = 1; round <= rounds; round++)
        {
            bool oursFirst = random.Next(2) == 0;
            for (int turn = 0; turn < 2; turn++)
            {
                if (oursFirst == (turn == 0))
                {
                    ours.Add(Landspeed());
                }
                else
                {
                    theirs.Add(Fio());
                }
            }

            Console.Error.WriteLine(
                $"round {round} {ours[^1].RequestsPerS,10:F0}{theirs[^1].RequestsPerS,10:F0} req/s"
                + $"{ours[^1].CpuNsPerRequest / 1000,9:F2}{theirs[^1].CpuNsPerRequest / 1000,9:F2} µs/req");
        }

        double[] rate = [.. ours.Zip(theirs, (x, y) => x.RequestsPerS / y.RequestsPerS)];
        double[] cost = [.. ours.Zip(theirs, (x, y) => x.CpuNsPerRequest / y.CpuNsPerRequest)];
        Console.WriteLine(
            $"4 jobs, random read 4 KiB × 32 each: {Middle.Of([.. ours.Select(x => x.RequestsPerS)]):F0} req/s, "
            + $"rate × {Middle.Of(rate):F2} ({rate.Min():F2}-{rate.Max():F2}), "
            + $"{Middle.Of([.. ours.Select(x => x.CpuNsPerRequest)]) / 1000:F2} µs/req, "
            + $"cpu × {Middle.Of(cost):F2} ({cost.Min():F2}-{cost.Max():F2}), "
            + string.Join('/', ours.Select(x => x.Verdict).Distinct()));
    }

    /// <summary>Removes what it made.</summary>
    public void Dispose() =>
        Array.ForEach([_jobs, .. _files, .. _files.Select(file => $"{file}.landspeed")], File.Delete);

    private Reading Landspeed()
    {
        JsonElement all = Programs.RunForJson(
            Programs.Command, ["measure", "--fio", _jobs, "--json", "-", "--quiet"]).GetProperty("cells")[0];
        JsonElement run = all.GetProperty("runs")[0];
        JsonElement metrics = run.GetProperty("metrics");
        return new Reading(
            metrics.GetProperty("requests_per_s").GetDouble(),
            metrics.GetProperty("cpu_ns_per_request").GetDouble(),
            AllocatedBytes: 0,
            ResidentBytes: 0,
            run.GetProperty("reads").GetProperty("verdict").GetString()!);
    }

    private Reading Fio()
    {
        JsonElement document = Programs.RunForJson("fio", [_jobs, "--output-format=json"]);
        JsonElement[] jobs = [.. document.GetProperty("jobs").EnumerateArray()];
        double cpuNs = jobs.Sum(job => job.GetProperty("job_runtime").GetInt64() * 1e6 / 100
            * (job.GetProperty("usr_cpu").GetDouble() + job.GetProperty("sys_cpu").GetDouble()));
        JsonElement[] reads = [.. jobs.Select(job => job.GetProperty("read"))];
        return new Reading(
            reads.Sum(side => side.GetProperty("iops").GetDouble()),
            cpuNs / reads.Sum(side => side.GetProperty("total_ios").GetInt64()),
            AllocatedBytes: 0,
            ResidentBytes: 0,
            Verdict: string.Empty);
    }
}
