using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests;

[Trait(Tier.Key, Tier.Machines)]
public sealed class MachineTests
{
    [Fact]
    public void A_machine_runs_commands_loses_power_and_boots_again_with_what_was_written()
    {
        using Machine machine = Machine.Boot(new MachineDescription { Disks = [new Disk("64M")] });

        Assert.StartsWith(Kernel.Debian12.Version, machine.Release, StringComparison.Ordinal);
        Assert.Equal(new Command(3, "out\n", "err\n"), machine.Run("echo out; echo err >&2; exit 3"));
        machine.Shell($"mkfs.ext4 -q {machine.Device(0)} && mount {machine.Device(0)} /mnt");
        machine.Shell("echo kept >/mnt/a && sync && echo lost >/mnt/b");

        machine.CutPower();
        machine.SwitchOn();

        Assert.Equal("a\nlost+found\n", machine.Shell($"mount {machine.Device(0)} /mnt && ls /mnt"));
    }
}
