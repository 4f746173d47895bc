using Landspeed;

namespace StreamSamples;

/// <summary>Blocks of 4 KiB from anywhere in a file: four threads, each with 32 reads in flight.</summary>
internal static class RandomReads
{
    private const int BlockLength = 4096;
    private const int Depth = 32;
    private const int Threads = 4;
    private const int Batches = 16;

    public static Task<string> RunAsync(string path)
    {
        using DirectFile file = DirectFile.OpenRead(path, new() { QueueDepth = Threads * Depth });
        long blocks = Math.Max(1, file.Length / BlockLength);
        long read = 0;
        Parallel.For(0, Threads, seed =>
        {
            var random = new Random(seed);
            using var memory = new AlignedBufferPool(Depth, BlockLength);
            var reads = new DirectRead[Depth];
            var results = new DirectResult[Depth];
            for (int batch = 0; batch < Batches; batch++)
            {
                for (int i = 0; i < Depth; i++)
                {
                    reads[i] = new DirectRead(memory.MemoryOf(i), random.NextInt64(blocks) * BlockLength);
                }

                file.ReadBatch(reads, results);
                foreach (DirectResult result in results)
                {
                    result.ThrowIfFailed();
                    Interlocked.Add(ref read, result.Count);
                }
            }
        });

        return Task.FromResult($"read {Threads * Batches * Depth} blocks, {read} bytes, from {blocks} places");
    }
}
