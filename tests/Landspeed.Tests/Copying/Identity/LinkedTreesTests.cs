using System.Globalization;
using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Identity;

/// <summary>
/// Trees of which both sides have hard links, in any arrangement, all files of equal length and time.
/// </summary>
public class LinkedTreesTests(Files.TestVolumes volumes)
{
    private const int Trees = 40;
    private const int Names = 7;

    [Theory]
    [InlineData(OverwriteRule.Older)]
    [InlineData(OverwriteRule.Always)]
    public void A_second_run_does_nothing_and_names_of_one_file_are_names_of_one_file(OverwriteRule rule)
    {
        int seed = Environment.GetEnvironmentVariable("LANDSPEED_SEED") is { } said
            ? int.Parse(said, CultureInfo.InvariantCulture) : Random.Shared.Next();
        var random = new Random(seed);
        using ScratchDirectory scratch = volumes.Directory("ext4");
        for (int tree = 0; tree < Trees; tree++)
        {
            string source = scratch.File($"{tree}/src");
            string target = scratch.File($"{tree}/dst");
            Command.Shell(Script(random, source, "new", "new") + Script(random, target, "new", "old"));
            var options = new TreeCopyOptions { Overwrite = rule };
            (string Inode, string Name)[] before = [.. Files(target)];

            CopyResult first = TreeCopies.Copy(source, target, options);
            string after = Listing(target);
            CopyResult second = TreeCopies.Copy(source, target, options);

            string which = $"LANDSPEED_SEED={seed}, tree {tree}";
            Assert.True(first.Outcome == CopyOutcome.Done, which);
            foreach (IGrouping<string, (string Inode, string Name)> names in Files(source).GroupBy(file => file.Inode))
            {
                HashSet<string> all = [.. names.Select(file => file.Name)];
                Assert.True(
                    Files(target).Where(file => all.Contains(file.Name)).DistinctBy(file => file.Inode).Count() == 1,
                    $"{which}:\n{Listing(source)}\n{after}");
                (string Inode, string Name)[] had = [.. before.Where(file => all.Contains(file.Name))];
                if (all.Count > 1 && (had.Length < all.Count || had.DistinctBy(file => file.Inode).Count() > 1))
                {
                    string name = all.First();
                    Assert.True(File.ReadAllText(Path.Combine(target, name)) == "new\n", $"{which}: {name} is old");
                }
            }

            Assert.True(
                (second.FilesCopied, second.HardLinks, second.Outcome) == (0, 0, CopyOutcome.Done),
                $"{which}: {second}");
            Assert.True(Listing(target) == after, which);
        }
    }

    // Some names, each a file of its own or another name of one before; one in four is missing.
    private static string Script(Random random, string directory, params string[] contents)
    {
        List<string> made = [];
        string script = $"mkdir -p '{directory}/d' && cd '{directory}'\n";
        for (int index = 0; index < Names; index++)
        {
            string below = index % 2 == 0 ? "d/" : string.Empty;
            string name = string.Create(CultureInfo.InvariantCulture, $"{below}{index}");
            if (random.Next(4) == 0)
            {
                continue;
            }

            script += made.Count > 0 && random.Next(2) == 0
                ? $"ln {made[random.Next(made.Count)]} {name}\n"
                : $"echo {contents[random.Next(contents.Length)]} >{name}\n";
            made.Add(name);
        }

        return script + "find . -type f -exec touch -d '2020-01-01 UTC' {} +\n";
    }

    private static string Listing(string directory) =>
        Command.Shell($"cd '{directory}' && find . -type f -printf '%i %p\\n' | sort -k2");

    private static IEnumerable<(string Inode, string Name)> Files(string directory) =>
        Listing(directory).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' ')).Select(parts => (parts[0], parts[1]));
}
