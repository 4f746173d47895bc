using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>
/// Machines on one network: node1, node2 and so on. node1 serves the directory <see cref="Place"/> to all as NFS,
/// itself included, and root may run programs everywhere.
/// </summary>
internal sealed class Cluster : IDisposable
{
    /// <summary>The directory that all see.</summary>
    public const string Place = "/scratch";

    /// <summary>The same directory on the disk of node1.</summary>
    public const string Served = "/served";

    private const string Joining =
        $"""
        mkdir -p {Place} /run/sshd && /usr/sbin/sshd
        use_nfs && mount -t nfs -o vers=4.2 node1:{Served} {Place}
        """;

    // Of those that wait for others; an emulated processor is slow.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private readonly List<Machine> _machines = [];

    private Cluster()
    {
    }

    /// <summary>A machine.</summary>
    /// <param name="node">Its number, from 1.</param>
    public Machine this[int node] => _machines[node - 1];

    /// <summary>Boots machines and mounts what they share.</summary>
    /// <param name="count">How many, at most 8.</param>
    public static Cluster Boot(int count)
    {
        var cluster = new Cluster();
        try
        {
            RootImage.Network.Make();
            var network = new Network();
            Task<Machine>[] booting = [.. Enumerable.Range(1, count).Select(node => Task.Run(() =>
                Machine.Boot(new MachineDescription
                {
                    Root = RootImage.Network,
                    Network = network,
                    Node = node,
                    Processors = 1,
                    MemoryMiB = 768,
                    Disks = node == 1 ? [new Disk("2G")] : [],
                    KeepsRoot = node == 1, // servers note there who their clients are
                    Limit = TimeSpan.FromMinutes(40),
                })))];
            try
            {
                Task.WaitAll(booting);
            }
            finally
            {
                cluster._machines.AddRange(booting.Where(one => one.IsCompletedSuccessfully).Select(one => one.Result));
            }

            cluster.Share();
            return cluster;
        }
        catch
        {
            cluster.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Runs a script on the first machine that must succeed; it knows the functions of servers.sh and trees.sh.
    /// </summary>
    public string Shell(string script) => this[1].Shell(Script(script), s_patience);

    /// <summary>Runs a script on the first machine.</summary>
    public Command Run(string script) => this[1].Run(Script(script), s_patience);

    /// <summary>Starts a script on the first machine.</summary>
    public MachineCommand Begin(string script) => this[1].Begin(Script(script));

    /// <summary>Runs a script on all machines at once that must succeed everywhere.</summary>
    public void ShellEverywhere(string script) => Task.WaitAll([.. _machines.Select(machine =>
        Task.Run(() => machine.Shell(Script(script), s_patience)))]);

    /// <summary>Waits until the disk of node1 has a part of an unfinished file.</summary>
    /// <param name="name">The name that the file shall have.</param>
    public void AwaitPart(string name) => Shell($$"""
        until du -k {{Served}}/.{{name}}.landspeed-part 2>/dev/null | awk 'END { exit !($1 > 5000) }'; do sleep 1; done
        """);

    /// <summary>Boots a machine that has lost its power.</summary>
    /// <param name="node">Its number.</param>
    public void SwitchOn(int node)
    {
        this[node].SwitchOn();
        if (node == 1)
        {
            Shell(Serving);
        }

        this[node].Shell(Script(Joining), s_patience);
    }

    /// <inheritdoc/>
    public void Dispose() => _machines.ForEach(machine => machine.Dispose());

    private string Serving => $"mkdir -p {Served} && mount {this[1].Device(0)} {Served} && serve_nfs {Served}";

    private static string Script(string script) => ". /host/servers.sh; . /host/trees.sh\n" + script;

    private void Share()
    {
        foreach (Machine machine in _machines)
        {
            machine.Put("servers.sh");
            machine.Put("trees.sh");
        }

        Shell($"mkfs.ext4 -q -b 4096 {this[1].Device(0)}; {Serving}");
        ShellEverywhere(Joining);
    }
}
