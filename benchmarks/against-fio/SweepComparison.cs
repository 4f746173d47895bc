using System.Text.Json;

namespace AgainstFio;

/// <summary>
/// Cells of a sweep against fio: each round runs both once for each cell, in random order, fio with the command that
/// <c>--show-fio</c> prints.
/// </summary>
internal sealed class SweepComparison(string file, TimeSpan time)
{
    /// <summary>Measures and prints the table.</summary>
    internal void Run(int rounds, Random random)
    {
        var ours = SweepCell.All.ToDictionary(cell => cell, _ => new List<double>());
        var theirs = SweepCell.All.ToDictionary(cell => cell, _ => new List<double>());
        var verdicts = SweepCell.All.ToDictionary(cell => cell, _ => new SortedSet<string>(StringComparer.Ordinal));
        for (int round = 1; round <= rounds; round++)
        {
            foreach (SweepCell cell in SweepCell.All.OrderBy(_ => random.Next()).ToArray())
            {
                Turns.Take(
                    random,
                    () => ours[cell].Add(Landspeed(cell, verdicts[cell])),
                    () => theirs[cell].Add(Fio(cell)));
                Console.Error.WriteLine(
                    $"round {round} {cell.Name,-34}{ours[cell][^1] / 1e6,10:F1}{theirs[cell][^1] / 1e6,10:F1} MB/s");
            }
        }

        Console.WriteLine($"{"cell",-34}{"MB/s",10}{"fio MB/s",10}{"rate ×",8}{"",14}  verdict");
        foreach (SweepCell cell in SweepCell.All)
        {
            double[] ratio = [.. ours[cell].Zip(theirs[cell], (x, y) => x / y)];
            Console.WriteLine(
                $"{cell.Name,-34}{Middle.Of([.. ours[cell]]) / 1e6,10:F1}{Middle.Of([.. theirs[cell]]) / 1e6,10:F1}"
                + $"{Middle.WithRange(ratio)}  {string.Join('/', verdicts[cell])}");
        }
    }

    private double Landspeed(SweepCell cell, SortedSet<string> verdicts)
    {
        JsonElement result = Programs.RunForJson(
            Programs.Command, [.. cell.Words(file, time), "--json", "-", "--quiet"]).GetProperty("cells")[0];
        verdicts.Add(result.GetProperty("verdicts").GetProperty(cell.Operation).GetString()!);
        return result.GetProperty("metrics").GetProperty("throughput_bytes_per_s").GetProperty("median").GetDouble();
    }

    private double Fio(SweepCell cell)
    {
        string script = Programs.RunForText(Programs.Command, [.. cell.Words(file, time), "--show-fio"]);
        string command = script.Split('\n').Single(line => line.StartsWith("fio ", StringComparison.Ordinal));
        JsonElement job = Programs.RunForJson("sh", ["-c", command + " --output-format=json"]).GetProperty("jobs")[0];
        return job.GetProperty(cell.Operation).GetProperty("bw_bytes").GetDouble();
    }
}
