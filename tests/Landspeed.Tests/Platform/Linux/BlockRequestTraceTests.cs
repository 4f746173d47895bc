using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>The kernel's own tracing, mounted at a place of the test's own.</summary>
public sealed class BlockRequestTraceTests
{
    [Theory]
    [InlineData("             cat-71      [000] .....    12.500000: block_rq_issue: 254,0 R 8192 () 12345 + 16 none,0,0 [cat]", 8192L)]
    [InlineData("  <...>-9 [001] d..1. 7.1: block_rq_issue: 8,16 RA 0 () 64 + 368 [cat]", 188_416L)] // older kernels
    [InlineData("# entries-in-buffer/entries-written: 2/2   #P:2", null)]
    [InlineData("  cat-71 [000] ..... 12.5: block_rq_complete: 254,0 R () 12345 + 16 [0]", null)]
    [InlineData("CPU:0 [LOST 3 EVENTS]", null)]
    public void A_line_of_the_trace_tells_the_bytes_of_a_request(string line, long? bytes) => Assert.Equal(bytes, BlockRequestTrace.SizeOf(line));

    [Fact]
    public void Direct_reads_are_seen_with_their_sizes_and_nothing_stays()
    {
        Capability.RequireRoot();
        using var volume = new TestVolume("ext4", "64M");
        using Tracing tracing = Tracing.Mount();
        File.WriteAllBytes(volume.File("a"), new byte[1 << 20]);
        Command.Shell($"sync; dd if='{volume.File("a")}' of=/dev/null iflag=direct bs=4k count=1 status=none");
        var trace = new BlockRequestTrace(DeviceBelow(volume.Path), tracing.Path);
        Assert.Null(trace.Probe());

        trace.Start();
        Command.Shell($"dd if='{volume.File("a")}' of=/dev/null iflag=direct bs=4k count=10 status=none");
        Command.Shell($"dd if='{volume.File("a")}' of=/dev/null iflag=direct bs=64k skip=1 count=3 status=none");
        Command.Shell($"dd if=/dev/zero of='{volume.File("b")}' oflag=direct bs=32k count=2 status=none");
        RequestSizes sizes = trace.Stop()!;

        Assert.Equal(0, sizes.Lost);
        Assert.InRange(sizes.Counts[4 << 10], 10, 20); // tables of the file system too
        Assert.Equal(3, sizes.Counts[64 << 10]);
        Assert.False(sizes.Counts.ContainsKey(32 << 10)); // a write
        string own = FormattableString.Invariant($"landspeed-{Environment.ProcessId}-*"); // others may be tracing, too
        Assert.Empty(Directory.GetDirectories(Path.Combine(tracing.Path, "instances"), own));
        Assert.Null(trace.Stop());
    }

    [Fact]
    public void What_a_killed_process_left_is_removed_by_the_next()
    {
        Capability.RequireRoot();
        using Tracing tracing = Tracing.Mount();
        string left = Directory.CreateDirectory(Path.Combine(tracing.Path, "instances", "landspeed-999999999-1")).FullName;

        Assert.Null(new BlockRequestTrace(new DeviceNumber(1, 0), tracing.Path).Probe());

        Assert.False(Directory.Exists(left));
    }

    [Fact]
    public void Where_there_is_no_tracing_the_reason_is_given()
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("other/events"));

        Assert.Equal($"there is no {scratch.File("missing")}", Reason(scratch.File("missing")));
        Assert.Equal($"tracefs is not mounted at {Directory.CreateDirectory(scratch.File("bare")).FullName}", Reason(scratch.File("bare")));
        Assert.Equal("this kernel has no trace points of block devices", Reason(scratch.File("other")));
    }

    [Fact]
    public void Where_tracefs_is_not_mounted_the_command_that_mounts_it_is_the_remedy()
    {
        using var scratch = new ScratchDirectory();
        Assert.Equal($"mount -t tracefs nodev {scratch.Path}", Obstacle(scratch.Path)?.Remedy);
    }

    private static string? Reason(string root) => Obstacle(root)?.Reason;

    private static TraceObstacle? Obstacle(string root)
    {
        var trace = new BlockRequestTrace(new DeviceNumber(1, 0), root);
        trace.Start();
        Assert.Null(trace.Stop());
        return trace.Probe();
    }

    private static DeviceNumber DeviceBelow(string path) =>
        DeviceNumber.Parse(Command.Shell($"stat -c '%Hd:%Ld' '{path}'").Trim())!.Value;

    private sealed class Tracing : IDisposable
    {
        private readonly ScratchDirectory _place = new();

        private Tracing()
        {
        }

        public string Path => _place.Path;

        public static Tracing Mount()
        {
            var made = new Tracing();
            Command.Shell($"mount -t tracefs none '{made.Path}'");
            return made;
        }

        public void Dispose()
        {
            Command.Shell($"umount '{Path}'");
            _place.Dispose();
        }
    }
}
