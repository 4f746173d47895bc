using System.Text.RegularExpressions;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.PowerCuts;

/// <summary>Blocks that prove themselves, on a machine that loses its power.</summary>
public sealed partial class BlocksTests
{
    private const string File = "/mnt/a";

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void What_was_acknowledged_is_there_after_each_of_several_power_cuts(string fileSystem)
    {
        const int Cuts = 4;
        using Machine machine = Machine.Boot(new MachineDescription { Disks = [new Disk("320M")] });
        machine.Shell($"mkfs.{fileSystem} -q {machine.Device(0)}");
        const string Marks = $"grep -a -o has_ended {File}.blocks 2>/dev/null | wc -l";
        for (int cut = 1; cut <= Cuts; cut++)
        {
            machine.Shell($"mount {machine.Device(0)} /mnt");
            string before = machine.Shell(Marks).Trim();
            machine.Begin(
                $"exec landspeed measure {File} --size 16M --write --verify-blocks --flush each --request-size 4K "
                + "--order random --time 10m --quiet");

            // Until the run of this power has acknowledged some of its writes.
            machine.Shell($"until [ \"$({Marks})\" -gt {before} ]; do sleep 0.2; done");
            machine.CutPower();
            machine.SwitchOn();

            machine.Shell($"mount {machine.Device(0)} /mnt");
            Command found = machine.Run($"landspeed measure {File} --check --quiet");
            machine.Shell("umount /mnt");
            Assert.Equal((0, string.Empty), (found.ExitCode, found.Error));
            string line = Found().Match(found.Output).Value;
            TestContext.Current.SendDiagnosticMessage($"{fileSystem}, cut {cut}:\n{found.Output}");
            Assert.Contains(" checked, none wrong", line, StringComparison.Ordinal);
            Assert.DoesNotContain(": 0 checked", line, StringComparison.Ordinal);
        }
    }

    [GeneratedRegex("blocks of .*")]
    private static partial Regex Found();
}
