using Landspeed.Cli.Tests.Ranks;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>The same attacks on copies by two ranks: before system calls of either, and of their launcher.</summary>
[Collection("mpirun")]
public sealed class RankAttackTests : EntryAttackTrials
{
    private static readonly Dictionary<string, string[]> s_forms = new()
    {
        ["tree"] = ["copy", "RUN/source", "RUN/target", "--replace", "always"],
        ["mirror"] = ["copy", "RUN/source", "RUN/target", "--update", "--delete", "--yes", "--verify"],
    };

    public static TheoryData<string> Forms => [.. s_forms.Keys];

    [Theory]
    [MemberData(nameof(Forms))]
    public void Nothing_outside_is_read_written_changed_or_removed_by_ranks(string form)
    {
        RankLauncher launcher = RankLauncher.OpenMpi;
        Capability.RequireProgram(launcher.Program);

        Attack(
            form,
            [
                $"/usr/bin/{launcher.Program}", .. launcher.Options, "-n", "2", CommandFile.Path, .. s_forms[form],
                "--quiet",
            ],
            s_exchanges,
            most: 6).AssertNoneSucceeded();
    }
}
