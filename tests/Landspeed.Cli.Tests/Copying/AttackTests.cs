using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// Somebody who may write in source and target exchanges their entries for symbolic links and FIFOs before every system
/// call of a copy by root. What lies outside stays as it is, and is not in the target.
/// </summary>
public sealed class AttackTests : EntryAttackTrials
{
    internal static readonly Dictionary<string, string[]> s_forms = new()
    {
        ["tree"] = ["copy", "RUN/source", "RUN/target"],
        ["mirror"] = ["copy", "RUN/source", "RUN/target", "--update", "--delete", "--yes"],
        ["move"] = ["copy", "RUN/source", "RUN/target", "--remove-source", "--replace", "always"],
        ["verify"] =
            ["copy", "RUN/source", "RUN/target", "--verify=twice", "--manifest", "RUN/sums", "--checksum", "sha256"],
        ["file"] = ["copy", "RUN/source/big", "RUN/target/big", "--replace", "always", "--verify=twice"],
        ["resume"] = ["copy", "RUN/source/big", "RUN/target/big", "--replace", "always"],
        ["clean"] = ["copy", "--clean", "RUN/target"],
        ["pairs"] = ["verify", "RUN/source", "RUN/target"],
        ["manifest"] = ["verify", "RUN/given", "--directory", "RUN/source", "--extra"],
    };

    public static TheoryData<string> Forms => [.. s_forms.Keys];

    public static TheoryData<string> Broken =>
    [
        "cp -a RUN/source/. RUN/target", "for f in RUN/target/d/*; do chmod 640 $f; done", "rm -rf RUN/target/gone/*",
        "cp RUN/source/d/f RUN/target/d/f",
    ];

    [Theory]
    [MemberData(nameof(Forms))]
    public void Nothing_outside_is_read_written_changed_or_removed(string form) => Attack(
        form,
        [CommandFile.Path, .. s_forms[form], "--quiet"],
        s_exchanges.Where(one => !IsOperand(form, one.Name))).AssertNoneSucceeded();

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_program_that_uses_paths_is_caught(string command)
    {
        AttackSweep sweep = AttackBroken(command, s_exchanges.Where(one => one.Evil != "fifo"));

        Assert.True(sweep.Problems.Count > 0, sweep.ToString());
    }

    private protected override void Prepare(string form, string run)
    {
        if (form == "resume")
        {
            Interruption.Leave($"{run}/source/big", $"{run}/target/big", $"{run}/{Part}");
        }
    }

    // What the user names is followed, as cp does: who can exchange that chooses what is copied.
    private static bool IsOperand(string form, string name) =>
        name == "source/big" && s_forms[form].Contains("RUN/source/big");
}
