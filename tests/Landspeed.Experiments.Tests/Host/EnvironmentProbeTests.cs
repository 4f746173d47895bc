using Landspeed.Experiments.Host;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Host;

public class EnvironmentProbeTests
{
    [Fact]
    public void A_file_that_is_not_there_yet_is_described_by_its_directory()
    {
        using var scratch = new ScratchDirectory();

        PlaceRecord there = EnvironmentProbe.Place(PlaceRoles.Directory, FilePath.FromText(scratch.Path));
        PlaceRecord missing = EnvironmentProbe.Place(PlaceRoles.Directory, scratch.FilePath("missing"));

        Assert.NotNull(there.FileSystem);
        Assert.Equal((there.FileSystem, there.MountPoint, there.Device), (missing.FileSystem, missing.MountPoint, missing.Device));
        Assert.True(missing.AvailableBytes > 0);
    }

    [Fact]
    public void A_directory_that_is_not_there_leaves_everything_open()
    {
        PlaceRecord record = EnvironmentProbe.Place(PlaceRoles.Directory, FilePath.FromText("/no/such/place"));
        Assert.Equal(new PlaceRecord { Role = PlaceRoles.Directory, Path = "/no/such/place" }, record);
    }

    [Fact]
    public void A_name_that_is_not_UTF8_is_kept_in_base64()
    {
        byte[] bytes = [(byte)'/', (byte)'x', 0xFF];
        PlaceRecord record = EnvironmentProbe.Place(PlaceRoles.Directory, FilePath.FromBytes(bytes));
        Assert.Equal(("/x\\xFF", Convert.ToBase64String(bytes)), (record.Path, record.PathBase64));
    }

    [Fact]
    public void A_loop_device_shows_its_sectors()
    {
        using var volume = new TestVolume("ext4");
        PlaceRecord record = EnvironmentProbe.Place(PlaceRoles.Directory, FilePath.FromText(volume.Path));
        Assert.Equal(("ext4", 512), (record.FileSystem, record.LogicalSectorBytes));
        Assert.StartsWith("loop", record.Device, StringComparison.Ordinal);
    }
}
