using Landspeed.Experiments.Filling;
using Landspeed.Results.Filling;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class FillProbeTests
{
    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void The_space_of_the_first_file_is_free_before_the_second_one_takes_it(string type)
    {
        using var ground = new FillGround(type);
        FilePath path = FilePath.FromText(ground.Path);
        Assert.False(NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? directory).Failed);
        using (directory)
        {
            long length = FillProbe.LengthFor(ground.Before * 2 / 3);
            var probe = new FillProbe(directory!, path, length);
            List<long> available = [];

            (ProbeRecord? found, string? reason) = probe.Look(() => available.Add(ground.Available()), CancellationToken.None);

            Assert.Null(reason);
            Assert.Equal(length, found!.Bytes);
            Assert.InRange(Assert.Single(available), ground.Before - (length / 10), ground.Before);
        }
    }
}
