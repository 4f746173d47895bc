using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Platform.Linux;

public sealed class UnwrittenBytesTests
{
    private static readonly ProcessorIdentity s_silent = new(null, null);

    [Fact]
    public void What_is_dirty_and_what_is_on_its_way_is_unwritten()
    {
        using SystemTree tree = new SystemTree().With("/proc/meminfo", "Cached: 9 kB\nDirty:              12 kB\nWriteback:         3 kB\nWritebackTmp:  7 kB\n");

        Assert.Equal(15 * 1024, new LinuxHostCalls(tree.Files, () => s_silent).UnwrittenBytes());
    }

    [Fact]
    public void A_system_that_hides_it_has_no_number()
    {
        using var tree = new SystemTree();
        var host = new LinuxHostCalls(tree.Files, () => s_silent);

        Assert.Null(host.UnwrittenBytes());
        Assert.Null(host.BootIdentity());
        Assert.True(tree.Files.TryWrite("/proc/sys/vm/drop_caches", "3").Failed);
    }
}
