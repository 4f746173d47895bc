using System.Globalization;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>That the faults which the tests of copying put in really arrive, tried with ordinary tools.</summary>
public sealed class FaultHarnessTests
{
    private const int MiB = 1 << 20;

    /// <summary>The file systems whose transfers can be refused.</summary>
    public static readonly TheoryData<string> Volumes = ["ext4", "xfs", "btrfs"];

    [Theory]
    [MemberData(nameof(Volumes))]
    public void A_refused_write_is_the_one_that_was_named(string kind)
    {
        using var volume = new TestVolume(kind);
        using var scratch = new ScratchDirectory();
        string source = scratch.CreateFile("source", 8 * MiB);
        using var point = new FaultPoint(volume.Path);
        ArmedRule rule = point.Arm(
            new FaultRule(FaultOperations.Write, FaultAction.Deny(Errno.ENOSPC), Nth: 3) { Filter = "=target" });

        Command dd = Copy(source, volume.File("target"), "oflag=direct");

        Assert.Equal(1, dd.ExitCode);
        Assert.Contains("No space left on device", dd.Error, StringComparison.Ordinal);
        Assert.Equal(2 * MiB, new FileInfo(volume.File("target")).Length);
        FaultEvent refused = rule.Wait();
        Assert.Equal(new FaultEvent(3, FaultOperations.Write, 2 * MiB, MiB, refused.ProcessId, refused.Path), refused);
        Assert.Equal(volume.File("target"), refused.Path);
    }

    [Theory]
    [MemberData(nameof(Volumes))]
    public void A_refused_read_is_the_one_that_was_named(string kind)
    {
        using var volume = new TestVolume(kind);
        using var scratch = new ScratchDirectory();
        using var files = new ScratchDirectory(volume.Path);
        string source = files.CreateFile("source", 8 * MiB);
        using var point = new FaultPoint(volume.Path);
        point.Arm(new FaultRule(FaultOperations.Read, FaultAction.Deny(Errno.EIO), Nth: 5) { Filter = "=source" });

        Command dd = Copy(source, scratch.File("target"));

        Assert.Equal(1, dd.ExitCode);
        Assert.Contains("Input/output error", dd.Error, StringComparison.Ordinal);
        Assert.Equal(4 * MiB, new FileInfo(scratch.File("target")).Length);
    }

    [Fact]
    public void A_fault_for_once_is_gone_the_next_time_and_a_lasting_one_is_not()
    {
        using var volume = new TestVolume("ext4");
        using var scratch = new ScratchDirectory();
        string source = scratch.CreateFile("source", 4 * MiB);
        using var point = new FaultPoint(volume.Path);
        var refusal = new FaultRule(FaultOperations.Write, FaultAction.Deny(Errno.EIO), Nth: 2);

        point.Arm(refusal);
        Assert.Equal(1, Copy(source, volume.File("target")).ExitCode);
        Assert.Equal(0, Copy(source, volume.File("target")).ExitCode);

        point.Clear();
        point.Arm(refusal with { Always = true });
        Assert.Equal(1, Copy(source, volume.File("target")).ExitCode);
        Assert.Equal(1, Copy(source, volume.File("target")).ExitCode);

        point.Clear();
        Assert.Equal(0, Copy(source, volume.File("target")).ExitCode);
    }

