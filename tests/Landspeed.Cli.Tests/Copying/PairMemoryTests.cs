using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// <c>verify A B</c> keeps the names of one directory in memory, and of entries that it has compared nothing. What it
/// takes more for more entries is measured.
/// </summary>
public sealed class PairMemoryTests : IDisposable
{
    private const int InOne = 200;

    // From run to run the peak differs by a region of the collector's heap, 4 MiB, and below 100,000 entries the heap
    // still grows to its usual size: 64, 69 or 73 MB. 100 bytes kept of each of 120,000 entries are seen.
    private const long Slack = 7 << 20;
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(20);
    private readonly TestVolume _volume = new("tmpfs", "4G", "rw,nr_inodes=3m");

    public void Dispose() => _volume.Dispose();

    [Theory]
    [InlineData(120_000, 240_000, 0)]
    [InlineData(100_000, 1_000_000, 8, Traits = [Tier.Key, Tier.Long])]
    public void Of_entries_in_many_directories_nothing_is_kept(int few, int many, int bytesOfOne)
    {
        Make(0, few, InOne);
        long before = Peak(few, InOne);
        Make(few, many, InOne);
        long more = Peak(many, InOne) - before;

        Assert.True(more < Slack + (bytesOfOne * (many - few)), Said(few, many, more));
    }

    // Name and place on both sides, in arrays that are twice as large when they are full, and copied then.
    [Theory, Trait(Tier.Key, Tier.Long)]
    [InlineData(100_000, 1_000_000, 150)]
    public void Of_entries_in_one_directory_little_more_than_the_names_is_kept(int few, int many, int bytesOfOne)
    {
        Make(0, few, many);
        long before = Peak(few, many);
        Make(few, many, many);
        long more = Peak(many, many) - before;

        Assert.True(more < Slack + (bytesOfOne * (many - few)), Said(few, many, more));
    }

    // Of a file with further names one is kept until the others were found: here they lie elsewhere.
    [Fact]
    public void What_is_kept_is_seen_in_the_peak()
    {
        const int Few = 20_000, Many = 40_000;
        Make(0, Few, InOne);
        long before = Peak(Few, InOne);
        Make(Few, Many, InOne);
        Command.Shell($"cd '{_volume.Path}' && mkdir elsewhere && cp -al a b elsewhere");
        long more = Peak(Many, InOne) - before;

        Assert.True(more > Slack, Said(Few, Many, more));
    }

    private static string Said(int few, int many, long more)
    {
        string said = FormattableString.Invariant(
            $"{many} entries take {more >> 10} KiB more than {few}, {more / (many - few)} bytes for each one more");
        TestContext.Current.TestOutputHelper!.WriteLine(said);
        return said;
    }

    private void Make(int from, int to, int inOne) => Parallel.For(from / inOne, (to + inOne - 1) / inOne, directory =>
    {
        foreach (string side in (string[])["a", "b"])
        {
            string path = Directory.CreateDirectory(_volume.File($"{side}/{directory}")).FullName;
            int first = Math.Max(from, directory * inOne);
            for (int number = first; number < Math.Min(to, (directory + 1) * inOne); number++)
            {
                File.OpenHandle(Path.Combine(path, $"file-{number}"), FileMode.CreateNew, FileAccess.Write).Dispose();
            }
        }
    });

    // Garbage only adds to a peak, by chance: what is kept is in each of them.
    private long Peak(int files, int inOne) => Enumerable.Range(0, 2).Min(_ => PeakOnce(files, inOne));

    private long PeakOnce(int files, int inOne)
    {
        int entries = 1 + ((files + inOne - 1) / inOne) + files;

        // How much garbage lies about depends on the machine: a collector that cleans up leaves what is in use.
        PeakMemory peak = PeakMemory.Of(
            s_patience,
            "/usr/bin/env",
            "DOTNET_GCConserveMemory=9",
            CommandFile.Path,
            "verify",
            _volume.File("a"),
            _volume.File("b"),
            "--ignore",
            "times",
            "--quiet",
            "--json",
            _volume.File("result"));
        Assert.True(peak.Command.ExitCode == 0, peak.Command.Error);
        Assert.Contains($"\"entries_same\": {entries}", File.ReadAllText(_volume.File("result")));
        TestContext.Current.TestOutputHelper!.WriteLine($"{files} files: {peak.Bytes >> 10} KiB");
        return peak.Bytes;
    }
}
