using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files.Space;

public class PreallocationTests(TestVolumes volumes)
{
    private const int MiB = 1024 * 1024;

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void Setting_the_length_allocates_nothing(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        using StorageFile file = Opened.New(scratch.FilePath("a"));

        PreallocationResult result = Preallocation.SetLengthOnly(file, (4 * MiB) + 1);

        Assert.Equal(new PreallocationResult(PreallocationOutcome.LengthSet, (4 * MiB) + 1, 0, null), result);
        Assert.Equal("0", Command.Shell($"stat -c %b '{scratch.File("a")}'").Trim());
        Assert.Equal(10, Preallocation.SetLengthOnly(file, 10).Length);
    }

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void Reserving_does_what_fallocate_does(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        using StorageFile file = Opened.New(scratch.FilePath("a"));
        using StorageFile keeping = Opened.New(scratch.FilePath("k"));
        Command.Shell($"fallocate -l 4194304 '{scratch.File("b")}'");

        PreallocationResult result = Preallocation.ReserveBlocks(file, 4 * MiB, SpaceReservation.SetLength);
        PreallocationResult kept = Preallocation.ReserveBlocks(keeping, 4 * MiB, SpaceReservation.KeepLength);

        Assert.Equal(new PreallocationResult(PreallocationOutcome.BlocksReserved, 4 * MiB, 4 * MiB, null), result);
        Assert.Equal(new PreallocationResult(PreallocationOutcome.BlocksReserved, 0, 4 * MiB, null), kept);
        Assert.Equal(
            Command.Shell($"stat -c '%b %s' '{scratch.File("b")}'"),
            Command.Shell($"stat -c '%b %s' '{scratch.File("a")}'"));
        if (volume != "tmpfs")
        {
            Assert.True(ExtentMap.TryRead(file, ExtentQuery.AsIs, out ExtentMap? map, out _));
            Assert.Equal(4 * MiB, map.Totals(0, 4 * MiB).UnwrittenBytes);
        }
    }

