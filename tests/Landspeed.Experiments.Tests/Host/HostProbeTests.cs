using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Tests.Host;

public class HostProbeTests
{
    private static readonly ProcessorIdentity Silent = new(null, null);

    [Fact]
    public void This_machine_tells_its_kernel_memory_and_processors()
    {
        HostRecord host = HostProbe.Capture();

        Assert.Equal(File.ReadAllText("/proc/sys/kernel/osrelease").Trim(), host.Kernel);
        Assert.InRange(host.MemoryBytes!.Value, 1L << 20, 1L << 50);
        Assert.Equal(Environment.ProcessorCount, host.ProcessorCount);
    }

    [Fact]
    public void An_empty_machine_gives_nulls_and_no_exception()
    {
        using var tree = new SystemTree();

        HostRecord host = HostProbe.Capture(tree.Files, Silent);

        Assert.Null(host.OperatingSystem);
        Assert.Null(host.ClockHz);
        Assert.Null(host.Virtualization);
        Assert.Null(host.MemoryBytes);
    }

    [Fact]
    public void The_distribution_is_named_without_its_quotes()
    {
        using SystemTree tree = new SystemTree().With("/etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
        Assert.Equal("Debian GNU/Linux 12", HostProbe.Capture(tree.Files, Silent).OperatingSystem);
    }

    [Theory]
    [InlineData("model name\t: Xeon CPU E5 @ 2.40GHz\n", 2.4e9, "nominal (model name)")]
    [InlineData("model name\t: EPYC\ncpu MHz\t\t: 2595.124\nflags\t\t: fpu constant_tsc tsc_known_freq\n", 2595.124e6, "TSC (/proc/cpuinfo)")]
    [InlineData("model name\t: EPYC\ncpu MHz\t\t: 1800.5\nflags\t\t: fpu constant_tsc aperfmperf\n", 1800.5e6, "momentary (/proc/cpuinfo)")]
    public void The_clock_names_its_source(string info, double hz, string method)
    {
        using SystemTree tree = new SystemTree().With("/proc/cpuinfo", info);

        HostRecord host = HostProbe.Capture(tree.Files, Silent);

        Assert.Equal(hz, host.ClockHz!.Value, 1.0);
        Assert.Equal(method, host.ClockMethod);
    }

    [Fact]
    public void The_processors_own_word_on_its_clock_comes_first()
    {
        using SystemTree tree = new SystemTree().With("/proc/cpuinfo", "cpu MHz : 1800.5\n");
        HostRecord host = HostProbe.Capture(tree.Files, new ProcessorIdentity("KVMKVMKVM", 3e9));
        Assert.Equal((3e9, "TSC (cpuid)", "kvm"), (host.ClockHz, host.ClockMethod, host.Virtualization));
    }

    [Fact]
    public void The_smallest_limit_of_the_groups_above_bounds_the_memory()
    {
        using SystemTree tree = new SystemTree()
            .With("/proc/meminfo", "MemTotal:       16384000 kB\n")
            .With("/proc/self/cgroup", "0::/pod/job\n")
            .With("/proc/self/mountinfo", "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")
            .With("/sys/fs/cgroup/pod/job/memory.max", "max\n")
            .With("/sys/fs/cgroup/pod/memory.max", "1073741824\n");
        Assert.Equal(1L << 30, HostProbe.Capture(tree.Files, Silent).MemoryBytes);
    }

    [Fact]
    public void A_container_in_a_virtual_machine_is_named_after_it()
    {
        using SystemTree tree = new SystemTree().With("/.dockerenv", string.Empty);
        Assert.Equal(
            "vmware, docker", HostProbe.Capture(tree.Files, new ProcessorIdentity("VMwareVMware", null)).Virtualization);
    }
}
