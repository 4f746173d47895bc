using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxCounterCallsTests
{
    private static readonly ICounterCalls s_calls = NativePlatform.Counters;

    [Fact]
    public void A_direct_read_shows_in_the_counters_of_process_and_device()
    {
        const int Length = 8 << 20;
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", Length)), FileAccessKind.Read);
        NativeFile.RequireBlockDevice(file);
        DeviceNumber device = NativeFile.StatusOf(file).Device;
        using var buffer = new NativeBuffer(Length);
        NativeFile.Succeeds(NativeFile.Calls.EnableDirect(file));

        NativeFile.Succeeds(s_calls.Process(out ProcessIoCounters processBefore));
        NativeFile.Succeeds(s_calls.Device(device, out DeviceCounters deviceBefore));
        Assert.Equal(Length, NativeFile.Calls.Read(file, buffer.Address, Length, 0, TransferFlags.None).Value);
        NativeFile.Succeeds(s_calls.Process(out ProcessIoCounters processAfter));
        NativeFile.Succeeds(s_calls.Device(device, out DeviceCounters deviceAfter));

        Assert.True(processAfter.DeviceReadBytes - processBefore.DeviceReadBytes >= Length);
        Assert.True(deviceAfter.ReadBytes - deviceBefore.ReadBytes >= Length);
        Assert.True(deviceAfter.ReadCount > deviceBefore.ReadCount);
        Assert.True(deviceAfter.BusyNs >= deviceBefore.BusyNs);
    }

    [Fact]
    public void A_durable_write_shows_in_the_counters_of_process_and_device()
    {
        const int Length = 8 << 20;
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        NativeFile.RequireBlockDevice(file);
        DeviceNumber device = NativeFile.StatusOf(file).Device;
        using NativeBuffer buffer = new NativeBuffer(Length).Fill(5);

        NativeFile.Succeeds(s_calls.Process(out ProcessIoCounters processBefore));
        NativeFile.Succeeds(s_calls.Device(device, out DeviceCounters deviceBefore));
        Assert.Equal(Length, NativeFile.Calls.Write(file, buffer.Address, Length, 0, TransferFlags.None).Value);
        NativeFile.Succeeds(NativeFile.Calls.FlushData(file));
        NativeFile.Succeeds(s_calls.Process(out ProcessIoCounters processAfter));
        NativeFile.Succeeds(s_calls.Device(device, out DeviceCounters deviceAfter));

        Assert.True(processAfter.DeviceWriteBytes - processBefore.DeviceWriteBytes >= Length);
        Assert.True(deviceAfter.WriteBytes - deviceBefore.WriteBytes >= Length);
        Assert.True(deviceAfter.WriteCount > deviceBefore.WriteCount);
    }

    [Fact]
    public void What_a_machine_does_beside_a_run_is_read_from_its_files()
    {
        using var scratch = new ScratchDirectory();
        Put("proc/vmstat", "nr_free_pages 9223372036854775807\nnr_dirty 3\nnr_writeback 2\nnr_dirty_threshold 100\n"
            + "pgsteal_kswapd 5\npgsteal_direct 6\n");
        Put("proc/pressure/cpu", "some avg10=1.55 avg60=36.47 avg300=44.90 total=2431\n"
            + "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
        Put("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=17\n"
            + "full avg10=0.00 avg60=0.00 avg300=0.00 total=5\n");
        Put("proc/fs/jbd2/vda1-8/info", "1234 transactions (1200 requested), each up to 8192 blocks\naverage:\n");
        Put("proc/fs/jbd2/vda-8/info", "5 transactions (1200 requested), each up to 8192 blocks\n");
        Put("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2000000\n");
        Put("sys/dev/block/8:0/stat", " 1 0 2 3 4 0 5 6 0 7 8 9 0 10 11 12 13\n");
        var calls = new LinuxCounterCalls(new SystemFiles(scratch.Path));
        long page = Environment.SystemPageSize;

        NativeFile.Succeeds(calls.Memory(out MemoryActivity cache));
        NativeFile.Succeeds(calls.Pressure(out PressureTimes pressure));
        NativeFile.Succeeds(calls.JournalCommits("vda1", out long commits));
        NativeFile.Succeeds(calls.ProcessorClock(out double hz));
        NativeFile.Succeeds(calls.Device(new DeviceNumber(8, 0), out DeviceCounters device));

        Assert.Equal(new MemoryActivity(3 * page, 2 * page, 100 * page, 11 * page), cache);
        Assert.Equal(new PressureTimes(2_431_000, 17_000), pressure);
        Assert.Equal(1234, commits);
        Assert.Equal(2e9, hz);
        Assert.Equal(10 * 512, device.DiscardBytes);
        Assert.False(calls.JournalCommits("vdb", out _).Succeeded);

        void Put(string name, string text)
        {
            string path = scratch.File(name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, text);
        }
    }

    [Fact]
    public void A_machine_that_hides_what_it_does_gives_errors()
    {
        using var scratch = new ScratchDirectory();
        var calls = new LinuxCounterCalls(new SystemFiles(scratch.Path));

        Assert.False(calls.Memory(out _).Succeeded);
        Assert.False(calls.Pressure(out _).Succeeded);
        Assert.False(calls.JournalCommits("vda", out _).Succeeded);
        Assert.False(calls.ProcessorClock(out _).Succeeded);
        NativeFile.Succeeds(s_calls.Memory(out MemoryActivity here));
        Assert.True(here.DirtyLimitBytes > 0);
    }

    [Fact]
    public void Flushes_of_a_disk_with_a_volatile_cache_are_counted()
    {
        Capability.RequireRoot();
        using var volume = new TestVolume("ext4");
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(volume.File("a")), FileAccessKind.ReadWrite, FileCreation.CreateNew);
        DiskCache disk = Assert.Single(NativePlatform.Host.WriteCaches(NativeFile.StatusOf(file)));
        using NativeBuffer buffer = new NativeBuffer(4096).Fill(5);

        NativeFile.Succeeds(s_calls.Flushes(disk.Device!.Value, out long before));
        Assert.Equal(4096, NativeFile.Calls.Write(file, buffer.Address, 4096, 0, TransferFlags.None).Value);
        NativeFile.Succeeds(NativeFile.Calls.FlushData(file));
        NativeFile.Succeeds(s_calls.Flushes(disk.Device.Value, out long after));

        Assert.StartsWith("loop", disk.Name, StringComparison.Ordinal);
        Assert.True(disk.IsVolatile);
        Assert.True(after > before);
    }

    [Fact]
    public void A_device_that_is_none_is_not_found_and_never_zero()
    {
        Assert.Equal(NativeErrorKind.NotFound, s_calls.Flushes(new DeviceNumber(0, 55), out _).Error.Kind);
        Assert.Equal(NativeErrorKind.NotFound, s_calls.Device(new DeviceNumber(0, 55), out _).Error.Kind);
        Assert.Equal(NativeErrorKind.NotFound, s_calls.Device(new DeviceNumber(4095, 1), out _).Error.Kind);
        Assert.Equal(NativeErrorKind.NotFound, s_calls.ReadsInFlight(new DeviceNumber(0, 55), out _).Error.Kind);
    }

    [Fact]
    public void The_peak_of_resident_memory_is_the_high_water_mark_of_this_program()
    {
        NativeFile.Succeeds(s_calls.PeakResident(out long peak));
        string status = File.ReadAllText("/proc/self/status");
        long now = 1024 * long.Parse(System.Text.RegularExpressions.Regex.Match(status, @"VmRSS:\s+(\d+)").Groups[1].Value);
        long system = 1024 * long.Parse(System.Text.RegularExpressions.Regex.Match(status, @"VmHWM:\s+(\d+)").Groups[1].Value);
        Assert.InRange(peak, 1 << 20, system);
        Assert.InRange(now, 1 << 20, system);
    }

    [Fact]
    public void The_machine_times_agree_with_the_up_time()
    {
        NativeFile.Succeeds(s_calls.Machine(out MachineTimes times));

        double upNs = double.Parse(
            File.ReadAllText("/proc/uptime").Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture) * 1e9;
        int processors = File.ReadLines("/proc/stat")
            .Count(line => line.StartsWith("cpu", StringComparison.Ordinal)) - 1;
        double total = times.BusyNs + times.IdleNs + times.StolenNs;
        Assert.InRange(total / (upNs * processors), 0.5, 1.5);
        Assert.True(times.BusyNs > 0);
    }

    [Theory]
    [InlineData("/mnt/a", 5000L, 6000L)]
    [InlineData("/mnt/with space", 50L, 60L)]
    [InlineData("/mnt", null, null)]
    [InlineData("/data", null, null)]
    public void The_counters_of_an_NFS_mount_are_those_of_its_directory(string mountPoint, long? read, long? written)
    {
        string[] lines = """
            device /dev/vda mounted on / with fstype ext4
            device server:/a mounted on /mnt/a with fstype nfs4 statvers=1.1
            	opts:	rw,vers=4.2
            	age:	1234
            	events:	1 2 3
            	bytes:	1000 2000 3000 4000 5000 6000 7 8
            	RPC iostats version: 1.1  p/v: 100003/4 (nfs)
            device server:/b mounted on /mnt/with\040space with fstype nfs statvers=1.1
            	bytes:	1 2 3 4 50 60 7 8
            device tmpfs mounted on /data with fstype tmpfs
            """.Replace("\\t", "\t", StringComparison.Ordinal).Split('\n');

        ServerCounters? found = LinuxCounterCalls.ServerOf(lines, mountPoint);

        Assert.Equal((read, written), (found?.ReadBytes, found?.WriteBytes));
    }
}
