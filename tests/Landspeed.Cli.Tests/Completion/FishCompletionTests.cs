using System.Text.RegularExpressions;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Completion;

/// <summary>fish, which says itself what it would offer.</summary>
public sealed partial class FishCompletionTests : CompletionConformance
{
    private protected override string Shell => "fish";

    private protected override IReadOnlyList<Answer> Ask(IReadOnlyList<string> lines)
    {
        string asking = Scratch.File("asking");
        File.WriteAllText(asking, $"source '{ScriptFile()}'\ncd '{Place}'\n" + string.Concat(lines.Select(line =>
            $"complete -C '{line.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}'; printf '\\x01'\n")));
        Command done = Command.Run("fish", ["--no-config", asking]);
        Assert.Equal(string.Empty, done.Error);
        return [.. done.Output.Split('\u0001')[..^1].Select(answer => new Answer([.. Lines().Matches(answer).Select(match => match.Groups["word"].Value)], string.Empty))];
    }

    // A word, and behind a tab what it does.
    [GeneratedRegex("(?m)^(?<word>[^\t\n]+)")]
    private static partial Regex Lines();
}
