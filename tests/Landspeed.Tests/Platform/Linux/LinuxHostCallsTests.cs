using Landspeed.Platform;
using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxHostCallsTests
{
    private static readonly ProcessorIdentity s_silent = new(null, null);

    [Fact]
    public void This_machine_shows_its_kernel_and_memory()
    {
        MachineFacts host = NativePlatform.Host.Machine();

        Assert.Equal(File.ReadAllText("/proc/sys/kernel/osrelease").Trim(), host.Kernel);
        Assert.InRange(host.MemoryBytes!.Value, 1L << 20, 1L << 50);
    }

    [Fact]
    public void An_empty_machine_gives_nulls_and_no_exception()
    {
        using var tree = new SystemTree();

        MachineFacts host = Machine(tree, s_silent);

        Assert.Null(host.OperatingSystem);
        Assert.Null(host.Clock);
        Assert.Null(host.Virtualization);
        Assert.Null(host.MemoryBytes);
    }

    [Fact]
    public void The_distribution_is_named_without_its_quotes()
    {
        using SystemTree tree = new SystemTree().With("/etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
        Assert.Equal("Debian GNU/Linux 12", Machine(tree, s_silent).OperatingSystem);
    }

    [Theory]
    [InlineData("model name\t: Xeon CPU E5 @ 2.40GHz\n", 2.4e9, "nominal (model name)")]
    [InlineData("model name\t: EPYC\ncpu MHz\t\t: 2595.124\nflags\t\t: fpu constant_tsc tsc_known_freq\n", 2595.124e6, "TSC (/proc/cpuinfo)")]
    [InlineData("model name\t: EPYC\ncpu MHz\t\t: 1800.5\nflags\t\t: fpu constant_tsc aperfmperf\n", 1800.5e6, "momentary (/proc/cpuinfo)")]
    public void The_clock_names_its_source(string info, double hz, string method)
    {
        using SystemTree tree = new SystemTree().With("/proc/cpuinfo", info);

        MachineFacts host = Machine(tree, s_silent);

        Assert.Equal(hz, host.Clock!.Hz, 1.0);
        Assert.Equal(method, host.Clock.Method);
    }

    [Fact]
    public void The_processors_own_word_on_its_clock_comes_first()
    {
        using SystemTree tree = new SystemTree().With("/proc/cpuinfo", "cpu MHz : 1800.5\n");
        MachineFacts host = Machine(tree, new ProcessorIdentity("KVMKVMKVM", 3e9));
        Assert.Equal((3e9, "TSC (cpuid)", "kvm"), (host.Clock!.Hz, host.Clock.Method, host.Virtualization));
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
        Assert.Equal(1L << 30, Machine(tree, s_silent).MemoryBytes);
    }

    [Fact]
    public void A_container_in_a_virtual_machine_is_named_after_it()
    {
        using SystemTree tree = new SystemTree().With("/.dockerenv", string.Empty);
        Assert.Equal(
            "vmware, docker", Machine(tree, new ProcessorIdentity("VMwareVMware", null)).Virtualization);
    }

    [Fact]
    public void Limits_are_the_soft_ones_as_the_system_writes_them()
    {
        using SystemTree tree = new SystemTree().With(
            "/proc/self/limits",
            "Limit                     Soft Limit           Hard Limit           Units\n" +
            "Max file size             unlimited            unlimited            bytes\n" +
            "Max open files            1024                 4096                 files\n");

        Assert.Equal(new ProcessLimits(null, "1024", "unlimited"), new LinuxHostCalls(tree.Files, () => s_silent).Limits());
    }

    [Fact]
    public void A_switch_that_the_system_does_not_show_has_a_name_and_no_value()
    {
        using SystemTree tree = new SystemTree().With("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        var calls = new LinuxHostCalls(tree.Files, () => s_silent);

        Assert.Equal("always [madvise] never", calls.HugePages().Value);
        Assert.Equal(new SystemSwitch("/proc/sys/kernel/io_uring_disabled", null), calls.UringDisabled());
    }

    [Fact]
    public void The_command_line_keeps_bytes_that_are_no_text()
    {
        using SystemTree tree = new SystemTree().With("/proc/self/cmdline", string.Empty);
        byte[] words = [(byte)'a', 0, 0xFF, (byte)' ', 0];
        File.WriteAllBytes(tree.At("/proc/self/cmdline"), words);

        Assert.Equal(words, new LinuxHostCalls(tree.Files, () => s_silent).CommandLine());
        using var empty = new SystemTree();
        Assert.Null(new LinuxHostCalls(empty.Files, () => s_silent).CommandLine());
    }

    private static MachineFacts Machine(SystemTree tree, ProcessorIdentity identity) =>
        new LinuxHostCalls(tree.Files, () => identity).Machine();
}
