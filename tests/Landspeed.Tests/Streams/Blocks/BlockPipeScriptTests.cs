using System.Buffers;
using System.IO.Pipelines;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.Blocks;

/// <summary>Random uses of the pipes, compared with the bytes that the file holds.</summary>
public sealed class BlockPipeScriptTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Any_way_to_consume_and_examine_reads_what_the_file_holds()
    {
        for (int seed = 1; seed <= 300; seed++)
        {
            await RunAsync(ReadAsync, seed);
        }
    }

    [Fact]
    public async Task Any_way_to_write_and_flush_writes_what_was_given()
    {
        for (int seed = 1; seed <= 200; seed++)
        {
            await RunAsync(WriteAsync, seed);
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static async Task RunAsync(Func<Random, byte[], SequentialFileOptions, Task> script, int seed)
    {
        var random = new Random(seed);
        int requestSize = random.Next(2) == 0 ? 512 : 4096;
        byte[] content = new byte[Math.Max(0, (random.Next(20) * requestSize) + random.Next(-requestSize, requestSize))];
        random.NextBytes(content);
        var options = new SequentialFileOptions
        {
            Mode = random.Next(2) == 0 ? IoMode.Direct : IoMode.Buffered,
            RequestSize = requestSize,
            QueueDepth = random.Next(1, 4),
            EngineFactory = depth => new SimulatedEngine(new SimulationOptions
            {
                Seed = (ulong)seed,
                QueueDepth = depth,
                ShortProbability = 0.2,
                ShortAlignment = 512,
                MaximumDelay = 3,
                Order = CompletionOrder.Random,
            }),
        };
        try
        {
            await script(random, content, options);
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            throw new InvalidOperationException($"seed {seed}", failure);
        }
    }

    private async Task ReadAsync(Random random, byte[] content, SequentialFileOptions options)
    {
        string path = _scratch.File("a");
        await File.WriteAllBytesAsync(path, content, Cancellation);
        PipeReader pipe = BlockReader.Open(path, options).AsPipeReader();
        int consumed = 0;
        int examined = 0;
        bool isCompleted = false;
        while (!isCompleted || consumed < content.Length)
        {
            ReadResult read = await NextAsync(pipe, random);
            int end = consumed + (int)read.Buffer.Length;
            Assert.True(
                read.Buffer.ToArray().AsSpan().SequenceEqual(content.AsSpan(consumed..end)), $"bytes {consumed} to {end}");
            Assert.True(read.IsCanceled || read.IsCompleted || end > examined, $"nothing new behind {examined}");
            Assert.True(!read.IsCompleted || end == content.Length, $"completed at {end} of {content.Length}");
            isCompleted = read.IsCompleted;

            // Most often some of it, sometimes nothing or all: over many steps more is held than the blocks hold.
            int length = (int)read.Buffer.Length;
            int take = random.Next((random.Next(4) == 0 ? length : Math.Min(length, 300)) + 1);
            take = isCompleted && random.Next(2) == 0 ? length : take;
            int look = random.Next(3) == 0 ? random.Next(take, length + 1) : length;
            pipe.AdvanceTo(read.Buffer.GetPosition(take), read.Buffer.GetPosition(look));
            (consumed, examined) = (consumed + take, consumed + look);
        }

        await pipe.CompleteAsync();
    }

    private static async Task<ReadResult> NextAsync(PipeReader pipe, Random random)
    {
        if (random.Next(8) == 0)
        {
            pipe.CancelPendingRead();
            Assert.True((await pipe.ReadAsync(Cancellation)).IsCanceled);
        }

        return random.Next(3) switch
        {
            0 when pipe.TryRead(out ReadResult found) => found,
            1 => await pipe.ReadAtLeastAsync(random.Next(6000), Cancellation),
            _ => await pipe.ReadAsync(Cancellation),
        };
    }

    private async Task WriteAsync(Random random, byte[] content, SequentialFileOptions options)
    {
        string path = _scratch.File("b");
        PipeWriter pipe = BlockWriter.Create(path, options).AsPipeWriter();
        int done = 0;
        int flushed = 0;
        while (done < content.Length)
        {
            int count = random.Next(Math.Min(content.Length - done, random.Next(9000)) + 1);
            ReadOnlyMemory<byte> part = content.AsMemory(done, count);
            done += count;
            switch (random.Next(4))
            {
                case 0:
                    pipe.Write(part.Span);
                    break;
                case 1:
                    part.CopyTo(pipe.GetMemory(count));
                    pipe.Advance(count);
                    break;
                case 2:
                    part.Span.CopyTo(pipe.GetSpan(count));
                    pipe.Advance(count);
                    await pipe.FlushAsync(Cancellation);
                    flushed = done;
                    break;
                default:
                    await pipe.WriteAsync(part, Cancellation);
                    flushed = done;
                    break;
            }

            Assert.Equal(done - flushed, pipe.UnflushedBytes);
        }

        bool isFailing = random.Next(3) == 0;
        Exception? failure = isFailing ? new IOException("the producer failed") : null;
        if (random.Next(2) == 0)
        {
            pipe.Complete(failure);
        }
        else
        {
            await pipe.CompleteAsync(failure);
        }

        Assert.Equal(content[..(isFailing ? flushed : done)], await File.ReadAllBytesAsync(path, Cancellation));
    }
}
