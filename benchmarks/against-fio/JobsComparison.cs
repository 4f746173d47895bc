using System.Text.Json;

namespace AgainstFio;

/// <summary>
/// Four jobs at the same time: the same job file for fio and for <c>measure --fio</c>, in random order.
/// </summary>
internal sealed class JobsComparison : IDisposable
{
    private const int Jobs = 4;
    private readonly string _directory;
    private readonly string _jobs;
    private readonly string _length;
    private readonly TimeSpan _time;

    /// <summary>Makes the directory of the job file and of the files that the jobs read.</summary>
    /// <param name="file">The file beside which it is, and whose length they have.</param>
    /// <param name="time">Length of a run.</param>
    /// <exception cref="IOException">Something has the name of the directory.</exception>
    internal JobsComparison(string file, TimeSpan time)
    {
        _directory = $"{file}.jobs";
        if (Path.Exists(_directory))
        {
            throw new IOException($"{_directory} exists; remove it, or name another file");
        }

        Directory.CreateDirectory(_directory);
        _jobs = Path.Combine(_directory, "jobs.fio");
        (_length, _time) = ($"{new FileInfo(file).Length}", time);
    }

    /// <summary>Measures and prints the table.</summary>
    internal void Run(int rounds, Random random)
    {
        MakeFiles();
        var ours = new List<Reading>();
        var theirs = new List<Reading>();
        for (int round = 1; round <= rounds; round++)
        {
            Turns.Take(random, () => ours.Add(Landspeed()), () => theirs.Add(Fio()));
            Console.Error.WriteLine(
                $"round {round} {ours[^1].RequestsPerS,10:F0}{theirs[^1].RequestsPerS,10:F0} req/s"
                + $"{ours[^1].CpuNsPerRequest / 1000,9:F2}{theirs[^1].CpuNsPerRequest / 1000,9:F2} µs/req");
        }

        double[] rate = [.. ours.Zip(theirs, (x, y) => x.RequestsPerS / y.RequestsPerS)];
        double[] cost = [.. ours.Zip(theirs, (x, y) => x.CpuNsPerRequest / y.CpuNsPerRequest)];
        Console.WriteLine(
            $"4 jobs, random read 4 KiB × 32 each: {Middle.Of([.. ours.Select(x => x.RequestsPerS)]):F0} req/s, "
            + $"rate ×{Middle.WithRange(rate)}, "
            + $"{Middle.Of([.. ours.Select(x => x.CpuNsPerRequest)]) / 1000:F2} µs/req, "
            + $"cpu ×{Middle.WithRange(cost)}, "
            + string.Join('/', ours.Select(x => x.Verdict).Distinct()));
    }

    /// <summary>Removes what it made.</summary>
    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private void MakeFiles()
    {
        string[] files = [.. Enumerable.Range(1, Jobs).Select(job => Path.Combine(_directory, $"{job}.dat"))];
        foreach (string file in files)
        {
            Programs.RunForText(
                Programs.Command, ["measure", file, "--size", _length, "--time", "1ms", "--quiet"]);
        }

        string options = "ioengine=io_uring\ndirect=1\nbs=4k\niodepth=32\nrw=randread\nnorandommap\n"
            + $"randrepeat=0\nregisterfiles\nfixedbufs\ntime_based\nruntime={_time.TotalSeconds}\n";
        File.WriteAllText(
            _jobs,
            $"[global]\n{options}\n"
                + string.Concat(files.Select((file, job) => $"[job{job}]\nfilename={file}\n")));
    }

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
        JsonElement[] reads = [.. jobs.Select(job => job.GetProperty("read"))];
        return new Reading(
            reads.Sum(side => side.GetProperty("iops").GetDouble()),
            jobs.Sum(Programs.CpuNs) / reads.Sum(side => side.GetProperty("total_ios").GetInt64()),
            AllocatedBytes: 0,
            ResidentBytes: 0,
            Verdict: string.Empty);
    }
}
