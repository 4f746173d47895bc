using System.Net.Sockets;
using System.Runtime.InteropServices;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files;

public class StorageFileTests(TestVolumes volumes)
{
    private const int NonBlockingFlag = 0x800;

    private static int DirectFlag =>
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x10000 : 0x4000;

    [Theory]
    [InlineData("scratch", IoMode.Direct, IoMode.Direct)]
    [InlineData("ext4", IoMode.Direct, IoMode.Direct)]
    [InlineData("xfs", IoMode.Direct, IoMode.Direct)]
    [InlineData("btrfs", IoMode.Direct, IoMode.Direct)]
    [InlineData("tmpfs", IoMode.Direct, IoMode.Buffered)]
    [InlineData("btrfs", IoMode.Uncached, IoMode.Buffered)]
    [InlineData("tmpfs", IoMode.Uncached, IoMode.Buffered)]
    [InlineData("tmpfs", IoMode.Buffered, IoMode.Buffered)]
    public void A_file_tells_the_mode_that_it_really_has(string volume, IoMode requested, IoMode effective)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("a", 1 << 20);

        using StorageFile file = Opened.Read(scratch.FilePath("a"), requested);

        Assert.Equal(requested, file.RequestedMode);
        Assert.Equal(effective, file.EffectiveMode);
        Assert.Equal(requested == effective, file.ModeReason is null);
        Assert.Equal(volume == "scratch" ? file.FileSystemName : volume, file.FileSystemName);
        Assert.Equal(1 << 20, file.Length);
        Assert.Equal(effective == IoMode.Direct, (StatusFlags(file) & DirectFlag) != 0);
        Assert.Equal(0, StatusFlags(file) & NonBlockingFlag);
    }

    [Theory]
    [InlineData("scratch")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Reading_a_direct_file_leaves_nothing_in_the_page_cache(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("a", 1 << 20);
        using StorageFile file = Opened.Read(scratch.FilePath("a"), IoMode.Direct);
        PageCache.Drop(file, TestContext.Current.CancellationToken);

        using var buffers = new AlignedBufferPool(1, 1 << 20);
        NativeResult read = NativePlatform.Files.Read(file.Handle, buffers.Address, 1 << 20, 0, file.TransferFlags);

        Assert.Equal(1 << 20, read.Value);
        Assert.Equal(File.ReadAllBytes(scratch.File("a")), buffers.SpanOf(0).ToArray());
        scratch.CreateFile("b", 1 << 20, seed: 2);
        using StorageFile other = Opened.Read(scratch.FilePath("b"), IoMode.Direct);
        PageCache.Drop(other, TestContext.Current.CancellationToken);
        Assert.Equal(1 << 20, NativePlatform.Files.Read(other.Handle, buffers.Address, 1 << 20, 0, default).Value);
        Assert.Equal(0, PageResidency.Measure(other, 0, 1 << 20).ResidentBytes);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void Uncached_is_granted_where_a_transfer_takes_the_wish(string volume)
    {
        Capability.Require("a kernel with uncached transfers", KernelIsAtLeast(6, 14));
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("a", 1 << 20);

        using StorageFile file = Opened.Read(scratch.FilePath("a"), IoMode.Uncached);

        Assert.Equal(IoMode.Uncached, file.EffectiveMode);
        Assert.Equal(TransferFlags.Uncached, file.TransferFlags);
        Assert.Null(file.ModeReason);
    }

    [Theory]
    [InlineData("tmpfs", IoMode.Direct)]
    [InlineData("tmpfs", IoMode.Uncached)]
    [InlineData("btrfs", IoMode.Uncached)]
    public void A_required_mode_that_is_refused_is_an_error_that_names_the_file_system(string volume, IoMode mode)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);

        var refused = Assert.Throws<NativeIOException>(() => StorageFile.Open(
            scratch.FilePath("new"),
            new()
            {
                Access = FileAccessKind.Write,
                Creation = FileCreation.CreateNew,
                Mode = mode,
                RequireMode = true,
            }));

        Assert.Equal(NativeErrorKind.NotSupported, refused.Error.Kind);
        Assert.Contains(volume, refused.Hint, StringComparison.Ordinal);
        Assert.False(File.Exists(scratch.File("new")), "the new file was left behind");
    }

    [Fact]
    public void Writing_directly_on_Btrfs_carries_a_reservation()
    {
        using ScratchDirectory scratch = volumes.Directory("btrfs");
        scratch.CreateFile("a", 1 << 20);

        using StorageFile file = Opened.ReadWrite(scratch.FilePath("a"), IoMode.Direct);

        Assert.Equal(IoMode.Direct, file.EffectiveMode);
        Assert.Contains("page cache", file.ModeReason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_inlined_into_metadata_is_not_called_direct()
    {
        using ScratchDirectory scratch = volumes.Directory("btrfs");
        scratch.CreateFile("small", 1000);

        using StorageFile file = Opened.Read(scratch.FilePath("small"), IoMode.Direct);

        Assert.Equal(IoMode.Buffered, file.EffectiveMode);
        Assert.Contains("through the page cache", file.ModeReason, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void A_file_open_for_writing_only_gets_the_same_mode_as_one_open_for_both(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("a", 1 << 20);
        foreach (IoMode mode in Enum.GetValues<IoMode>())
        {
            using StorageFile both = Opened.ReadWrite(scratch.FilePath("a"), mode);
            using StorageFile write = StorageFile.Open(
                scratch.FilePath("a"), new() { Access = FileAccessKind.Write, Mode = mode });

            Assert.Equal(both.EffectiveMode, write.EffectiveMode);
            Assert.Equal(both.ModeReason, write.ModeReason);
        }
    }

    [Fact]
    public void What_is_no_regular_file_is_refused_without_waiting()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"mkfifo '{scratch.File("fifo")}'");
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(scratch.File("socket")));

        AssertRefused(scratch.FilePath("fifo"), FileKind.Fifo, "FIFO");
        AssertRefused(scratch.FilePath("socket"), FileKind.Socket, "socket");
        AssertRefused(FilePath.FromText(scratch.Path), FileKind.Directory, "directory");
        AssertRefused(FilePath.FromText("/dev/null"), FileKind.CharacterDevice, "character device");
    }

    [Fact]
    public void A_block_device_is_refused()
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        Command.Shell($"mknod '{scratch.File("disk")}' b 7 250");

        AssertRefused(scratch.FilePath("disk"), FileKind.BlockDevice, "block device");
    }

    [Fact]
    public void A_new_file_never_takes_over_an_old_name()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("old", 10);
        File.CreateSymbolicLink(scratch.File("dangling"), "nowhere");

        foreach (string name in new[] { "old", "dangling" })
        {
            var refused = Assert.Throws<NativeIOException>(() => Opened.New(scratch.FilePath(name)));
            Assert.Equal(NativeErrorKind.AlreadyExists, refused.Error.Kind);
        }

        Assert.Equal(10, new FileInfo(scratch.File("old")).Length);
    }

    [Fact]
    public void A_missing_file_is_an_error_that_names_it()
    {
        using var scratch = new ScratchDirectory();

        var missing = Assert.Throws<NativeIOException>(() => Opened.Read(scratch.FilePath("missing")));

        Assert.Equal(NativeErrorKind.NotFound, missing.Error.Kind);
        Assert.Contains("missing", missing.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Identity_is_that_of_the_file_behind_a_link()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 10);
        scratch.CreateFile("b", 10);
        File.CreateSymbolicLink(scratch.File("link"), "a");

        using StorageFile a = Opened.Read(scratch.FilePath("a"));
        using StorageFile b = Opened.Read(scratch.FilePath("b"));
        using StorageFile link = Opened.Read(scratch.FilePath("link"));

        Assert.Equal(a.Identity, link.Identity);
        Assert.NotEqual(a.Identity, b.Identity);
    }

    [Fact]
    public void A_closed_file_refuses_use()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 10);
        StorageFile file = Opened.Read(scratch.FilePath("a"));

        file.Dispose();
        file.Dispose();

        Assert.Throws<ObjectDisposedException>(() => file.Handle);
        Assert.Throws<ObjectDisposedException>(() => file.Length);
    }

    [Fact]
    public void Files_of_the_kernel_are_named_and_buffered()
    {
        using StorageFile file = Opened.Read(FilePath.FromText("/proc/self/status"), IoMode.Direct);

        Assert.Equal("proc", file.FileSystemName);
        Assert.Equal(IoMode.Buffered, file.EffectiveMode);
    }

    private static void AssertRefused(FilePath path, FileKind kind, string word)
    {
        foreach (FileAccessKind access in new[] { FileAccessKind.Read, FileAccessKind.Write, FileAccessKind.ReadWrite })
        {
            var refused = Assert.Throws<NotRegularFileException>(
                () => StorageFile.Open(path, new() { Access = access }));
            Assert.Equal(kind, refused.Kind);
            Assert.Contains(word, refused.Message, StringComparison.Ordinal);
        }
    }

    private static bool KernelIsAtLeast(int major, int minor) =>
        Environment.OSVersion.Version >= new Version(major, minor);

    private static int StatusFlags(StorageFile file)
    {
        string line = File.ReadLines($"/proc/self/fdinfo/{file.Handle.DangerousGetHandle()}")
            .Single(text => text.StartsWith("flags:", StringComparison.Ordinal));
        return Convert.ToInt32(line[6..].Trim(), 8);
    }
}
