namespace Landspeed.Cli.Arguments;

/// <summary>Finds the name that was probably meant by one that does not exist.</summary>
internal static class Suggestion
{
    // What users of other programs type first: fio, dd, cp, rsync and the like, in the order of preference.
    private static readonly Dictionary<string, string[]> s_elsewhere = new(StringComparer.OrdinalIgnoreCase)
    {
        ["bs"] = ["request-size"],
        ["block-size"] = ["request-size"],
        ["blocksize"] = ["request-size"],
        ["bytes"] = ["size"],
        ["count"] = ["repeat"],
        ["depth"] = ["queue-depth"],
        ["direct"] = ["mode"],
        ["filesize"] = ["size"],
        ["force"] = ["overwrite", "replace"],
        ["iodepth"] = ["queue-depth"],
        ["ioengine"] = ["engine"],
        ["jobs"] = ["threads"],
        ["loops"] = ["repeat"],
        ["mirror"] = ["delete"],
        ["numjobs"] = ["threads"],
        ["runs"] = ["repeat"],
        ["runtime"] = ["time", "time-limit"],
        ["rw"] = ["operation", "read"],
        ["timeout"] = ["time", "time-limit"],
        ["verbose"] = ["details"],
    };

    // A shorter name begins too many words.
    private const int LeastStart = 4;

    /// <summary>The name that is closest.</summary>
    /// <param name="typed">What was typed; of an option also with its value, as <c>--name=value</c>.</param>
    /// <param name="known">The names that exist, the preferred ones first.</param>
    /// <returns>One of the names, or null if none is close.</returns>
    internal static string? For(string typed, IEnumerable<string> known)
    {
        string bare = Bare(typed);
        string[] names = [.. known];
        if (bare.Length < 2)
        {
            return null;
        }

        return Known(bare, names)
            ?? names.FirstOrDefault(name => Bare(name).StartsWith(bare, StringComparison.OrdinalIgnoreCase))
            ?? names.FirstOrDefault(name => IsStart(Bare(name), bare))
            ?? Nearest(bare, names);
    }

    /// <summary>The part of a message that asks whether a name was meant.</summary>
    /// <param name="typed">What was typed.</param>
    /// <param name="known">The names that exist.</param>
    /// <returns>For example <c>; did you mean --time?</c>, or null if no name is close.</returns>
    internal static string? Question(string typed, IEnumerable<string> known) =>
        For(typed, known) is { } name ? $"; did you mean {name}?" : null;

    private static bool IsStart(string name, string typed) =>
        name.Length >= LeastStart && typed.StartsWith(name, StringComparison.OrdinalIgnoreCase);

    private static string Bare(string name) => name.Split('=')[0].TrimStart('-');

    private static string? Known(string bare, string[] names) => s_elsewhere.TryGetValue(bare, out string[]? meant)
        ? meant.Select(one => Array.Find(names, name => Bare(name) == one)).FirstOrDefault(name => name is not null)
        : null;

    // One mistake for each three letters, at least one.
    private static string? Nearest(string bare, string[] names)
    {
        int most = Math.Max(1, bare.Length / 3);
        return names.Select(name => (Name: name, Distance: Distance(bare, Bare(name))))
            .Where(one => one.Name.Length > 2 && one.Distance <= most)
            .OrderBy(one => one.Distance).Select(one => one.Name).FirstOrDefault();
    }

    // Letters that are wrong, missing, too many, or two that changed places (optimal string alignment).
    private static int Distance(string one, string other)
    {
        int[,] costs = new int[one.Length + 1, other.Length + 1];
        for (int i = 0; i <= one.Length; i++)
        {
            for (int j = 0; j <= other.Length; j++)
            {
                costs[i, j] = i == 0 || j == 0 ? i + j : Math.Min(
                    Math.Min(costs[i - 1, j], costs[i, j - 1]) + 1,
                    costs[i - 1, j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1));
                if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                {
                    costs[i, j] = Math.Min(costs[i, j], costs[i - 2, j - 2] + 1);
                }
            }
        }

        return costs[one.Length, other.Length];
    }
}
