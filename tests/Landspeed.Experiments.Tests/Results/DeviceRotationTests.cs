using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Results;

public class DeviceRotationTests
{
    [Theory]
    [InlineData("sda", true, null, DeviceRotation.Rotating)]
    [InlineData("sda", false, null, DeviceRotation.NotRotating)]
    [InlineData("sda", null, null, DeviceRotation.Unknown)]
    [InlineData("sda", true, "kvm", DeviceRotation.Virtual)]
    [InlineData("vda1", true, null, DeviceRotation.Virtual)]
    [InlineData("xvdb", true, null, DeviceRotation.Virtual)]
    [InlineData("loop3", true, null, DeviceRotation.Virtual)]
    [InlineData("vda", false, "kvm", DeviceRotation.NotRotating)]
    [InlineData(null, true, null, DeviceRotation.Rotating)]
    public void A_virtual_disk_is_not_believed_to_rotate(
        string? device, bool? says, string? virtualization, DeviceRotation rotation)
    {
        PlaceRecord place = new()
        {
            Role = PlaceRoles.File, Path = "a", Device = device, DeviceRotational = says,
        };
        Assert.Equal(rotation, DeviceRotations.Of(place, virtualization));
    }
}
