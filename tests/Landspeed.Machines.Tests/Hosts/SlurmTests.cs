using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>Jobs of four kernels, started by Slurm: the lines of docs/hosts.md.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("hosts")]
public sealed class SlurmTests : IClassFixture<FourMachines>
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);
    private readonly FourMachines _machines;

    public SlurmTests(FourMachines machines)
    {
        _machines = machines;
        machines.Cluster.ShellEverywhere($"pidof slurmd >/dev/null || slurm {FourMachines.Count}");
        machines.Cluster.Shell($"until sinfo -h -t idle -o %D | grep -q {FourMachines.Count}; do sleep 1; done");
    }

    public static TheoryData<string> Families { get; } = [Launcher.SlurmOpenMpi.Name, Launcher.SlurmMpich.Name];

    private Cluster Cluster => _machines.Cluster;

    [Theory]
    [MemberData(nameof(Families))]
    public void The_lines_of_the_documentation_run_on_four_machines(string family) =>
        new DocumentedLines(_machines, Launcher.Of(family)).Run();

    [Fact]
    public void A_batch_job_may_call_mpirun()
    {
        string place = Cluster.Place;
        Cluster.Shell($"""
            cd {place}
            cat >batch.sh <<B
            #!/bin/sh
            mpirun --allow-run-as-root landspeed copy {place}/tree {place}/batch
            B
            sbatch --wait -N {FourMachines.Count} --ntasks-per-node=1 -o {place}/batch.out batch.sh \
              || (cat batch.out >&2; false)
            """);
        _machines.AssertEqual("batch");
        Cluster.Shell($"rm -r {place}/batch*");
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void A_job_that_is_cancelled_is_carried_on_by_the_next_one(string family)
    {
        string place = Cluster.Place;
        Launcher launcher = Launcher.Of(family);
        MachineCommand job = _machines.BeginCopy(launcher, "cancelled");
        Cluster.Shell("scancel -u root");
        Assert.NotEqual(0, job.End(s_patience).ExitCode);
        Assert.Equal("", Cluster.Shell($"ls {place} | grep cancelled; true"));

        Cluster.Shell(launcher.Landspeed(FourMachines.Count, FourMachines.Copy("cancelled")));
        _machines.AssertEqual("cancelled");
        Cluster.Shell($"rm {place}/cancelled");
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void A_node_that_is_drained_ends_its_job_and_gets_no_other(string family)
    {
        string place = Cluster.Place;
        Launcher launcher = Launcher.Of(family);
        MachineCommand job = _machines.BeginCopy(launcher, "drained");
        Cluster.Shell("scontrol update nodename=node4 state=drain reason=test");
        try
        {
            Command ended = job.End(s_patience);
            Assert.True(ended.ExitCode == 0, ended.Error);
            _machines.AssertEqual("drained");
            Command doctor = Cluster.Run(launcher.Landspeed(3, $"doctor {place}"));
            Assert.Matches("ranks +3 on 3 hosts: node1 .*node2 .*node3", doctor.Output);
        }
        finally
        {
            Cluster.Shell($"rm {place}/drained; scontrol update nodename=node4 state=resume");
        }
    }
}
