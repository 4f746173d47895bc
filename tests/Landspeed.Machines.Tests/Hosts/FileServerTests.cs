using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>A copy to an NFS server that loses its power while it runs.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("hosts")]
public sealed class FileServerTests(FileServerTests.TwoMachines machines) : IClassFixture<FileServerTests.TwoMachines>
{
    private const string Place = "/place";
    private const string Copy = $"landspeed copy /root/long {Place}/long --verify --quiet";
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(4);

    private Cluster Cluster => machines.Cluster;

    private Machine Client => Cluster[2];

    [Theory]
    [InlineData("3")]
    [InlineData("4.2")]
    public void A_server_that_comes_back_costs_time_only(string version)
    {
        MachineCommand copy = Begin($"vers={version}");
        Cluster[1].CutPower();
        Cluster.SwitchOn(1);

        Command ended = copy.End(s_patience);
        Assert.True(ended.ExitCode == 0, $"{ended.ExitCode}: {ended.Error}");
        AssertWhole();
    }

    [Fact]
    public void A_server_that_stays_away_is_told_by_a_soft_mount_and_the_next_copy_goes_on()
    {
        MachineCommand copy = Begin("vers=4.2,soft,timeo=20,retrans=1");
        Cluster[1].CutPower();
        Command ended;
        try
        {
            ended = copy.End(s_patience);
        }
        finally
        {
            Cluster.SwitchOn(1);
        }

        Assert.Equal(1, ended.ExitCode);
        Assert.Matches($"{Place}/.*(EIO|ETIMEDOUT)", ended.Error);
        Assert.Equal("", Cluster.Shell($"ls {Cluster.Served} | grep long; true"));
        Client.Shell(Copy, s_patience);
        AssertWhole();
    }

    // A copy of which a part has reached the server.
    private MachineCommand Begin(string options)
    {
        Client.Shell($"mkdir -p {Place} && mount -t nfs -o {options} node1:{Cluster.Served} {Place}");
        MachineCommand copy = Client.Begin($"{Copy} --limit 4M");
        Cluster.AwaitPart("long");
        return copy;
    }

    private void AssertWhole()
    {
        Client.Shell($"umount {Place} && mount -t nfs -o vers=4.2 node1:{Cluster.Served} {Place}", s_patience);
        Assert.Equal("long\n", Client.Shell($"cmp /root/long {Place}/long && ls -A {Place} | grep -v lost"));
        Client.Shell($"rm {Place}/long && umount {Place}");
    }

    /// <summary>A server, and a client with a large file.</summary>
    public sealed class TwoMachines : IDisposable
    {
        public TwoMachines()
        {
            Cluster = Cluster.Boot(2);
            try
            {
                Cluster[2].Shell("head -c 60000000 /dev/urandom >/root/long");
            }
            catch
            {
                Cluster.Dispose();
                throw;
            }
        }

        internal Cluster Cluster { get; }

        public void Dispose() => Cluster.Dispose();
    }
}
