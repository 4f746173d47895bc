using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>The lines of docs/hosts.md, with small files, on four machines.</summary>
internal sealed class DocumentedLines(FourMachines machines, Launcher launcher)
{
    private readonly string _place = Cluster.Place;

    /// <summary>Runs them one after the other.</summary>
    public void Run()
    {
        Command doctor = machines.Cluster.Run(launcher.Landspeed(FourMachines.Count, $"doctor {_place}"));
        Assert.True(doctor.ExitCode == 0, doctor.Error);
        Assert.Matches("ranks +4 on 4 hosts: node1", doctor.Output);
        Assert.Contains("all hosts can do what this one can", doctor.Output, StringComparison.Ordinal);

        Succeed($"copy {_place}/tree {_place}/{launcher.Name} --verify");
        machines.AssertEqual(launcher.Name);
        Succeed($"copy {_place}/big {_place}/{launcher.Name}.big --split 32MiB");
        machines.AssertEqual($"{launcher.Name}.big");

        Measure("data-{rank} --size 4M");
        Measure("data-{rank} --shift --cold");
        Measure("one --size 16M --write --flush end");
        Measure("one --segment 1M");
        machines.Cluster.Shell($"rm -rf {_place}/{launcher.Name}* {_place}/data-* {_place}/one {_place}/run.*");
    }

    private void Measure(string words)
    {
        Succeed($"measure {_place}/{words} --time 20s --json {_place}/run.json");
        machines.Cluster.Shell($"cp {_place}/run.json /host/; "
            + $"landspeed merge {_place}/run.rank*.json --json /host/merged.json >/dev/null");
        foreach (string name in new[] { "run.json", "merged.json" })
        {
            Assert.All(Assert.Single(machines.Cluster[1].Result(name).Cells).Runs, run =>
                Assert.True(run.Invalid is null && run.Failure is null, $"{words}: {run.Invalid}{run.Failure}"));
        }
    }

    private void Succeed(string words)
    {
        Command done = machines.Cluster.Run(launcher.Landspeed(FourMachines.Count, $"{words} --quiet"));
        Assert.True(done.ExitCode == 0, $"{words}: {done.ExitCode} {done.Error} {done.Output}");
    }
}
