using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>The same attacks on a FUSE mount, which may be without what the kernel's own file systems have.</summary>
public sealed class FuseAttackTests : EntryAttackTrials
{
    private readonly ScratchDirectory _scratch = new();
    private readonly FaultMount _mount;

    public FuseAttackTests() => _mount = new FaultMount(Directory.CreateDirectory(_scratch.File("backing")).FullName);

    public static TheoryData<string> Forms => ["tree", "mirror", "move", "pairs"];

    private protected override string Place => Path.Combine(_mount.Path, "run");

    private protected override string Behind => Path.Combine(_mount.Backing, "run");

    [Theory]
    [MemberData(nameof(Forms))]
    public void Nothing_outside_is_read_written_changed_or_removed_there(string form) => Attack(
        form,
        [CommandFile.Path, .. AttackTests.s_forms[form], "--quiet"],
        s_exchanges,
        most: 5).AssertNoneSucceeded();

    public override void Dispose()
    {
        _mount.Dispose();
        _scratch.Dispose();
        base.Dispose();
    }
}
