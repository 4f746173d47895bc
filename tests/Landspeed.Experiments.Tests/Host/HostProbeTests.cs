using Landspeed.Experiments.Host;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Host;

public class HostProbeTests
{
    [Fact]
    public void This_machine_reports_its_kernel_memory_and_processors()
    {
        HostRecord host = HostProbe.Capture();

        Assert.Equal(File.ReadAllText("/proc/sys/kernel/osrelease").Trim(), host.Kernel);
        Assert.InRange(host.MemoryBytes!.Value, 1L << 20, 1L << 50);
        Assert.Equal(Environment.ProcessorCount, host.ProcessorCount);
    }
}
