using Landspeed.Cli.Classic;
using Landspeed.Experiments;
using Landspeed.Experiments.Filling;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Classic;

public sealed class FragdiskTests
{
    private const long Mebi = 1L << 20;

    private static readonly FillOptions s_defaults = new()
    {
        Directory = FilePath.FromText("DIR"),
        FillPct = 70,
        Cycles = 0,
    };

    [Fact]
    public void What_is_left_out_is_as_in_2004()
    {
        FillOptions read = Read("DIR");

        Assert.Equal(s_defaults, read);
        Assert.Equal((100_000, 1000, 100, 10, 137UL), (read.MostFiles, read.FilesPerCycle, read.FilesPerDirectory, read.DirectoriesPerDirectory, read.Seed));
        Assert.Equal((null, null, null, 5), (read.KeepPct, read.Smallest, read.Largest, FillOptions.UsualKeepPct));
        Assert.Equal(TimeSpan.FromMinutes(10), read.Time);
    }

    [Theory]
    [InlineData("-f95 -k10 DIR")]
    [InlineData("DIR -k 10 -f 95")]
    [InlineData("-f 95 DIR -k10")]
    [InlineData("–f95 —k10 DIR")]
    [InlineData("‑f 95 DIR −k 10")]
    public void Values_stand_behind_their_letter_or_as_the_next_word_in_any_order(string line) =>
        Assert.Equal(s_defaults with { FillPct = 95, KeepPct = 10 }, Read(line.Split(' ')));

    [Fact]
    public void Every_letter_is_known() => Assert.Equal(
        s_defaults with
        {
            MostFiles = 5,
            Smallest = 2 * Mebi,
            Largest = 3 * Mebi,
            FilesPerCycle = 4,
            FilesPerDirectory = 6,
            DirectoriesPerDirectory = 7,
            Cycles = 8,
            KeepPct = 9,
            FillPct = 80,
            Seed = 11,
            Undo = true,
            MayHoldOthers = true,
            Force = true,
            Volume = FilePath.FromText("/mnt"),
            Time = TimeSpan.FromSeconds(3),
        },
        Read("-m5", "-Fm2", "-FM3", "-c4", "-d6", "-s7", "-n8", "-k9", "-f80", "-r11", "--undo", "--not-empty", "--force", "--volume", "/mnt", "--time-limit=3s", "DIR"));

    [Theory]
    [InlineData("no directory named", "-f95")]
    [InlineData("more than one directory named", "ONE", "TWO")]
    [InlineData("-f '100' is out of range; allowed: whole numbers from 1 to 99", "-f100", "DIR")]
    [InlineData("-k '0' is out of range", "-k0", "DIR")]
    [InlineData("-s '1' is out of range", "-s1", "DIR")]
    [InlineData("-FM 'x' is not a whole number", "-FMx", "DIR")]
    [InlineData("unknown option '-x'", "-x", "DIR")]
    [InlineData("the option '-f' needs a value", "DIR", "-f")]
    [InlineData("the option '-f90' is given twice", "-f80", "-f90", "DIR")]
    public void What_cannot_be_is_told(string message, params string[] words)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => Read(words));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.StartsWith(message, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Both_spellings_make_the_same_files()
    {
        using var one = new TestVolume("ext4", "64M");
        using var two = new TestVolume("ext4", "64M");

        Command classic = LandspeedProcess.Run("fragdisk", "-f90", "-k20", "-n2", "-FM2", one.Path, "--quiet");
        Command modern = LandspeedProcess.Run("fragment", two.Path, "--fill", "90", "--delete-to", "20", "--cycles", "2", "--largest", "2M", "--quiet");

        Assert.Equal((0, 0), (classic.ExitCode, modern.ExitCode));
        Assert.Contains("filled volume", classic.Output, StringComparison.Ordinal);
        Assert.Equal(Listing(one), Listing(two));
    }

    private static FillOptions Read(params string[] words) => Fragdisk.Read(ClassicWords.Scan(new Fragdisk(), words));

    private static string Listing(TestVolume volume) =>
        Command.Shell($"cd '{volume.File("landspeed-fill")}' && find . -name 'f0*' -printf '%P %s\\n' | sort");
}
