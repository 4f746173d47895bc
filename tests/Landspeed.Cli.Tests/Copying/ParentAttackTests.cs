using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// Somebody exchanges the directory that holds source, target or results for a link to a directory of somebody else
/// that has the same names. That decides what a copy opens. But it works on what it opened to the end: it does not read
/// from both, does not change both, and removes nothing that it did not copy.
/// </summary>
public sealed class ParentAttackTests : AttackTrials
{
    private const string Own = "of the user";
    private const string Part = ".big.landspeed-part";
    private const int Points = 2;

    private static readonly (string Name, string Evil)[] s_exchanges =
        [("p", "parent"), ("q", "parent"), ("r", "parent")];

    private static readonly string[] s_targets = ["q/target/", "elsewhere/target/"];
    private static readonly string[] s_sources = ["p/source/", "elsewhere/source/"];
    private static readonly string[] s_results = ["r/s/", "elsewhere/s/"];

    private static readonly Dictionary<string, string[]> s_forms = new()
    {
        ["tree"] = ["copy", "RUN/p/source", "RUN/q/target", "--replace", "always"],
        ["mirror"] = ["copy", "RUN/p/source", "RUN/q/target", "--update", "--delete", "--yes"],
        ["move"] = ["copy", "RUN/p/source", "RUN/q/target", "--remove-source", "--replace", "always"],
        ["file"] = ["copy", "RUN/p/source/big", "RUN/q/target/big", "--replace", "always", "--verify=twice"],
        ["move-file"] = ["copy", "RUN/p/source/big", "RUN/q/target/big", "--replace", "always", "--remove-source"],
        ["manifest"] =
        [
            "copy", "RUN/source", "RUN/target", "--replace", "always", "--verify", "--checksum", "sha256",
            "--manifest", "RUN/r/s/sums",
        ],
        ["json"] = ["copy", "RUN/source", "RUN/target", "--replace", "always", "--json", "RUN/r/s/result.json"],
        ["clean"] = ["copy", "--clean", "RUN/q/target"],
    };

    public static TheoryData<string> Forms => [.. s_forms.Keys];

    public static TheoryData<string> Broken =>
    [
        "for f in big d/f d/h; do cp RUN/p/source/$f RUN/q/target/$f; done",
        "cd RUN/p/source && for f in big d/f; do cp $f RUN/q/target/$f && rm RUN/p/source/$f; done",
        "for f in big gone/a; do rm RUN/q/target/$f; done",
        "echo a >RUN/r/s/sums; echo b >RUN/r/s/sums",
    ];

    private protected override string Template =>
        "mkdir -p p/source/d q/target/d q/target/gone r/s attacker elsewhere/source/d elsewhere/target/d "
        + "elsewhere/target/gone elsewhere/s && "
        + $"for f in d/f d/h; do yes '{Own}' | head -n 900 >p/source/$f; "
        + $"yes '{Secret}' | head -n 800 >elsewhere/source/$f; done && "
        + $"yes '{Own}' | head -n 90000 >p/source/big && yes '{Secret}' | head -n 80000 >elsewhere/source/big && "
        + "for t in q/target elsewhere/target; do for f in big d/f gone/a; do echo old >$t/$f; "
        + "touch -d 2001-01-01 $t/$f; done; done && "
        + "cp -a p/source source && mkdir target";

    private protected override IEnumerable<(string Name, string Target)> Links => [("attacker/parent", "elsewhere")];

    [Theory]
    [MemberData(nameof(Forms))]
    public void What_was_opened_is_copied_to_where_was_opened(string form) => Attack(
        form,
        [CommandFile.Path, .. s_forms[form], "--quiet"],
        Named(s_forms[form]),
        Points).AssertNoneSucceeded();

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_program_that_uses_paths_is_caught(string command)
    {
        AttackSweep sweep = AttackBroken(command, Named(command));

        Assert.True(sweep.Problems.Count > 0, sweep.ToString());
    }

    // What is cleaned, here and there.
    private protected override void Prepare(string form, string run)
    {
        if (form == "clean")
        {
            Parallel.Invoke(
                () => Interruption.Leave($"{run}/p/source/big", $"{run}/q/target/big", $"{run}/q/target/{Part}"),
                () => Interruption.Leave(
                    $"{run}/p/source/big", $"{run}/elsewhere/target/big", $"{run}/elsewhere/target/{Part}"));
        }
    }

    // A line for each entry with what it is; and of what is elsewhere the time of the last change of anything about it.
    private protected override string Look(string run) => string.Join('\n', Entries(run)) + "\n"
        + string.Join('\n', Statuses($"{run}/elsewhere").Select(line => $"status of elsewhere/{line}"));

    private protected override string? Problem(string run, string before, AttackGate gate)
    {
        string after = Look(run);
        string[] was = before.Split('\n'), now = after.Split('\n');
        IEnumerable<string> Below(string[] lines, string root) =>
            lines.Where(line => line.StartsWith(root, StringComparison.Ordinal));
        bool IsChanged(string root) => !Below(was, root).SequenceEqual(Below(now, root));
        string[] copied = [.. s_targets.SelectMany(root => Below(now, root))];
        bool Holds(string text) => copied.Any(line => line.Contains($": {text} in ", StringComparison.Ordinal));
        string? lost = s_sources
            .SelectMany(root => Below(was, root).Except(Below(now, root)).Select(line => line[root.Length..]))
            .FirstOrDefault(line => !s_targets.Any(root => copied.Contains(root + line)));
        string? wrong = s_targets.All(IsChanged) ? "both targets are changed"
            : s_results.All(IsChanged) ? "there are two results"
            : Holds(Own) && Holds(Secret) ? "it was copied from both sources"
            : lost is not null ? $"it removed {lost}"
            : gate is { WasDone: true, WasOpened: false } && (Holds(Secret) || IsChanged("status"))
                ? "something elsewhere was not left alone"
            : gate.Command.ExitCode == 0 && now.Except(was).Any(IsLeft) ? "something is left"
            : null;
        return wrong is null ? null : $"{wrong}: {gate.Command.Error}{after}before\n{before}";
    }

    private static bool IsLeft(string line) => line.Contains(".landspeed-", StringComparison.Ordinal);

    // Of parents, those of names in a command.
    private static IEnumerable<(string Name, string Evil)> Named(params string[] words) => s_exchanges
        .Where(one => words.Any(word => word.Contains($"RUN/{one.Name}/", StringComparison.Ordinal)));

    private static IEnumerable<string> Entries(string run)
    {
        foreach (string name in (string[])["p", "q", "r", "elsewhere"])
        {
            string there = new DirectoryInfo(Path.Combine(run, name)).LinkTarget is null ? name : "attacker/parent";
            string root = Path.Combine(run, there);
            var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
            foreach (string path in Directory.EnumerateFiles(root, "*", all).Order(StringComparer.Ordinal))
            {
                string text = File.ReadAllText(path);
                string first = text.Split('\n')[0];
                yield return FormattableString.Invariant(
                    $"{name}/{Path.GetRelativePath(root, path)}: {first} in {text.Length} bytes");
            }
        }
    }
}
