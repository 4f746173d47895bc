using System.Globalization;
using Landspeed;
using StreamsBenchmark;

// streams DIRECTORY [--size GIB] [--rounds N] [--seed N] [--only cold|warm|write]
// streams DIRECTORY --sizes [--rounds N] [--seed N] [--only WORK]: files of 1 B to 256 MiB, SizeTable.cs
//
// Makes two files in the directory and removes them. Each round runs every subject once, in random order, each from the
// same state; the table shows medians, the range of the rate, and the ratios to FileStream with the same buffer and to
// the best FileStream of the group, taken within each round. fio reads the file once a round: the device's rate.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length == 0 || args[0].StartsWith('-'))
{
    Console.Error.WriteLine(
        "usage: streams DIRECTORY [--size 4] [--rounds 5] [--seed N] [--only cold|warm|write]\n"
        + "       streams DIRECTORY --sizes [--rounds 5] [--seed N] [--only WORK]");
    return 2;
}

string Option(string name, string otherwise)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 ? args[index + 1] : otherwise;
}

long length = long.Parse(Option("--size", "4")) << 30;
int rounds = int.Parse(Option("--rounds", "5"));
int seed = int.Parse(Option("--seed", Environment.TickCount.ToString()));
string only = Option("--only", string.Empty);
if (args.Contains("--sizes"))
{
    new SizeTable(Path.GetFullPath(args[0]), rounds, seed).Print(only);
    return 0;
}

string source = Path.Combine(Path.GetFullPath(args[0]), "landspeed-streams-source.dat");
string target = Path.Combine(Path.GetFullPath(args[0]), "landspeed-streams-target.dat");
try
{
    using (SequentialWriteStream made = SequentialFile.Create(source, new() { PreallocationSize = length }))
    {
        byte[] block = new byte[1 << 20];
        new Random(seed).NextBytes(block);
        for (long total = 0; total < length; total += block.Length)
        {
            made.Write(block);
        }

        made.FlushToDisk();
    }

    var subjects = new Subjects(source, target, length);
    Subject[] all = [.. subjects.All().Where(subject => subject.Group.ToString().Contains(only, StringComparison.OrdinalIgnoreCase))];
    var samples = all.ToDictionary(subject => subject, _ => new List<Sample>());
    var device = new List<Sample>();
    var random = new Random(seed);
    for (int round = 1; round <= rounds; round++)
    {
        if (all.Any(subject => subject.Group == Group.ColdRead))
        {
            subjects.Prepare(Group.ColdRead);
            device.Add(Fio.Read(source));
        }

        foreach (Subject subject in all.OrderBy(_ => random.Next()).ToArray())
        {
            subjects.Prepare(subject.Group);
            Sample sample = Meter.Run(subject);
            samples[subject].Add(sample);
            Console.Error.WriteLine(
                $"round {round} {subject.Group,-9}{subject.Name,-26}{subject.Buffer,8}{sample.MbPerS,9:F0} MB/s"
                + $"{sample.ProcessNsPerByte,9:F4}{sample.MachineNsPerByte,9:F4} ns/B{sample.AllocatedBytes,12} B");
        }
    }

    Console.WriteLine($"seed {seed}, {rounds} rounds, {length >> 30} GiB, interleaved; medians");
    new Report(samples, device).Print();
    return 0;
}
finally
{
    File.Delete(source);
    File.Delete(target);
}
