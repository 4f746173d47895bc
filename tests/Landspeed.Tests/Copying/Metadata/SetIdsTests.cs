using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Metadata;

public sealed class SetIdsTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly List<string> _mounts = [];

    public SetIdsTests()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("setcap");
        foreach (string name in new[] { "source", "target" })
        {
            Directory.CreateDirectory(_scratch.File(name));
        }

        Command.Shell(
            $"cd '{Source}' && echo 1 > user && chmod 4755 user && echo 2 > group && chmod 2755 group && "
            + "echo 3 > able && setcap cap_net_raw+ep able && chmod 755 able && mkdir handed && chmod 2775 handed && "
            + "echo 4 > plain");
    }

    private string Source => _scratch.File("source");

    private string Target => _scratch.File("target");

    [Theory]
    [InlineData(SetIdRule.Automatic, true, false, false, 3)]
    [InlineData(SetIdRule.Automatic, false, false, true, 0)]
    [InlineData(SetIdRule.Automatic, true, true, true, 0)]
    [InlineData(SetIdRule.Keep, true, false, true, 0)]
    [InlineData(SetIdRule.Drop, false, false, false, 0)]
    public void Rights_that_had_no_effect_at_the_source_get_none_at_the_target_unless_they_are_asked_for(
        SetIdRule rule, bool isSourceNosuid, bool isTargetNosuid, bool isKept, int listed)
    {
        Restrict(Source, isSourceNosuid);
        Restrict(Target, isTargetNosuid);
        foreach (int smallFileLimit in new[] { 0, 1 << 20 })
        {
            string copy = Path.Combine(Target, smallFileLimit == 0 ? "large" : "small");

            CopyResult result = TreeCopies.Copy(
                Source, copy, new TreeCopyOptions { SetIds = rule, SmallFileLimit = smallFileLimit });

            Assert.Equal(CopyOutcome.Done, result.Outcome);
            AssertIs(isKept, copy);
            AssertListed(listed, result);

            // What is up to date gets the same metadata.
            Command.Shell($"cd '{copy}' && chmod 4755 user && setcap cap_net_raw+ep able");
            AssertListed(listed, TreeCopies.Copy(Source, copy, new TreeCopyOptions { SetIds = rule }));
            AssertIs(isKept, copy);
        }

        CopyResult single = FileCopier.Copy(
            Path.Combine(Source, "user"),
            Path.Combine(Target, "one"),
            new() { SetIds = rule },
            null,
            TestContext.Current.CancellationToken);

        Assert.Equal(isKept ? "4755\n" : "755\n", Command.Shell($"stat -c %a '{Target}/one'"));
        AssertListed(Math.Min(listed, 1), single);
    }

    public void Dispose()
    {
        _mounts.ForEach(mount => Command.Run("umount", [mount]));
        _scratch.Dispose();
    }

    private static void AssertIs(bool isKept, string copy)
    {
        string expected = isKept
            ? "4755 user\n2755 group\nable cap_net_raw=ep\n" : "755 user\n755 group\n";
        Assert.Equal(
            expected + "2775 handed\n644 plain\n",
            Command.Shell($"cd '{copy}' && stat -c '%a %n' user group && getcap able && stat -c '%a %n' handed plain"));
    }

    private static void AssertListed(int listed, CopyResult result)
    {
        Assert.Equal(listed, result.Problems.Count);
        Assert.All(result.Problems, problem =>
        {
            Assert.Equal(CopyProblemKind.NotPreserved, problem.Kind);
            Assert.Contains("mounted nosuid", problem.Message, StringComparison.Ordinal);
        });
    }

    private void Restrict(string directory, bool isNosuid)
    {
        if (isNosuid)
        {
            Command.Shell($"mount --bind '{directory}' '{directory}'");
            _mounts.Add(directory);
            Command.Shell($"mount -o remount,bind,nosuid '{directory}'");
        }
    }
}
