using System.Globalization;
using Landspeed.Experiments.Filling;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>
/// Kills fillings, and cleanings after them, at calls that are chosen by lot: four on each file system; LANDSPEED_FILL_KILLS says how many instead,
/// LANDSPEED_FILL_KILLS_REPORT names a file that receives a line of each file system.
/// </summary>
public sealed class FillKillTests
{
    private const int UsualKills = 4;

    private const string Listed = "-printf '%P %y %i %m %n %s %l %T@\\n'";

    // In these the state of the volume, of the journal or of a name changes. The runtime makes few or none of them.
    private static readonly string[] s_calls = ["fallocate", "fsetxattr", "linkat", "pwrite64", "mkdirat", "renameat2", "unlinkat", "syncfs"];

    // So many of each any filling here makes; the long form counts them, which takes two runs more.
    private static readonly Dictionary<string, int> s_few = s_calls.Zip([20, 30, 20, 100, 4, 4, 15, 3]).ToDictionary(call => call.First, call => call.Second);

    [Theory]
    [InlineData("ext4", "64M", 90)]
    [InlineData("xfs", "300M", 90)]
    [InlineData("btrfs", "128M", 80)]
    public void What_is_killed_anywhere_is_removed_by_cleaning_and_nothing_of_others_is_touched(string type, string size, int fill)
    {
        Capability.RequireProgram("strace");
        int kills = int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_FILL_KILLS"), out int wanted) ? wanted : UsualKills;
        var random = new Random(kills == UsualKills ? 2004 : 137);
        using var volume = new TestVolume(type, size);
        Command.Shell(
            $"cd '{volume.Path}' && head -c 100000 /dev/urandom > plain && ln plain hard && ln -s plain link && mkdir -p d0/d0/d0 landspeed-fill-x && cp plain d0/d0/d0/f000000 && mkfifo pipe");
        string others = Others(volume);
        long before = Available(volume);
        string holes = $"fragment '{volume.Path}' --not-empty --fill {fill} --hole-size 64K --quiet";
        string files = $"fragment '{volume.Path}' --not-empty --fill {fill} --delete-to 40 --cycles 2 --smallest 16K --largest 2M --files-per-directory 7 --directories-per-directory 3 --most-files 600 --quiet";
        bool isLong = kills != UsualKills;
        Dictionary<string, Dictionary<string, int>> calls = new()
        {
            [files] = isLong ? Count(volume, files) : s_few, [holes] = isLong ? Count(volume, holes) : s_few.Where(call => call.Value == 3 || call.Key == "pwrite64").ToDictionary(),
        };
        Clean(volume);
        Assert.True(calls[files].Count == s_calls.Length, string.Join(' ', calls[files]));
        int struck = 0;
        int left = 0;
        int cleaningsStruck = 0;
        for (int kill = 0; kill < kills; kill++)
        {
            string filling = random.Next(4) == 0 ? holes : files;
            (string call, int most) = calls[filling].ElementAt(random.Next(calls[filling].Count));
            string at = string.Create(CultureInfo.InvariantCulture, $"{call}:signal=KILL:when={random.Next(1, most + 1)}");
            struck += Strike(filling, at) ? 1 : 0;
            left += Directory.Exists(volume.File("landspeed-fill")) ? 1 : 0;
            bool isPlanted = random.Next(2) == 0 && Plant(volume);
            string planted = Others(volume);
            if (random.Next(isLong ? 3 : 5) == 0)
            {
                cleaningsStruck += Strike($"fragment '{volume.Path}' --clean", string.Create(CultureInfo.InvariantCulture, $"unlinkat:signal=KILL:when={random.Next(1, 40)}")) ? 1 : 0;
            }

            FillCleaned cleaned = Clean(volume);
            Assert.True(planted == Others(volume), $"{at}: {planted}\n{Others(volume)}");
            if (isPlanted)
            {
                Command.Shell($"cd '{volume.Path}/landspeed-fill' && find . -name 'theirs*' -delete");
                cleaned = Clean(volume);
            }

            Assert.True(cleaned.Staying == 0, $"{at}: {string.Join("; ", cleaned.Problems)}");
            Assert.True(!Directory.Exists(volume.File("landspeed-fill")), at);
            Assert.True(others == Others(volume), at);
            Assert.True(Available(volume) >= before * 0.99, $"{at}: {Available(volume)} of {before}");
        }

        if (Environment.GetEnvironmentVariable("LANDSPEED_FILL_KILLS_REPORT") is { Length: > 0 } report)
        {
            File.AppendAllText(report, string.Create(
                CultureInfo.InvariantCulture,
                $"{type}: {kills} trials, {struck} fillings and {cleaningsStruck} cleanings killed, {left} left something, 0 foreign files touched; available {Available(volume)} of {before}\n"));
        }

        Assert.InRange(struck, kills * 3 / 4, kills);
    }

    private static Dictionary<string, int> Count(TestVolume volume, string filling)
    {
        using var scratch = new ScratchDirectory();
        string log = scratch.File("calls");
        Command done = LandspeedProcess.Shell($"strace -f -qq -o '{log}' -e trace={string.Join(',', s_calls)} \"$0\" {filling}");
        Assert.True(done.ExitCode == 0, $"{volume.Type}: {done.Error}");

        // Those of the thread that works: strace counts each thread's for itself.
        return File.ReadLines(log)
            .Select(line => line.Split([' ', '('], StringSplitOptions.RemoveEmptyEntries))
            .Where(words => s_calls.Contains(words[1]))
            .GroupBy(words => words[0]).MaxBy(thread => thread.Count())!
            .GroupBy(words => words[1]).ToDictionary(call => call.Key, call => call.Count());
    }

    private static bool Strike(string words, string at) => LandspeedProcess.Shell(
        $"strace -f -qq -o /dev/null -e trace={at.Split(':')[0]} -e inject={at} \"$0\" {words}").ExitCode is 137 or > 128;

    // Beside our files, with names like ours.
    private static bool Plant(TestVolume volume)
    {
        string fill = volume.File("landspeed-fill");
        if (!Directory.Exists(fill))
        {
            return false;
        }

        foreach (string directory in Directory.EnumerateDirectories(fill, "d*", SearchOption.AllDirectories).Take(3).Prepend(fill).ToArray())
        {
            Command.Shell($"cd '{directory}' && echo theirs > theirs-f && ln -s / theirs-link && ln '{volume.File("plain")}' theirs-hard && mkdir theirs-d && echo deep > theirs-d/theirs-f");
        }

        return true;
    }

    private static FillCleaned Clean(TestVolume volume) => FillCleaning.Run(FilePath.FromText(volume.Path), isDry: false, CancellationToken.None);

    private static long Available(TestVolume volume) => long.Parse(
        Command.Shell($"sync -f '{volume.Path}'; df --output=avail -B1 '{volume.Path}' | tail -1"), CultureInfo.InvariantCulture);

    private static string Others(TestVolume volume) => Command.Shell(
        $"cd '{volume.Path}' && {{ find . -mindepth 1 -path ./lost+found -prune -o -path ./landspeed-fill -prune -o -path './landspeed-fill-[0-9a-f]*' -prune -o {Listed}; "
        + $"test ! -d landspeed-fill || find landspeed-fill -name 'theirs*' {Listed}; }} | sort; md5sum plain d0/d0/d0/f000000");
}
