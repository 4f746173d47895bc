using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>Jobs of four kernels, started by MPI's own launchers over ssh: the lines of docs/hosts.md.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("hosts")]
public sealed class JobTests(FourMachines machines) : IClassFixture<FourMachines>
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan s_cutOff = TimeSpan.FromMinutes(1);

    public static TheoryData<string> Families { get; } = [Launcher.OpenMpi.Name, Launcher.Mpich.Name];

    private Cluster Cluster => machines.Cluster;

    [Theory]
    [MemberData(nameof(Families))]
    public void The_lines_of_the_documentation_run_on_four_machines(string family) =>
        new DocumentedLines(machines, Launcher.Of(family)).Run();

    [Theory]
    [MemberData(nameof(Families))]
    public void A_network_that_was_cut_for_a_minute_costs_time_only(string family)
    {
        MachineCommand job = BeginCopy(family, "cut");
        Cluster[4].JoinNetwork(isJoined: false);
        Thread.Sleep(s_cutOff);
        Cluster[4].JoinNetwork(isJoined: true);

        Command ended = job.End(s_patience);
        Assert.True(ended.ExitCode == 0, ended.Error);
        machines.AssertEqual("cut");
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void What_a_machine_without_power_had_begun_is_done_by_the_others_and_the_next_job_is_right(string family)
    {
        MachineCommand job = BeginCopy(family, "dead");
        Cluster[4].CutPower();
        try
        {
            // MPI may take very long to see that a machine is gone: who waits for the job presses Ctrl-C until it ends.
            if (!job.Await(s_cutOff))
            {
                Cluster.Shell("while pkill -INT mpirun; do sleep 1; done");
            }

            Assert.NotEqual(0, job.End(s_patience).ExitCode);
            const int Left = FourMachines.Count - 1;
            Cluster.Shell(Launcher.Prepare(Left)); // Open MPI asks every host of the list, also the fourth
            Command next = Cluster.Run(Launcher.Of(family).Landspeed(Left, FourMachines.Copy("dead")));
            Assert.True(next.ExitCode == 0, next.Error);
            machines.AssertEqual("dead");
        }
        finally
        {
            Cluster.SwitchOn(4);
            Cluster.Shell(Launcher.Prepare(FourMachines.Count));
        }
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void Clocks_an_hour_apart_change_nothing_but_are_told(string family)
    {
        Launcher launcher = Launcher.Of(family);
        Cluster[3].Shell("date -s '+1 hour'");
        try
        {
            Command doctor = Cluster.Run(launcher.Landspeed(FourMachines.Count, $"doctor {Cluster.Place}"));
            Assert.Matches(@"rank_clocks +agree on a start .* times of day 3[56][0-9]{2}", doctor.Output);
            string place = Cluster.Place;
            Cluster.Shell(launcher.Landspeed(
                FourMachines.Count,
                $"measure '{place}/clock-{{rank}}' --size 4M --time 20s --quiet --json {place}/clock.json"));
            Cluster.Shell($"cp {place}/clock.json /host/; rm {place}/clock*");
            RunRecord run = Assert.Single(Assert.Single(Cluster[1].Result("clock.json").Cells).Runs);
            Assert.Null(run.Invalid);
            Assert.True(run[Metrics.Skew] < 1e9, "the difference of the clocks is taken for skew");
        }
        finally
        {
            Cluster[3].Shell("date -s '-1 hour'");
        }
    }

    // Other families have left theirs.
    private MachineCommand BeginCopy(string family, string copy)
    {
        Cluster.Shell($"rm -rf {Cluster.Place}/{copy} {Cluster.Place}/.{copy}*");
        return machines.BeginCopy(Launcher.Of(family), copy);
    }
}
