using Landspeed.Experiments.Extents;
using Landspeed.Results.Extents;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Extents;

public class VolumeTallyTests
{
    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void The_map_of_a_volume_shows_what_is_used_and_where_the_files_lie(string type)
    {
        using var volume = new TestVolume(type, "512M");
        Command.Shell($"fallocate -l 100M '{volume.File("a")}' && fallocate -l 100M '{volume.File("b")}' && sync -f '{volume.Path}'");

        FreeSpaceRecord found = Volume(volume.File("a"));

        Assert.Equal((type, 512L << 20, null), (found.FileSystem, found.VolumeBytes, found.Reason));
        Assert.Equal((1L << 20, 512, 512), (found.Map!.PartBytes, found.Map.Used.Length, found.Map.Files.Length));
        Assert.InRange(Sum(found.Map.Files), 99 * 9, 101 * 9);
        Assert.InRange(Sum(found.Map.Used), 200 * 9, 300 * 9); // and the metadata
        Assert.InRange(found.Free!.Bytes, 200L << 20, 312L << 20);
        Assert.All(found.Map.Used.Zip(found.Map.Files), pair => Assert.True(pair.First >= pair.Second, $"{pair}"));
    }

    [Fact]
    public void What_is_not_told_has_a_reason()
    {
        using var volume = new TestVolume("btrfs");
        FreeSpaceRecord found = Volume(volume.Path);

        Assert.Equal(
            "btrfs does not report its free space (the file does not know this operation, ENOTTY)", found.Reason);
        Assert.Null(found.Free);
    }

    [Fact]
    public void Parts_are_as_fine_as_the_whole_allows_however_long_it_turns_out()
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_SEED"), out int given) ? given : Environment.TickCount;
        var random = new Random(seed);
        long length = random.Next(1, 5000);
        var parts = new PartBytes(16, 4);
        long[] naive = new long[length];
        for (int index = 0; index < 50; index++)
        {
            long offset = random.NextInt64(length);
            long bytes = random.NextInt64(1, length - offset + 1);
            parts.Add(offset, bytes);
            for (long at = offset; at < offset + bytes; at++)
            {
                naive[at]++;
            }
        }

        long size = Math.Max(4, (long)System.Numerics.BitOperations.RoundUpToPowerOf2((ulong)((length + 15) / 16)));
        Assert.True(
            naive.Chunk((int)size).Select(chunk => chunk.Sum()).SequenceEqual(parts.Parts(size, length)),
            FormattableString.Invariant($"LANDSPEED_SEED={seed} shows it: {length} in {size}"));
    }

    private static int Sum(string digits) => digits.Sum(digit => digit - '0');

    private static FreeSpaceRecord Volume(string path) => Assert.Single(new ExtentsRun(
        new ExtentsTask { Paths = [FilePath.FromText(path), FilePath.FromText(path)], ReadsFreeSpace = true }, null, null, CancellationToken.None)
        .Execute(TimeProvider.System).Cells[0].Runs[0].Extents!.Volumes);
}
