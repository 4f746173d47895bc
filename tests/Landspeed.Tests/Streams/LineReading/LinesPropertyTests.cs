using Landspeed.Testing;

namespace Landspeed.Tests.Streams.LineReading;

public sealed class LinesPropertyTests : IDisposable
{
    private const int Files = 3000;
    private readonly ScratchDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    [Fact]
    public async Task Random_files_in_tiny_blocks_give_the_lines_that_a_naive_splitter_gives()
    {
        int first = Environment.GetEnvironmentVariable("LANDSPEED_SEED") is { } seed
            ? int.Parse(seed, System.Globalization.CultureInfo.InvariantCulture) : Environment.TickCount & 0xFFFFFF;
        string path = _directory.File("lines");
        for (int turn = 0; turn < Files; turn++)
        {
            try
            {
                await CheckOne(path, new Random(first + turn));
            }
            catch (Exception failure)
            {
                Assert.Fail($"LANDSPEED_SEED={first + turn} shows it in its first file: {failure}");
            }
        }
    }

    private static async Task CheckOne(string path, Random random)
    {
        byte[] file = RandomFile(random);
        await File.WriteAllBytesAsync(path, file);
        LineOptions blocks = LinesTests.Tiny(random.Next(1, 4), random.Next(1, 4));
        LineOptions options = blocks with
        {
            File = blocks.File! with { Mode = random.Next(2) == 0 ? null : IoMode.Buffered },
            KeepByteOrderMark = random.Next(2) == 0,
            Order = (LineOrder)random.Next(2),
        };
        List<(long Offset, byte[] Line)> expected = NaiveLines.Of(file, options.KeepByteOrderMark);

        switch (random.Next(5))
        {
            case 0:
                Assert.Equal(expected.Count, Lines.Count(path, options));
                break;
            case 1 or 2:
                Assert.Equal(expected, LinesTests.Enumerated(path, options), LinesTests.SameLine);
                break;
            default:
                Assert.Equal(expected, await LinesTests.HandedOut(path, options), LinesTests.SameLine);
                break;
        }
    }

    // From nothing but line ends to a line end now and then, with the marks where they hurt.
    private static byte[] RandomFile(Random random)
    {
        byte[] file = new byte[random.Next(8) == 0 ? random.Next(5) : random.Next(4000)];
        int lineLength = random.Next(4) switch { 0 => 1, 1 => 5, 2 => 100, _ => 1500 };
        for (int index = 0; index < file.Length; index++)
        {
            file[index] = random.Next(lineLength) == 0
                ? (byte)(random.Next(3) == 0 ? '\r' : '\n')
                : random.Next(20) == 0 ? (byte)random.Next(256) : (byte)'a';
            if (file[index] == '\r' && index + 1 < file.Length && random.Next(4) != 0)
            {
                file[++index] = (byte)'\n';
            }
        }

        // CR | LF over a border of two blocks.
        if (file.Length > 512 && random.Next(2) == 0)
        {
            (file[511], file[512]) = ((byte)'\r', (byte)'\n');
        }

        if (file.Length >= 3 && random.Next(3) == 0)
        {
            (file[0], file[1], file[2]) = (0xEF, 0xBB, 0xBF);
        }

        return file;
    }
}