    [Fact]
    public void A_file_system_that_cannot_reserve_says_so_and_nothing_is_emulated()
    {
        Capability.RequireRoot();
        using var plain = new PlainMemoryVolume();
        using StorageFile file = Opened.New(plain.FilePath("a"));

        PreallocationResult result = Preallocation.ReserveBlocks(file, MiB, SpaceReservation.SetLength);

        Assert.Equal(PreallocationOutcome.NotSupported, result.Outcome);
        Assert.Equal(0, result.Length);
        Assert.Equal(0, result.AllocatedBytes);
        Assert.Contains("ramfs", result.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ext4", IoMode.Buffered)]
    [InlineData("ext4", IoMode.Direct)]
    [InlineData("ext4", IoMode.Uncached)]
    [InlineData("xfs", IoMode.Direct)]
    [InlineData("btrfs", IoMode.Direct)]
    [InlineData("tmpfs", IoMode.Buffered)]
    public void Zeros_are_written_to_the_byte(string volume, IoMode mode)
    {
        const int Length = MiB + 1234;
        using ScratchDirectory scratch = volumes.Directory(volume);
        string name = scratch.CreateFile("a", 16384);
        byte[] head = File.ReadAllBytes(name)[..4096];
        using StorageFile file = Opened.ReadWrite(scratch.FilePath("a"), mode);
        using var buffers = new AlignedBufferPool(1, 256 * 1024);

        PreallocationResult result = Preallocation.WriteZeros(file, 4096, Length - 4096, buffers);
        Durability.Flush(file, FlushScope.Data);

        Assert.Equal(PreallocationOutcome.ZerosWritten, result.Outcome);
        Assert.Equal(Length, result.Length);
        byte[] content = File.ReadAllBytes(name);
        Assert.Equal(Length, content.Length);
        Assert.Equal(head, content[..4096]);
        Assert.True(content.AsSpan(4096).IndexOfAnyExcept((byte)0) < 0, "not zero");
        if (volume != "tmpfs")
        {
            Assert.True(ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out _));
            Assert.Equal(Length, map.Totals(0, Length).WrittenBytes);
        }
    }

    [Fact]
    public void Direct_zeros_inside_a_file_must_be_aligned()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        string name = scratch.CreateFile("a", 16384);
        byte[] before = File.ReadAllBytes(name);
        using StorageFile file = Opened.ReadWrite(scratch.FilePath("a"), IoMode.Direct);
        using var buffers = new AlignedBufferPool(1, 4096);
        using var tooSmall = new AlignedBufferPool(1, 100);

        Assert.Throws<ArgumentException>(() => Preallocation.WriteZeros(file, 0, 1000, buffers));
        Assert.Throws<ArgumentException>(() => Preallocation.WriteZeros(file, 100, 100_000, buffers));
        Assert.Throws<ArgumentException>(() => Preallocation.WriteZeros(file, 0, 4096, tooSmall));
        Assert.Equal(before, File.ReadAllBytes(name));
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public void A_full_volume_is_an_error_with_numbers_and_gets_its_space_back(string type)
    {
        Capability.RequireRoot();
        using var volume = new TestVolume(type, type switch { "xfs" => "300M", "btrfs" => "128M", _ => "32M" });
        var path = FilePath.FromText(volume.File("a"));
        using StorageFile file = Opened.New(path);
        using var buffers = new AlignedBufferPool(1, MiB);
        RandomAccess.Write(file.Handle, "content"u8, 0);
        Preallocation.SetLengthOnly(file, 8 * MiB);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        long allocated = file.Status().AllocatedBytes;
        long tooMuch = file.Volume().TotalBytes * 2;

        AssertNoSpace(
            () => Preallocation.ReserveBlocks(file, tooMuch, SpaceReservation.SetLength), file, tooMuch, allocated);
        AssertNoSpace(
            () => Preallocation.ReserveBlocks(file, tooMuch, SpaceReservation.KeepLength), file, tooMuch, allocated);
        AssertNoSpace(
            () => Preallocation.WriteZeros(file, 8 * MiB, tooMuch, buffers), file, tooMuch, allocated);

        byte[] content = new byte[7];
        RandomAccess.Read(file.Handle, content, 0);
        Assert.Equal("content"u8.ToArray(), content);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Data_not_yet_written_back_survives_a_reservation_that_fails(string type)
    {
        Capability.RequireRoot();
        using var volume = new TestVolume(type, type switch { "xfs" => "300M", "btrfs" => "128M", _ => "32M" });
        using StorageFile file = Opened.New(FilePath.FromText(volume.File("a")));
        Preallocation.SetLengthOnly(file, 8 * MiB);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        RandomAccess.Write(file.Handle, "content"u8, 4 * MiB);
        long tooMuch = file.Volume().TotalBytes * 2;

        Assert.Throws<NativeIOException>(
            () => Preallocation.ReserveBlocks(file, tooMuch, SpaceReservation.SetLength));

        byte[] content = new byte[7];
        RandomAccess.Read(file.Handle, content, 4 * MiB);
        Assert.Equal("content"u8.ToArray(), content);
    }

    [Fact]
    public void Writing_zeros_directly_to_a_full_volume_is_an_error_too()
    {
        Capability.RequireRoot();
        using var volume = new TestVolume("ext4", "32M");
        using StorageFile file = Opened.New(FilePath.FromText(volume.File("a")), IoMode.Direct);
        using var buffers = new AlignedBufferPool(1, 3 * MiB);

        AssertNoSpace(() => Preallocation.WriteZeros(file, 0, 64 * MiB, buffers), file, 64 * MiB, 0, length: 0);
    }

    [Fact]
    public void A_file_that_would_become_too_large_is_refused_unchanged()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        using StorageFile file = Opened.New(scratch.FilePath("a"));

        var refused = Assert.Throws<NativeIOException>(() => Preallocation.SetLengthOnly(file, 1L << 60));

        Assert.Equal(NativeErrorKind.FileTooLarge, refused.Error.Kind);
        Assert.Equal(0, file.Length);
    }

    [Fact]
    public void A_file_open_for_reading_is_refused()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 10);
        using StorageFile file = Opened.Read(scratch.FilePath("a"));
        using var buffers = new AlignedBufferPool(1, 4096);

        Assert.Throws<InvalidOperationException>(() => Preallocation.SetLengthOnly(file, 5));
        Assert.Throws<InvalidOperationException>(
            () => Preallocation.ReserveBlocks(file, 5, SpaceReservation.KeepLength));
        Assert.Throws<InvalidOperationException>(() => Preallocation.WriteZeros(file, 0, 5, buffers));
        Assert.Equal(10, file.Length);
    }

    private static void AssertNoSpace(
        Action action, StorageFile file, long wanted, long allocated, long length = 8 * MiB)
    {
        var refused = Assert.Throws<NativeIOException>(action);
        Assert.Equal(NativeErrorKind.NoSpace, refused.Error.Kind);
        Assert.Contains($"{wanted} bytes are needed and ", refused.Hint, StringComparison.Ordinal);
        Assert.DoesNotContain("could be given back", refused.Hint, StringComparison.Ordinal);
        Assert.Equal(length, file.Length);
        Durability.Flush(file, FlushScope.DataAndMetadata);

        // ext4 keeps the one index block to which its extent tree had grown.
        Assert.InRange(file.Status().AllocatedBytes, allocated, allocated + 4096);
        if (ExtentMap.TryRead(file, ExtentQuery.AsIs, out ExtentMap? map, out _))
        {
            Assert.Equal(0, map.BeyondEndBytes);
            Assert.InRange(map.Totals(0, length).HoleBytes, Math.Max(0, length - 4096), length);
        }
    }
}
