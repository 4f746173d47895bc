using System.Globalization;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files;

public class FileGeometryTests(TestVolumes volumes)
{
    private static readonly FileGeometry s_geometry = new()
    {
        MemoryAlignment = 512,
        OffsetAlignment = 4096,
        ReadOffsetAlignment = 512,
        OptimalRequestSize = 4096,
        Source = GeometrySource.Reported,
    };

    [Theory]
    [InlineData(0, 4096, 512, Misalignment.None)]
    [InlineData(4096, 8192, 1024, Misalignment.None)]
    [InlineData(4095, 4096, 512, Misalignment.Offset)]
    [InlineData(4097, 4096, 512, Misalignment.Offset)]
    [InlineData(0, 512, 512, Misalignment.Length)]
    [InlineData(0, 4096, 511, Misalignment.Address)]
    [InlineData(1, 1, 1, Misalignment.Offset | Misalignment.Length | Misalignment.Address)]
    public void A_write_is_told_what_is_misaligned(long offset, long length, int address, Enum wrong) =>
        Assert.Equal(wrong, s_geometry.CheckWrite(offset, length, address));

    [Theory]
    [InlineData(512, 1024, 512, Misalignment.None)]
    [InlineData(511, 1024, 512, Misalignment.Offset)]
    [InlineData(512, 1023, 512, Misalignment.Length)]
    public void A_read_has_its_own_rules(long offset, long length, int address, Enum wrong) =>
        Assert.Equal(wrong, s_geometry.CheckRead(offset, length, address));

    [Theory]
    [InlineData("ext4", GeometrySource.Reported)]
    [InlineData("xfs", GeometrySource.Reported)]
    [InlineData("btrfs", GeometrySource.Guessed)]
    [InlineData("tmpfs", GeometrySource.Guessed)]
    public void Geometry_is_asked_from_the_file_system_or_guessed(string volume, Enum source)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("a", 1 << 20);

        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        Assert.Equal(source, file.Geometry.Source);
        Assert.Equal(source is GeometrySource.Guessed ? 4096 : 512, file.Geometry.OffsetAlignment);
        Assert.True(file.Geometry.OptimalRequestSize >= 4096);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void A_device_with_sectors_of_4096_bytes_asks_for_them(string type)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("losetup");
        using var scratch = new ScratchDirectory();
        using var volume = new LargeSectorVolume(scratch, type);
        var path = FilePath.FromText(Path.Combine(volume.Path, "a"));
        File.WriteAllBytes(path.Text, new byte[1 << 20]);

        using StorageFile file = StorageFile.Open(
            path, new() { Access = FileAccessKind.ReadWrite, Mode = IoMode.Direct, RequireMode = true });
        using var buffers = new AlignedBufferPool(1, 4096);

        Assert.Equal(4096, file.Geometry.OffsetAlignment);
        Assert.Equal(4096, file.Geometry.ReadOffsetAlignment);
        Assert.Equal(Misalignment.Length, file.Geometry.CheckRead(0, 512, buffers.Address));
        Assert.Equal(
            NativeErrorKind.InvalidArgument,
            NativePlatform.Files.Read(file.Handle, buffers.Address, 512, 0, TransferFlags.None).Error.Kind);
        Assert.Equal(4096, NativePlatform.Files.Read(file.Handle, buffers.Address, 4096, 0, TransferFlags.None).Value);
    }

    private sealed class LargeSectorVolume : IDisposable
    {
        private readonly string _device;

        internal LargeSectorVolume(ScratchDirectory scratch, string type)
        {
            string image = scratch.File("image");
            Path = scratch.File("mounted");
            Command.Shell(string.Create(CultureInfo.InvariantCulture, $"truncate -s 400M '{image}'; mkdir '{Path}'"));
            _device = Command.Shell($"losetup --sector-size 4096 --find --show '{image}'").Trim();
            Command.Shell($"mkfs.{type} -q {_device} && mount {_device} '{Path}'");
        }

        internal string Path { get; }

        public void Dispose() => Command.Shell($"umount '{Path}'; losetup -d {_device}");
    }
}
