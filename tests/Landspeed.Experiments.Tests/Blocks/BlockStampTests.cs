using Landspeed.Experiments.Blocks;

namespace Landspeed.Experiments.Tests.Blocks;

public sealed class BlockStampTests
{
    private const ulong File = 77;
    private const long Offset = 12 * BlockStamp.SectorBytes;
    private static readonly BlockVersion s_version = BlockVersion.Of(3, 1_000_000_000_000);

    [Fact]
    public void A_version_has_its_generation_and_its_sequence_and_is_larger_the_later_it_is()
    {
        Assert.Equal((3, 1_000_000_000_000), (s_version.Generation, s_version.Sequence));
        Assert.True(BlockVersion.Of(3, 1_000_000_000_001).Value > s_version.Value);
        Assert.True(BlockVersion.Of(4, 1).Value > s_version.Value);
        Assert.True(BlockVersion.Of(BlockVersion.MostGenerations, 1).Value > s_version.Value);
        Assert.False(default(BlockVersion).IsWrite);
    }

    [Fact]
    public void Each_sector_tells_its_file_its_place_its_write_and_its_worker()
    {
        byte[] sectors = Stamped(3);

        Assert.True(BlockStamp.Holds(sectors, File, Offset, s_version));
        for (int sector = 0; sector < 3; sector++)
        {
            int at = sector * BlockStamp.SectorBytes;
            SectorState state = BlockStamp.Read(
                sectors.AsSpan(at, BlockStamp.SectorBytes), File, Offset + at, out BlockStamp stamp);
            Assert.Equal(SectorState.Whole, state);
            Assert.Equal(new BlockStamp(File, Offset + at, s_version, 5), stamp);
        }
    }

    [Fact]
    public void Every_bit_that_changes_is_noticed()
    {
        byte[] sector = Stamped(1);
        for (int bit = 0; bit < 8 * sector.Length; bit++)
        {
            sector[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.False(BlockStamp.Holds(sector, File, Offset, s_version), $"bit {bit}");
            SectorState state = BlockStamp.Read(sector, File, Offset, out _);
            Assert.True(state == SectorState.Corrupt, $"bit {bit}: {state}");
            sector[bit / 8] ^= (byte)(1 << (bit % 8));
        }

        Assert.True(BlockStamp.Holds(sector, File, Offset, s_version));
    }

    [Fact]
    public void A_sector_of_another_file_of_another_place_of_zeros_or_of_anything_is_called_so()
    {
        byte[] sector = Stamped(1);

        Assert.Equal(SectorState.Foreign, BlockStamp.Read(sector, File + 1, Offset, out _));
        Assert.Equal(SectorState.Misplaced, BlockStamp.Read(sector, File, Offset + 512, out BlockStamp stamp));
        Assert.Equal(Offset, stamp.Offset);
        Assert.Equal(SectorState.Zero, BlockStamp.Read(new byte[512], File, Offset, out _));
        new Random(1).NextBytes(sector);
        Assert.Equal(SectorState.Foreign, BlockStamp.Read(sector, File, Offset, out _));
    }

    private static byte[] Stamped(int sectors)
    {
        byte[] bytes = new byte[sectors * BlockStamp.SectorBytes];
        new Random(7).NextBytes(bytes);
        BlockStamp.Prepare(bytes);
        BlockStamp.Write(bytes, new BlockStamp(File, Offset, s_version, 5));
        return bytes;
    }
}
