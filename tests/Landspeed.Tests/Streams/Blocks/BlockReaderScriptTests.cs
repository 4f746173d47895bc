using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Blocks;

/// <summary>Random uses of a <see cref="BlockReader"/>, compared with the bytes that the file holds.</summary>
public sealed class BlockReaderScriptTests : IDisposable
{
    private const int Scripts = 400;

    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_script_reads_what_the_file_holds(bool isSimulated)
    {
        StreamSetup[] setups = [.. StreamSetup.All.Select(setup => setup.Require())];
        for (int seed = 1; seed <= Scripts; seed++)
        {
            try
            {
                await RunAsync(setups[seed % setups.Length], seed, isSimulated);
            }
            catch (Exception failure) when (failure is not OperationCanceledException)
            {
                throw new InvalidOperationException($"seed {seed}, {setups[seed % setups.Length]}", failure);
            }
        }
    }

    public void Dispose() => _scratch.Dispose();

    private async Task RunAsync(StreamSetup setup, int seed, bool isSimulated)
    {
        var random = new Random(seed);
        int request = new[] { 512, 4096, 65536 }[random.Next(3)];
        string path = _scratch.File("a");
        byte[] content = new byte[Math.Max(0, (random.Next(12) * request) + random.Next(-1, 2) + (random.Next(2) * random.Next(request)))];
        random.NextBytes(content);
        await File.WriteAllBytesAsync(path, content, TestContext.Current.CancellationToken);
        SequentialFileOptions options = setup.Options with
        {
            RequestSize = request,
            QueueDepth = random.Next(1, 5),
            Share = FileShare.ReadWrite,
        };
        options = isSimulated ? Simulations.Healing(options, seed, shortAlignment: 512) : options;
        await using BlockReader reader = BlockReader.Open(path, options);
        List<ReadBlock> held = [];
        long position = 0;
        for (int step = 0; step < 25; step++)
        {
            switch (random.Next(10))
            {
                case 0:
                    position = random.NextInt64(content.Length + 1000);
                    reader.Position = position;
                    break;
                case 1:
                    position = Math.Min(position + random.Next(2 * request), content.Length + 5);
                    reader.Position = position;
                    break;
                case 2 when content.Length < 1 << 20:
                    byte[] more = new byte[random.Next(1, 2000)];
                    random.NextBytes(more);
                    await using (var writer = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
                    {
                        writer.Write(more);
                    }

                    content = [.. content, .. more];
                    break;
                case 3 when held.Count > 0:
                    held[^1].Dispose();
                    held.RemoveAt(held.Count - 1);
                    break;
                default:
                    position = await ReadAsync(reader, random, held, content, position, $"step {step}");
                    break;
            }

            Assert.Equal(position, reader.Position);
            Assert.All(held, block => Assert.True(
                content.AsSpan((int)block.Offset, block.Length).SequenceEqual(block.Span), $"step {step}, held block"));
        }

        held.ForEach(block => block.Dispose());
    }

    private static async Task<long> ReadAsync(
        BlockReader reader, Random random, List<ReadBlock> held, byte[] content, long position, string step)
    {
        ReadBlock block;
        try
        {
            block = random.Next(2) == 0
                ? reader.Read()
                : await reader.ReadAsync(TestContext.Current.CancellationToken);
        }
        catch (InvalidOperationException) when (held.Count > 0)
        {
            held.ForEach(old => old.Dispose());
            held.Clear();
            return position;
        }

        Assert.Equal(position >= content.Length, block.IsEnd);
        if (block.IsEnd)
        {
            return position;
        }

        Assert.Equal(position, block.Offset);
        Assert.True(content.AsSpan((int)position, block.Length).SequenceEqual(block.Span), step);
        if (random.Next(3) == 0)
        {
            held.Add(block);
        }
        else
        {
            block.Dispose();
        }

        return position + block.Length;
    }
}