    [Theory]
    [InlineData("ext4", Errno.EIO)]
    [InlineData("ext4", Errno.ENOSPC)]
    [InlineData("ext4", Errno.EDQUOT)]
    [InlineData("ext4", Errno.EPERM)]
    [InlineData("xfs", Errno.EIO)]
    [InlineData("btrfs", Errno.EIO)]
    public void A_refusal_reaches_requests_of_io_uring(string kind, Errno error)
    {
        Capability.RequireProgram("fio");
        using var volume = new TestVolume(kind);
        using var point = new FaultPoint(volume.Path);
        ArmedRule rule = point.Arm(new FaultRule(FaultOperations.Transfers, FaultAction.Deny(error), Nth: 7)
        {
            Filter = "=job",
        });

        Command fio = Fio(volume.File("job"));

        Assert.NotEqual(0, fio.ExitCode);
        Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $", err={(int)error}/file:"),
            fio.Output + fio.Error,
            StringComparison.Ordinal);
        Assert.Equal(MiB, rule.Wait().Length);
    }

    [Fact]
    public void A_process_is_killed_with_requests_of_io_uring_in_flight()
    {
        Capability.RequireProgram("fio");
        using var volume = new TestVolume("ext4");
        using var point = new FaultPoint(volume.Path);
        ArmedRule rule = point.Arm(new FaultRule(FaultOperations.Transfers, FaultAction.Kill, Nth: 7)
        {
            Filter = "=job",
        });

        Command fio = Fio(volume.File("job"));

        Assert.Contains("signal=9", fio.Output + fio.Error, StringComparison.Ordinal);
        Assert.Equal(7, rule.Wait().Ordinal);
    }

    [Theory]
    [InlineData("volume")]
    [InlineData("mount")]
    public void A_thread_that_is_struck_takes_its_process_along(string where)
    {
        Capability.RequireProgram("fio");
        using TestVolume? volume = where == "volume" ? new TestVolume("ext4") : null;
        using var backing = new ScratchDirectory();
        using FaultProgram faults = volume is null ? new FaultMount(backing.Path) : new FaultPoint(volume.Path);
        string path = volume is null ? $"{((FaultMount)faults).Path}/job" : volume.File("job");
        faults.Arm(new FaultRule(FaultOperations.Transfers, FaultAction.Kill, Nth: 7)
        {
            Filter = "=job",
        });

        Assert.Equal(128 + 9, Fio(path, "--thread").ExitCode);
    }

    [Fact]
    public void A_killed_copy_ends_where_it_was_killed()
    {
        using var volume = new TestVolume("ext4");
        using var scratch = new ScratchDirectory();
        string source = scratch.CreateFile("source", 8 * MiB);
        using var point = new FaultPoint(volume.Path);
        point.Arm(new FaultRule(FaultOperations.Write, FaultAction.Kill, Nth: 4));

        Assert.Equal(128 + 9, Copy(source, volume.File("target")).ExitCode);

        Assert.Equal(3 * MiB, new FileInfo(volume.File("target")).Length);
    }

    [Fact]
    public async Task A_held_read_waits_while_the_file_is_changed_and_then_sees_the_change()
    {
        using var volume = new TestVolume("ext4");
        using var scratch = new ScratchDirectory();
        using var files = new ScratchDirectory(volume.Path);
        string source = files.CreateFile("source", 8 * MiB);
        using var point = new FaultPoint(volume.Path);
        ArmedRule rule = point.Arm(
            new FaultRule(FaultOperations.Read, FaultAction.Hold, Nth: 3) { Filter = "=source" });
        Task<Command> copy = Task.Run(
            () => Copy(source, scratch.File("target")), TestContext.Current.CancellationToken);

        Assert.Equal(2 * MiB, rule.Wait().Offset);
        using (FileStream file = File.OpenWrite(source))
        {
            file.SetLength((2 * MiB) + 100);
        }

        Assert.Equal("0", Command.Shell($"dd if='{source}' of=/dev/null status=none; echo $?").Trim());
        rule.Allow();

        Assert.Equal(0, (await copy).ExitCode);
        Assert.Equal((2 * MiB) + 100, new FileInfo(scratch.File("target")).Length);
    }

    [Fact]
    public async Task A_held_write_can_be_refused()
    {
        using var volume = new TestVolume("ext4");
        using var scratch = new ScratchDirectory();
        string source = scratch.CreateFile("source", 8 * MiB);
        using var point = new FaultPoint(volume.Path);
        ArmedRule rule = point.Arm(new FaultRule(FaultOperations.Write, FaultAction.Hold, Nth: 2));
        Task<Command> copy = Task.Run(
            () => Copy(source, volume.File("target")), TestContext.Current.CancellationToken);
        rule.Wait();
        rule.Deny(Errno.EDQUOT);

        Assert.Contains("Disk quota exceeded", (await copy).Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_transfer_is_counted_by_kind_except_those_of_the_test_itself()
    {
        using var volume = new TestVolume("ext4");
        using var files = new ScratchDirectory(volume.Path);
        using var point = new FaultPoint(volume.Path);
        ArmedRule reads = point.Arm(FaultRule.Counting(FaultOperations.Read) with { Filter = "=source" });
        ArmedRule writes = point.Arm(FaultRule.Counting(FaultOperations.Write) with { Filter = "~target" });
        string source = files.CreateFile("source", 8 * MiB);
        Assert.Equal(8 * MiB, File.ReadAllBytes(source).Length);
        Assert.Equal(0, reads.Count);

        Assert.Equal(0, Copy(source, files.File("target")).ExitCode);

        Assert.Equal(9, reads.Count); // the last one finds the end
        Assert.Equal(8, writes.Count);
    }

    [Theory]
    [InlineData(FaultOperations.Rename, "mv '$/source' '$/target'", "cannot move")]
    [InlineData(FaultOperations.Create, "cp '$/source' '$/target'", "cannot create")]
    [InlineData(FaultOperations.Open, "cp '$/source' '$/target'", "cannot open")]
    [InlineData(FaultOperations.Fsync, "dd if='$/source' of='$/target' conv=fsync", "fsync failed")]
    [InlineData(FaultOperations.Flush, "cp '$/source' '$/target'", "failed to close")]
    [InlineData(FaultOperations.Fsyncdir, "sync '$'", "error syncing")]
    [InlineData(FaultOperations.Chmod, "chmod 600 '$/source'", "changing permissions")]
    [InlineData(FaultOperations.Chown, "chown 1 '$/source'", "changing ownership")]
    [InlineData(FaultOperations.Utimens, "touch -d 2001-01-01 '$/source'", "setting times")]
    [InlineData(FaultOperations.Setxattr, "setfattr -n user.a -v b '$/source'", "source")]
    [InlineData(FaultOperations.Getxattr, "getfattr --only-values -n user.a '$/source'", "source")]
    [InlineData(FaultOperations.Listxattr, "getfattr '$/source'", "source")]
    [InlineData(FaultOperations.Fallocate, "fallocate -l 9M '$/source'", "fallocate failed")]
    [InlineData(FaultOperations.Truncate, "truncate -s 0 '$/source'", "failed to truncate")]
    [InlineData(FaultOperations.Unlink, "rm '$/source'", "cannot remove")]
    [InlineData(FaultOperations.Mkdir, "mkdir '$/directory'", "cannot create")]
    [InlineData(FaultOperations.Link, "ln '$/source' '$/target'", "failed to create")]
    [InlineData(FaultOperations.Symlink, "ln -s x '$/target'", "failed to create")]
    public void Any_operation_of_a_mount_can_be_refused(FaultOperations operation, string line, string complaint)
    {
        Capability.RequireProgram("setfattr");
        using var backing = new ScratchDirectory();
        byte[] before = File.ReadAllBytes(backing.CreateFile("source", MiB));
        using var mount = new FaultMount(backing.Path);
        ArmedRule rule = mount.Arm(new FaultRule(operation, FaultAction.Deny(Errno.EDQUOT)));

        Command run = Command.Run("/bin/sh", ["-c", line.Replace("$", mount.Path, StringComparison.Ordinal)]);

        Assert.NotEqual(0, run.ExitCode);
        Assert.Contains(complaint, run.Error, StringComparison.Ordinal);
        Assert.Contains("Disk quota exceeded", run.Error, StringComparison.Ordinal);
        Assert.Equal(operation, rule.Wait().Operation);
        Assert.Equal(before, File.ReadAllBytes(backing.File("source")));
    }

    [Theory]
    [InlineData(FaultOperations.Read)]
    [InlineData(FaultOperations.Write)]
    public void A_mount_without_cache_gives_short_counts(FaultOperations operation)
    {
        Capability.RequireProgram("strace");
        using var backing = new ScratchDirectory();
        using var scratch = new ScratchDirectory();
        backing.CreateFile("source", 4 * MiB);
        using var mount = new FaultMount(backing.Path, FaultCache.Direct);
        mount.Arm(new FaultRule(operation, FaultAction.Short(4096), Nth: 2));

        Command.Shell(
            $"strace -o '{scratch.File("calls")}' -e trace=read,write "
            + $"dd if='{mount.Path}/source' of='{mount.Path}/target' bs=1M iflag=fullblock");

        Assert.Contains(
            File.ReadLines(scratch.File("calls")),
            call => call.StartsWith(operation.ToString(), StringComparison.OrdinalIgnoreCase)
                && call.EndsWith(" 1048576) = 4096", StringComparison.Ordinal));
        Assert.Equal(File.ReadAllBytes(backing.File("source")), File.ReadAllBytes(backing.File("target")));
    }

    [Fact]
    public void A_process_is_killed_before_or_after_its_rename()
    {
        using var backing = new ScratchDirectory();
        backing.CreateFile("first", MiB);
        using var mount = new FaultMount(backing.Path);

        mount.Arm(new FaultRule(FaultOperations.Rename, FaultAction.Kill));
        Assert.Equal(128 + 9, Command.Run("mv", [$"{mount.Path}/first", $"{mount.Path}/second"]).ExitCode);
        Assert.True(File.Exists(backing.File("first")));
        Assert.False(File.Exists(backing.File("second")));

        mount.Clear();
        mount.Arm(new FaultRule(FaultOperations.Rename, FaultAction.KillAfter));
        Assert.Equal(128 + 9, Command.Run("mv", [$"{mount.Path}/first", $"{mount.Path}/second"]).ExitCode);
        Assert.False(File.Exists(backing.File("first")));
        Assert.True(File.Exists(backing.File("second")));
    }

    [Fact]
    public async Task A_held_rename_waits()
    {
        using var backing = new ScratchDirectory();
        backing.CreateFile("first", MiB);
        using var mount = new FaultMount(backing.Path);
        ArmedRule rule = mount.Arm(new FaultRule(FaultOperations.Rename, FaultAction.Hold) { Filter = "=first" });
        Task<Command> move = Task.Run(
            () => Command.Run("mv", [$"{mount.Path}/first", $"{mount.Path}/second"]),
            TestContext.Current.CancellationToken);

        Assert.Equal("/second", rule.Wait().Path);
        Assert.True(File.Exists(backing.File("first")));
        rule.Allow();

        Assert.Equal(0, (await move).ExitCode);
        Assert.True(File.Exists(backing.File("second")));
    }

    [Fact]
    public void A_mount_writes_down_what_it_saw()
    {
        using var backing = new ScratchDirectory();
        backing.CreateFile("source", 2 * MiB);
        using var mount = new FaultMount(backing.Path);
        Assert.Equal(0, Copy($"{mount.Path}/source", $"{mount.Path}/target", "conv=fsync").ExitCode);

        LoggedOperation[] target = [.. mount.Operations.Where(seen => seen.Path == "/target")];

        Assert.Equal(2 * MiB, target.Where(seen => seen.Word == "write").Sum(seen => (long)seen.Result));
        string[] words = [.. target.Select(seen => seen.Word)];
        Assert.InRange(Array.IndexOf(words, "create"), 0, Array.IndexOf(words, "write"));
        Assert.InRange(Array.IndexOf(words, "fsync"), Array.LastIndexOf(words, "write"), words.Length - 2);
        Assert.Equal("flush", words[^1]);
        Assert.All(target.Where(seen => seen.Word == "fsync"), seen => Assert.Equal(0, seen.Result));
    }

    [Fact]
    public void A_mount_passes_on_what_an_archive_copy_keeps()
    {
        Capability.RequireProgram("rsync");
        using var backing = new ScratchDirectory();
        using var origin = new ScratchDirectory();
        origin.CreateFile("file", 100_000);
        Command.Shell(
            $"cd '{origin.Path}' && chmod 640 file && ln file other && ln -s nowhere link && mkdir -p a/b "
            + "&& chown 5:6 a && setfattr -n user.a -v b file && mkfifo a/b/pipe "
            + "&& touch -h -d '2001-02-03 04:05:06.789' link a file");
        using (var mount = new FaultMount(backing.Path))
        {
            Command.Shell($"rsync -aHAX '{origin.Path}/' '{mount.Path}/'");
        }

        Assert.Equal(string.Empty, TreeDifferences.Of(origin.Path, backing.Path));
    }

    [Fact]
    public void A_mount_is_gone_with_its_object_even_while_in_use()
    {
        using var backing = new ScratchDirectory();
        string file = backing.CreateFile("source", MiB);
        string path;
        FileStream? open;
        using (var mount = new FaultMount(backing.Path))
        {
            path = mount.Path;
            open = File.OpenRead(Path.Combine(path, "source"));
        }

        Assert.DoesNotContain(path, File.ReadAllText("/proc/self/mountinfo"), StringComparison.Ordinal);
        Assert.True(File.Exists(file));
        open.Dispose();
    }

    private static Command Copy(string source, string target, params string[] more) =>
        Command.Run("dd", [$"if={source}", $"of={target}", "bs=1M", .. more]);

    private static Command Fio(string path, params string[] more) => Command.Run(
        "fio",
        [
            "--name=job", $"--filename={path}", "--size=16M", "--bs=1M", "--rw=write", "--ioengine=io_uring",
            "--direct=1", "--iodepth=8", .. more,
        ]);
}
