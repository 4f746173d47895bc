using System.Globalization;

namespace Landspeed.Testing;

/// <summary>
/// Hosts on one machine: network namespaces with a name and an address each, joined by a bridge. They share its files, its clock and its
/// processors. Needs root.
/// </summary>
public sealed class NetworkHosts : IDisposable
{
    private readonly string _name = string.Create(CultureInfo.InvariantCulture, $"ls{Environment.ProcessId % 1_000_000}");
    private readonly ScratchDirectory _scratch = new();

    /// <summary>Makes them.</summary>
    /// <param name="count">How many, 1 to 200.</param>
    public NetworkHosts(int count)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("ip");
        Names = [.. Enumerable.Range(0, count).Select(index => string.Create(CultureInfo.InvariantCulture, $"{_name}-{index}"))];
        try
        {
            Make();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Their names, which each of them resolves without asking anybody.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>
    /// A program that takes a host and a command line, as rsh does: for <c>--mca plm_rsh_agent</c> of Open MPI, and for
    /// <c>-launcher rsh -launcher-exec</c> of MPICH.
    /// </summary>
    public string Agent => _scratch.File("agent");

    private static string Network => string.Create(CultureInfo.InvariantCulture, $"10.{200 + (Environment.ProcessId % 50)}.{Environment.ProcessId / 50 % 250}");

    /// <summary>The words that run a program on a host.</summary>
    /// <param name="host">Its number, from 0.</param>
    /// <param name="words">The program and its arguments.</param>
    /// <returns>Words for <c>/usr/bin/env</c>.</returns>
    public IReadOnlyList<string> On(int host, params IEnumerable<string> words) => [Agent, Names[host], .. words];

    /// <summary>Cuts a host off from the others, or joins it again.</summary>
    /// <param name="host">Its number.</param>
    /// <param name="state"><c>down</c> or <c>up</c>.</param>
    public void SetLink(int host, string state) => Command.Shell($"ip link set {Link(host)} {state}");

    /// <summary>Removes them; what still runs there keeps its namespace until it ends.</summary>
    public void Dispose()
    {
        for (int host = 0; host < Names.Count; host++)
        {
            Command.Shell($"ip link del {Link(host)} 2>/dev/null; ip netns del {Names[host]} 2>/dev/null; rm -rf /etc/netns/{Names[host]}");
        }

        Command.Shell($"ip link del {_name} 2>/dev/null; true");
        _scratch.Dispose();
    }

    private string Link(int host) => string.Create(CultureInfo.InvariantCulture, $"{_name}v{host}");

    private static string Address(int host) => string.Create(CultureInfo.InvariantCulture, $"{Network}.{host + 1}");

    private void Make()
    {
        string[] known = [.. Names.Select((name, host) => $"{Address(host)} {name}")];
        Command.Shell($"ip link add {_name} type bridge && ip link set {_name} up");
        for (int host = 0; host < Names.Count; host++)
        {
            // ip netns exec lays what is below /etc/netns over /etc: no name is asked for in vain.
            string files = $"/etc/netns/{Names[host]}";
            Directory.CreateDirectory(files);
            File.WriteAllLines($"{files}/hosts", ["127.0.0.1 localhost", .. known]);
            File.WriteAllText($"{files}/resolv.conf", string.Empty);
            Command.Shell($"ip netns add {Names[host]} && ip link add {Link(host)} type veth peer name eth0 netns {Names[host]}"
                + $" && ip link set {Link(host)} master {_name} up && ip -n {Names[host]} addr add {Address(host)}/24 dev eth0"
                + $" && ip -n {Names[host]} link set eth0 up && ip -n {Names[host]} link set lo up");
        }

        Command.MakeScript(
            Agent,
            """
            # agent HOST COMMAND...: the words are one command line, as for rsh.
            host=$1
            shift
            exec ip netns exec "$host" unshare --uts sh -c "hostname $host; $*"
            """);
    }
}
