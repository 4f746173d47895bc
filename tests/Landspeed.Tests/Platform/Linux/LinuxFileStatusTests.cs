using System.Diagnostics;
using System.IO.Pipes;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxFileStatusTests
{
    private static readonly IFileCalls s_calls = NativePlatform.Files;

    [Fact]
    public void Status_says_what_stat_says()
    {
        using var scratch = new ScratchDirectory();
        string name = scratch.CreateFile("a", 12_345);
        File.CreateSymbolicLink(scratch.File("link"), name);
        Command.Shell($"ln '{name}' '{scratch.File("hard")}'");
        string[] said = Command.Shell($"stat -c '%s %b %i %h %o %.9Y %.9W' '{name}'").Trim().Split(' ');

        NativeFile.Succeeds(s_calls.StatusOf(scratch.FilePath("link"), out FileStatus status));
        using SafeFileHandle file = NativeFile.Open(scratch.FilePath("hard"), FileAccessKind.Identify);

        Assert.Equal(status, NativeFile.StatusOf(file));
        Assert.Equal(FileKind.Regular, status.Kind);
        Assert.Equal(said[0], $"{status.Length}");
        Assert.Equal(said[1], $"{status.AllocatedBytes / 512}");
        Assert.Equal(said[2], $"{status.Inode}");
        Assert.Equal(said[3], $"{status.LinkCount}");
        Assert.Equal(said[4], $"{status.PreferredBlockSize}");
        Assert.Equal(said[5], $"{status.Modified}");
        Assert.Equal(said[6], $"{status.Born ?? new FileTime(0, 0)}");
        Assert.NotEqual(0UL, status.MountId);
    }

    [Fact]
    public void What_nobody_has_read_from_a_pipe_is_counted()
    {
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        using var reader = new AnonymousPipeClientStream(PipeDirection.In, pipe.ClientSafePipeHandle);
        using var written = new SafeFileHandle(pipe.SafePipeHandle.DangerousGetHandle(), ownsHandle: false);

        Assert.Equal(0, s_calls.UnreadBytes(written).Value);
        pipe.Write(new byte[100]);
        Assert.Equal(100, s_calls.UnreadBytes(written).Value);
        reader.ReadExactly(new byte[60]);
        Assert.Equal(40, s_calls.UnreadBytes(written).Value);
    }

    [Fact]
    public void Nothing_is_counted_of_what_is_no_pipe()
    {
        using SafeFileHandle nothing = NativeFile.Open(FilePath.FromText("/dev/null"), FileAccessKind.Read);

        Assert.True(s_calls.UnreadBytes(nothing).Failed);
    }

    [Fact]
    public void Direct_alignment_is_a_power_of_two_where_it_is_known()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        NativeFile.RequireBlockDevice(file);
        FileStatus status = NativeFile.StatusOf(file);
        Capability.Require("statx with direct alignment (Linux 6.1)", status.DirectAlignmentKnown);

        Assert.True(int.IsPow2(status.DirectMemoryAlignment));
        Assert.True(int.IsPow2(status.DirectOffsetAlignment));
        Assert.InRange(status.DirectReadOffsetAlignment, 0, status.DirectOffsetAlignment);
    }

    [Fact]
    public void Kinds_are_told_apart()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"mkfifo '{scratch.File("fifo")}'");

        Assert.Equal(FileKind.Fifo, Kind(scratch.FilePath("fifo")));
        Assert.Equal(FileKind.Directory, Kind(FilePath.FromText(scratch.Path)));
        Assert.Equal(FileKind.CharacterDevice, Kind(FilePath.FromText("/dev/null")));
    }

    [Fact]
    public async Task Neither_identifying_nor_reading_a_FIFO_waits_for_its_other_end()
    {
        using var scratch = new ScratchDirectory();
        FilePath fifo = scratch.FilePath("fifo");
        Command.Shell($"mkfifo '{fifo.Text}'");

        Task<FileKind> opened = Task.Run(() =>
        {
            NativeFile.Open(fifo, FileAccessKind.Read).Dispose();
            Assert.Equal("ENXIO", NativeFile.OpenError(fifo, FileAccessKind.Write));
            using SafeFileHandle handle = NativeFile.Open(fifo, FileAccessKind.Identify);
            return NativeFile.StatusOf(handle).Kind;
        }, TestContext.Current.CancellationToken);

        Assert.Equal(FileKind.Fifo, await opened.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
    }

    [Fact]
    public void The_volume_has_the_size_that_others_see()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle directory = NativeFile.Open(FilePath.FromText(scratch.Path), FileAccessKind.Read);

        NativeFile.Succeeds(s_calls.Volume(directory, out VolumeStatus status));

        string[] said = Command.Shell($"stat -f -c '%t %S %b %d' '{scratch.Path}'").Trim().Split(' ');
        Assert.Equal(said[0], $"{status.TypeMagic:x}");
        Assert.Equal(said[1], $"{status.BlockSize}");
        Assert.Equal(said[2], $"{status.TotalBytes / status.BlockSize}");
        Assert.InRange(status.AvailableBytes, 1, status.TotalBytes);
        Assert.False(status.IsReadOnly);
    }

    [Fact]
    public void A_name_that_is_not_UTF8_can_be_created_found_and_removed()
    {
        using var scratch = new ScratchDirectory();
        FilePath path = FilePath.FromText(scratch.Path).Join(FilePath.FromBytes([(byte)'a', 0xFF, 0x1B]));

        NativeFile.Open(path, FileAccessKind.Write, FileCreation.CreateNew).Dispose();

        Assert.Equal("61ff1b00\n", Command.Shell($"find '{scratch.Path}' -type f -printf '%f\\0' | od -An -tx1 | tr -d ' '"));
        NativeFile.Succeeds(s_calls.StatusOf(path, out _));
        NativeFile.Succeeds(s_calls.Remove(path));
        Assert.Equal(NativeErrorKind.NotFound, s_calls.StatusOf(path, out _).Error.Kind);
    }

    [Fact]
    public void Descriptors_do_not_reach_child_processes()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "kept");

        using Process child = ChildProcess.Start(
            new ProcessStartInfo("/bin/ls", ["-l", "/proc/self/fd"]) { RedirectStandardOutput = true });

        Assert.DoesNotContain("kept", child.StandardOutput.ReadToEnd());
    }

    private static FileKind Kind(FilePath path)
    {
        NativeFile.Succeeds(s_calls.StatusOf(path, out FileStatus status));
        return status.Kind;
    }
}
