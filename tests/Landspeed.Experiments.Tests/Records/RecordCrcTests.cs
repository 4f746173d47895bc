using Landspeed.Experiments.Records;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Records;

public class RecordCrcTests
{
    [Theory]
    [InlineData("", 0x00000000u)]
    [InlineData("a", 0xE8B7BE43u)]
    [InlineData("123456789", 0xCBF43926u)]
    public void Tables_give_the_published_check_values(string text, uint expected)
    {
        Assert.Equal(expected, CrcTables.Compute(System.Text.Encoding.ASCII.GetBytes(text)));
    }

    [Fact]
    public void Both_methods_agree_on_every_single_bit_and_on_random_records()
    {
        byte[] record = new byte[RecordSet.RecordLength];
        for (int bit = 0; bit < record.Length * 8; bit++)
        {
            record[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.Equal(CrcTables.Compute(record), RecordCrc.Compute(record));
            record[bit / 8] = 0;
        }

        var random = new Random(1);
        for (int turn = 0; turn < 10_000; turn++)
        {
            random.NextBytes(record);
            Assert.Equal(CrcTables.Compute(record), RecordCrc.Compute(record));
        }
    }

    [Fact]
    public void Python_gets_the_same_sum()
    {
        Assert.SkipUnless(Command.Exists("python3"), "no python3 here");
        using var directory = new ScratchDirectory();
        byte[] records = RecordTestData.Make(5_000);
        File.WriteAllBytes(directory.File("records"), records);
        Command python = Command.Run("python3", ["-c",
            "import sys,zlib\nd=open(sys.argv[1],'rb').read()\n"
            + "print('%x' % sum(zlib.crc32(d[i:i+100]) for i in range(0,len(d),100)))", directory.File("records")]);

        Assert.Equal(python.Output.Trim(), RecordTestData.Hex(RecordTestData.Judge(records).Checksum));
    }
}
