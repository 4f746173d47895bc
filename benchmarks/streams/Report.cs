namespace StreamsBenchmark;

/// <summary>The table.</summary>
internal sealed class Report(Dictionary<Subject, List<Sample>> samples, List<Sample> device)
{
    internal void Print()
    {
        if (device.Count > 0)
        {
            Console.WriteLine(
                $"fio, direct, 1 MiB x 8: {Median(device, sample => sample.MbPerS):F0} MB/s, "
                + $"{Median(device, sample => sample.ProcessNsPerByte):F4} ns/B");
        }

        Console.WriteLine(
            "| Work | Method | Buffer | MB/s (range) | CPU ns/B | machine ns/B | Rate × same | Rate × best | CPU × same | CPU × least | Rate × fio | Bytes allocated |");
        Console.WriteLine("|---|---|---|---|---|---|---|---|---|---|---|---|");
        foreach (Subject subject in samples.Keys)
        {
            Console.WriteLine(Row(subject));
        }
    }

    private string Row(Subject subject)
    {
        List<Sample> own = samples[subject];
        Subject[] framework = [.. samples.Keys.Where(other => other.Group == subject.Group && !other.IsOurs)];
        Subject? same = framework.FirstOrDefault(other => other.Buffer == subject.Buffer
            && other.Name.EndsWith("Async", StringComparison.Ordinal) == subject.Name.EndsWith("Async", StringComparison.Ordinal));
        string sameRate = "";
        string sameCpu = "";
        if (subject.IsOurs && same is not null)
        {
            sameRate = $"{Ratio(round => own[round].MbPerS / samples[same][round].MbPerS, own.Count):F2}";
            sameCpu = $"{Ratio(round => own[round].ProcessNsPerByte / samples[same][round].ProcessNsPerByte, own.Count):F2}";
        }

        string bestRate = "";
        string leastCpu = "";
        if (subject.IsOurs)
        {
            bestRate = $"{Ratio(round => own[round].MbPerS / framework.Max(other => samples[other][round].MbPerS), own.Count):F2}";
            leastCpu = $"{Ratio(round => own[round].ProcessNsPerByte / framework.Min(other => samples[other][round].ProcessNsPerByte), own.Count):F2}";
        }

        string fio = subject.Group == Group.ColdRead
            ? $"{Ratio(round => own[round].MbPerS / device[round].MbPerS, own.Count):F2}" : "";
        return $"| {subject.Group} | {subject.Name} | {Size(subject.Buffer)} "
            + $"| {Median(own, sample => sample.MbPerS):F0} ({own.Min(sample => sample.MbPerS):F0}-{own.Max(sample => sample.MbPerS):F0}) "
            + $"| {Median(own, sample => sample.ProcessNsPerByte):F4} | {Median(own, sample => sample.MachineNsPerByte):F4} "
            + $"| {sameRate} | {bestRate} | {sameCpu} | {leastCpu} | {fio} | {Median(own, sample => sample.AllocatedBytes):F0} |";
    }

    private static string Size(int buffer) => buffer switch
    {
        0 => "",
        < 1 << 20 => $"{buffer >> 10} KiB",
        _ => $"{buffer >> 20} MiB",
    };

    private static double Ratio(Func<int, double> ofRound, int rounds) =>
        Middle([.. Enumerable.Range(0, rounds).Select(ofRound)]);

    private static double Median(List<Sample> values, Func<Sample, double> of) => Middle([.. values.Select(of)]);

    private static double Middle(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
