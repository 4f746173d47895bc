using System.Globalization;
using System.Text;
using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Identity;

/// <summary>
/// Generated trees in every <see cref="Situation"/>, with options by chance: whatever two names mean, no content is
/// lost that the outcome does not speak of, and what is reported as done is what rsync would make.
/// </summary>
/// <remarks>LANDSPEED_TREES says how many trees meet each situation, LANDSPEED_SEED which is the first.</remarks>
public class DifferentialTests
{
    private static readonly string[] s_times =
    [
        "2020-01-01 00:00:00", "2020-01-01 00:00:01", "2020-01-01 00:00:01.999999999", "2020-01-01 00:00:02",
        "2020-01-01 00:00:00.000000001", "2020-01-01 00:00:00.1234567", "2020-01-01 00:00:00.12", "1970-01-01",
        "2038-01-19 03:14:07", "2040-01-01 12:00:00.5",
    ];

    [Fact]
    public void Nothing_is_lost_whatever_two_names_mean()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("bindfs");
        int trees = Number("LANDSPEED_TREES") ?? 2;
        int first = Number("LANDSPEED_SEED") ?? Random.Shared.Next(1 << 24);
        using var volume = new TestVolume("ext4", "512M");
        List<string> failures = [];
        for (int tree = 0; tree < trees; tree++)
        {
            for (int index = 0; index < Situation.All.Count; index++)
            {
                Situation situation = Situation.All[index];
                int seed = first + tree;
                string? failure = Try(volume, situation, new Random((seed * Situation.All.Count) + index));
                if (failure is not null)
                {
                    failures.Add($"LANDSPEED_SEED={seed} LANDSPEED_TREES=1: {situation.Name}: {failure}");
                }
            }
        }

