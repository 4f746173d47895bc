using Landspeed.Machines.Tests.Machines;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>Four machines of a class of tests, with a tree and a large file in the directory that they share.</summary>
public sealed class FourMachines : IDisposable
{
    /// <summary>How many there are.</summary>
    internal const int Count = 4;

    public FourMachines()
    {
        Cluster = Cluster.Boot(Count);
        try
        {
            Cluster.Shell($"""
                {Launcher.Prepare(Count)}
                plain {Cluster.Place}/tree && setfacl -R -b {Cluster.Place}/tree
                cd {Cluster.Place}/tree && for i in $(seq 40); do head -c 100000 /dev/urandom >sub/$i; done
                head -c 160000000 /dev/urandom >{Cluster.Place}/big
                """);
        }
        catch
        {
            Cluster.Dispose();
            throw;
        }
    }

    internal Cluster Cluster { get; }

    /// <summary>Words that copy the large file, on all ranks.</summary>
    /// <param name="copy">The name of the copy.</param>
    internal static string Copy(string copy) => $"copy {Cluster.Place}/big {Cluster.Place}/{copy} --split 32M --quiet";

    /// <summary>Begins to copy the large file on all machines, slowly, and waits until parts of it are there.</summary>
    /// <param name="launcher">What starts the ranks.</param>
    /// <param name="copy">The name of the copy.</param>
    internal MachineCommand BeginCopy(Launcher launcher, string copy)
    {
        MachineCommand job = Cluster.Begin(launcher.Landspeed(Count, $"{Copy(copy)} --limit 3M"));
        Cluster.AwaitPart(copy);
        return job;
    }

    /// <summary>Compares a copy with the tree, or with the large file.</summary>
    /// <param name="copy">The copy, in the directory that all see.</param>
    internal void AssertEqual(string copy) => Assert.Equal("", Cluster.Shell(
        $"cd {Cluster.Place}; if [ -d {copy} ]; then diff -r --no-dereference tree {copy}; else cmp big {copy}; fi"));

    public void Dispose() => Cluster.Dispose();
}
