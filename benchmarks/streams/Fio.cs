using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace StreamsBenchmark;

/// <summary>What the device gives: fio with the same requests, direct, through io_uring.</summary>
internal static class Fio
{
    internal static Sample Read(string file)
    {
        long length = new FileInfo(file).Length;
        var start = new ProcessStartInfo(
            "fio",
            [
                "--name=device", $"--filename={file}", "--output-format=json", "--thread", "--rw=read", "--bs=1M", "--direct=1",
                "--ioengine=io_uring", "--iodepth=8", "--fixedbufs=1", "--registerfiles=1", "--invalidate=0",
                string.Create(CultureInfo.InvariantCulture, $"--size={length}"),
            ])
        {
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        JsonElement job = JsonDocument.Parse(output[output.IndexOf('{', StringComparison.Ordinal)..]).RootElement.GetProperty("jobs")[0];
        JsonElement read = job.GetProperty("read");
        double seconds = read.GetProperty("runtime").GetInt64() / 1e3;
        double share = (job.GetProperty("usr_cpu").GetDouble() + job.GetProperty("sys_cpu").GetDouble()) / 100;
        long bytes = read.GetProperty("io_bytes").GetInt64();
        return new Sample(bytes / seconds / 1e6, share * seconds * 1e9 / bytes, double.NaN, 0);
    }
}