        Assert.True(failures.Count == 0, string.Join("\n\n", failures.Take(5)) + $"\n{failures.Count} in all");
    }

    private static int? Number(string name) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out int number)
            ? number : null;

    private static string? Try(TestVolume volume, Situation situation, Random random)
    {
        using var scratch = new ScratchDirectory(volume.Path);
        string Shell(string command) => Command.Shell($"cd '{scratch.Path}' && {command}");
        Shell(Script(random));
        Stack<string> mounted = [];
        try
        {
            foreach ((string where, string command) in situation.Mounts)
            {
                Shell(command);
                mounted.Push(where);
            }

            Shell($"cp -a {(situation.NumbersCollide ? "src" : situation.Source)} model");
            Dictionary<string, string> source = Contents(scratch.File(situation.Source));
            Dictionary<string, string> target = Contents(scratch.File(situation.Target));
            TreeCopyOptions options = Options(random);
            (CopyOutcome outcome, string said) = Copy(
                scratch.File(situation.Source), scratch.File(situation.Target), options);
            string told = $"{said}; {Words(options)}";
            // As the directories behind it have it: what is only seen through one name is there.
            Dictionary<string, string> sourceAfter = Contents(scratch.File(situation.Source));
            Dictionary<string, string> targetAfter = Contents(scratch.File(situation.Target));
            foreach ((string name, string content) in source)
            {
                if (situation.IsOfTheOther("src", "dst", name))
                {
                    continue;
                }

                bool isCopied = targetAfter.GetValueOrDefault(name) == content;
                bool isThere = sourceAfter.GetValueOrDefault(name) == content;
                if (!isCopied && !isThere)
                {
                    return $"{name} is lost ({told})";
                }

                bool mayDiffer = options.Overwrite == OverwriteRule.Older || IsAlike(name);
                if (outcome == CopyOutcome.Done && !isCopied && !mayDiffer)
                {
                    return $"{name} was not copied ({told})";
                }
            }

            foreach ((string name, string content) in target)
            {
                if (situation.IsOfTheOther("dst", "src", name))
                {
                    continue;
                }

                bool isKept = targetAfter.GetValueOrDefault(name) == content;
                bool mayGo = options.DeleteExtraneous && !source.ContainsKey(name);
                bool mayChange = options.Overwrite != OverwriteRule.Never && source.ContainsKey(name);
                bool isMoved = options.RemoveSource && source.GetValueOrDefault(name) is null && IsShared(situation);
                if (!isKept && !mayGo && !mayChange && !isMoved)
                {
                    return $"{name} of the target is lost ({told})";
                }
            }

            if (Shell("find src dst -xdev -name '.*landspeed*' | head -3") is { Length: > 0 } left)
            {
                return $"{left} is left ({told})";
            }

            return outcome == CopyOutcome.Done && options.Overwrite == OverwriteRule.Always && !options.DryRun
                ? Difference(Shell, situation, told) : null;
        }
        finally
        {
            while (mounted.TryPop(out string? where))
            {
                Command.Run("umount", [scratch.File(where)]);
            }
        }
    }

    // Alike in length and time, and of other content: like every copier we take them for equal, where neither is to be
    // lost.
    private static bool IsAlike(string name) => name.EndsWith("-alike", StringComparison.Ordinal);

    // What the source loses the target may lose, where it shows the source, and says so.
    private static bool IsShared(Situation situation) => situation.Mounts.Length > 0;

    private static string? Difference(Func<string, string> shell, Situation situation, string told)
    {
        // Directories of the target that lie elsewhere may keep less; of another volume in the source nothing is
        // copied.
        string links = situation.NumbersCollide ? string.Empty : "H";
        string found = shell(
            $"rsync -a{links}Xni --omit-dir-times --one-file-system model/ {situation.Target}/ | "
                + "grep -v '^cd\\|^\\.d' || true");
        return found.Length == 0 || situation.Name.Contains("another volume", StringComparison.Ordinal)
            ? null : $"rsync would change\n{found}({told})";
    }

    private static (CopyOutcome Outcome, string Told) Copy(string source, string target, TreeCopyOptions options)
    {
        try
        {
            CopyResult result = TreeCopies.Copy(source, target, options);
            IEnumerable<string> messages = result.Problems.Select(problem => problem.Message);
            return (result.Outcome, string.Join("; ", messages.Prepend($"{result.Outcome}")));
        }
        catch (CopyException refused)
        {
            return (refused.Outcome, refused.Message);
        }
    }

    private static Dictionary<string, string> Contents(string directory)
    {
        Dictionary<string, string> contents = [];
        string script = $"cd '{directory}' 2>/dev/null && find . -type f -exec md5sum {{}} +";
        string listed = Command.Run("/bin/sh", ["-c", script]).Output;
        foreach (string line in listed.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            contents[line[34..]] = line[..32];
        }

        return contents;
    }

    private static TreeCopyOptions Options(Random random) => new()
    {
        Overwrite = (OverwriteRule)random.Next(3),
        RemoveSource = random.Next(2) == 0,
        DeleteExtraneous = random.Next(3) == 0,
        Verify = random.Next(3) == 0,
        CrossMounts = random.Next(3) == 0,
    };

    private static string Words(TreeCopyOptions options) =>
        $"{options.Overwrite}, remove source {options.RemoveSource}, delete {options.DeleteExtraneous}, "
            + $"cross {options.CrossMounts}";

    // Both sides have some of the same names: equal, alike, older, newer, of another length, or only there.
    private static string Script(Random random)
    {
        var script = new StringBuilder("mkdir -p src/a/c src/b dst/a/c dst/b view view2 low up work\n");
        foreach (string directory in (string[])["", "a/", "a/c/", "b/"])
        {
            for (int number = 0; number < 4; number++)
            {
                Add(script, random, directory, number);
            }
        }

        return script.ToString();
    }

    private static void Add(StringBuilder script, Random random, string directory, int number)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"{directory}{number}");
        string time = s_times[random.Next(s_times.Length)];
        string other = s_times[random.Next(s_times.Length)];
        string touchSource = $"touch -d '{time} UTC' src/{name}";
        string touchTarget = $"touch -d '{other} UTC' dst/{name}";
        string make = random.Next(4) switch
        {
            0 => "truncate -s 100000 ",
            1 => "head -c 70000 /dev/urandom >",
            _ => FormattableString.Invariant($"echo content {random.Next()} >"),
        };
        script.AppendLine(random.Next(9) switch
        {
            0 => $"{make}src/{name}; {touchSource}",
            1 => $"{make}dst/{name}; {touchTarget}",
            2 => $"{make}src/{name}; {touchSource}; cp -a src/{name} dst/{name}",
            3 => $"{make}src/{name}; cp src/{name} dst/{name}; {touchSource}; {touchTarget}",
            4 => $"{make}src/{name}; echo other {random.Next(9)} >dst/{name}; {touchSource}; {touchTarget}",
            5 => $"{make}src/{name}; ln src/{name} src/{name}-2; "
                + $"ln src/{name} src/b/{name.Replace('/', '-')}-3; {touchSource}",
            6 => $"{make}src/{name}; ln src/{name} src/{name}-2; {touchSource}; cp -a src/{name} dst/{name}; "
                + $"cp -a src/{name} dst/{name}-2",
            7 => $"echo one >src/{name}-alike; echo two >dst/{name}-alike; "
                + $"touch -d '{time} UTC' src/{name}-alike dst/{name}-alike; "
                + $"ln -s {random.Next(3)} src/{name}; ln -s 1 dst/{name}",
            _ => $"mkdir -p src/{name}-d; {make}dst/{name}; {touchTarget}",
        });
    }
}
