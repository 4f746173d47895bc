using System.Buffers;
using Landspeed.Engine;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Streams.Threading;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>What a writer does when the device, the volume or the engine fails for good.</summary>
public sealed class WriteFaultTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Path => _scratch.File("a");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<IoMode> Modes => [IoMode.Direct, IoMode.Buffered];

    [Fact]
    public async Task Memory_that_cannot_be_had_leaves_the_stream_as_it_was()
    {
        using var lost = new LostMemory();
        SequentialWriteStream stream = SequentialFile.Create(Path);

        await Assert.ThrowsAsync<NotSupportedException>(async () => await stream.WriteAsync(lost.Memory, Token));
        await stream.WriteAsync(Bytes(10), Token);
        await stream.DisposeAsync();

        Assert.Equal(Bytes(10), File.ReadAllBytes(Path));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_failed_write_is_reported_and_leaves_a_whole_part(IoMode mode)
    {
        byte[] content = Bytes(100_000);
        foreach (NativeErrorKind kind in (NativeErrorKind[])[NativeErrorKind.DeviceFailure, NativeErrorKind.NoSpace])
        {
            for (int at = 0; at < 25; at++)
            {
                SequentialWriteStream stream = SequentialFile.Create(Path, Failing(mode, kind, at));
                var failure = await Assert.ThrowsAsync<NativeIOException>(async () =>
                {
                    for (int done = 0; done < content.Length; done += 5_000)
                    {
                        await StreamCalls.WriteAsync(stream, at % 2 == 0 ? CallShape.Span : CallShape.MemoryAsync, content, done, 5_000);
                    }

                    stream.Flush();
                });
                Assert.Equal(kind, failure.Error.Kind);
                Assert.Equal(_scratch.FilePath("a"), failure.Path);
                Assert.NotNull(failure.Offset);
                Assert.Throws<NativeIOException>(stream.Flush);
                Assert.Throws<NativeIOException>(() => stream.WriteByte(1));
                await Assert.ThrowsAsync<NativeIOException>(async () => await stream.WriteAsync(new byte[1], Token));
                await Assert.ThrowsAsync<NativeIOException>(() => stream.FlushAsync(Token));
                Assert.Throws<NativeIOException>(() => stream.Seek(0, SeekOrigin.Begin));
                Assert.Throws<NativeIOException>(() => stream.SetLength(1));
                Assert.Throws<NativeIOException>(() => stream.FlushToDisk());

                // It was reported: once more would hide what went wrong first in a using statement.
                stream.Dispose();
                AssertPrefix(content, $"{kind} at {at}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_failure_that_nobody_has_heard_of_is_told_by_disposing_once(IoMode mode)
    {
        byte[] content = Bytes(3_000);
        foreach (bool isAsync in (bool[])[false, true])
        {
            SequentialWriteStream stream = SequentialFile.Create(Path, Failing(mode, NativeErrorKind.NoSpace, 0));
            stream.Write(content);

            var failure = isAsync
                ? await Assert.ThrowsAsync<NativeIOException>(async () => await stream.DisposeAsync())
                : Assert.Throws<NativeIOException>(stream.Dispose);

            Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
            Assert.False(stream.CanWrite);
            stream.Dispose();
            await stream.DisposeAsync();
            AssertPrefix(content, "not reported");
            using FileStream free = new(Path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void What_was_flushed_stays_when_a_later_write_fails(IoMode mode)
    {
        byte[] content = Bytes(20_000);
        foreach (int flushed in (int[])[1, 511, 512, 700, 4096, 5_000])
        {
            SequentialWriteStream stream = SequentialFile.Create(Path, Failing(mode, NativeErrorKind.DeviceFailure, (flushed + 4095) / 4096));
            stream.Write(content.AsSpan(0, flushed));
            stream.Flush();
            stream.Write(content.AsSpan(flushed, 3_000));
            Assert.Throws<NativeIOException>(stream.Flush);
            stream.Dispose();

            byte[] left = AssertPrefix(content, $"{flushed} flushed");
            Assert.True(left.Length >= flushed, $"{flushed} were flushed and {left.Length} are left");
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Nothing_is_invented_after_the_file_was_cut(IoMode mode)
    {
        byte[] content = Bytes(60_000);
        File.WriteAllBytes(Path, content);
        SequentialWriteStream stream = SequentialFile.OpenWrite(Path, Failing(mode, NativeErrorKind.DeviceFailure, 1));
        stream.SetLength(0);
        Assert.Throws<NativeIOException>(() =>
        {
            stream.Write(content.AsSpan(0, 50_000));
            stream.Flush();
        });
        stream.Dispose();

        AssertPrefix(content, "cut");
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_gap_whose_other_side_was_not_written_is_not_there(IoMode mode)
    {
        byte[] content = Bytes(1_000);
        SequentialWriteStream stream = SequentialFile.Create(Path, Failing(mode, NativeErrorKind.DeviceFailure, 1));
        stream.Write(content);
        stream.Seek(50_000, SeekOrigin.Begin);
        stream.Write(content);
        Assert.Throws<NativeIOException>(stream.Flush);
        stream.Dispose();

        Assert.Equal(content, File.ReadAllBytes(Path));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_failed_write_over_a_file_keeps_its_length(IoMode mode)
    {
        byte[] content = Bytes(60_000);
        File.WriteAllBytes(Path, content);
        SequentialWriteStream stream = SequentialFile.OpenWrite(Path, Failing(mode, NativeErrorKind.DeviceFailure, 2));
        Assert.Throws<NativeIOException>(() =>
        {
            stream.Write(content.AsSpan(0, 50_000));
            stream.Flush();
        });
        stream.Dispose();

        Assert.Equal(content, File.ReadAllBytes(Path));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void An_engine_that_cannot_be_made_is_told_and_leaves_nothing_in_the_file(IoMode mode)
    {
        var refusal = new NativeIOException("make", null, NativeError.Of(NativeErrorKind.OutOfMemory));
        SequentialWriteStream stream = SequentialFile.Create(
            Path, Options(mode) with { EngineFactory = _ => throw refusal });
        for (int time = 0; time < 3; time++)
        {
            var failure = Assert.Throws<NativeIOException>(() =>
            {
                stream.Write(new byte[10_000]);
                stream.Flush();
            });
            Assert.Equal(NativeErrorKind.OutOfMemory, failure.Error.Kind);
        }

        stream.Dispose();

        Assert.Empty(File.ReadAllBytes(Path));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void An_engine_that_breaks_is_told_and_leaves_a_whole_part(IoMode mode)
    {
        byte[] content = Bytes(100_000);
        for (int at = 1; at < 12; at++)
        {
            foreach (Exception failure in (Exception[])[
                new NativeIOException("break", null, NativeError.Of(NativeErrorKind.OutOfMemory)),
                new InvalidOperationException("broke")])
            {
                BreakWhileWriting(mode, content, at, failure);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_write_that_makes_no_progress_is_an_error(IoMode mode)
    {
        SequentialWriteStream stream = SequentialFile.Create(Path, Options(mode) with
        {
            EngineFactory = depth => new SimulatedEngine(new SimulationOptions { QueueDepth = depth, ZeroProbability = 1 }),
        });
        stream.Write(Bytes(1_000));

        Assert.Equal(NativeErrorKind.NoProgress, Assert.Throws<NativeIOException>(stream.Flush).Error.Kind);
        stream.Dispose();

        Assert.Empty(File.ReadAllBytes(Path));
    }

    [Fact]
    public async Task Bad_luck_of_every_kind_never_hangs_and_never_lies()
    {
        for (int seed = 1; seed <= 300; seed++)
        {
            var random = new Random(seed);
            byte[] content = Bytes(random.Next(1, 80_000));
            IoMode mode = seed % 2 == 0 ? IoMode.Direct : IoMode.Buffered;
            var simulation = new SimulationOptions
            {
                Seed = (ulong)seed,
                ErrorProbability = 0.05,
                RandomError = seed % 3 == 0 ? NativeErrorKind.NoSpace : NativeErrorKind.DeviceFailure,
                ZeroProbability = seed % 5 == 0 ? 0.05 : 0,
                ShortProbability = 0.2,
                ShortAlignment = mode == IoMode.Direct ? 4096 : 1,
                MaximumDelay = 3,
                Order = CompletionOrder.Random,
            };
            SequentialFileOptions options = Options(mode) with
            {
                QueueDepth = random.Next(1, 5),
                EngineFactory = depth => new SimulatedEngine(simulation with { QueueDepth = depth }),
            };
            bool failed = await WriteAsync(content, random, options).WaitAsync(TimeSpan.FromSeconds(60), Token);
            byte[] left = AssertPrefix(content, $"seed {seed}");
            Assert.True(failed || left.Length == content.Length, $"seed {seed}: no error, and {left.Length} of {content.Length}");
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static SequentialFileOptions Options(IoMode mode) => new()
    {
        Mode = mode,
        RequestSize = 4096,
        QueueDepth = 3,
    };

    private static SequentialFileOptions Failing(IoMode mode, NativeErrorKind kind, int at) =>
        Simulations.Failing(Options(mode), new SimulatedFault(at, kind, FaultExtent.Permanent));

    private static byte[] Bytes(int length)
    {
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        return content;
    }

    private async Task<bool> WriteAsync(byte[] content, Random random, SequentialFileOptions options)
    {
        bool failed = false;
        SequentialWriteStream stream = SequentialFile.Create(Path, options);
        try
        {
            for (int done = 0; done < content.Length;)
            {
                int count = Math.Min(content.Length - done, random.Next(1, 9_000));
                await StreamCalls.WriteAsync(stream, random.Next(2) == 0 ? CallShape.Span : CallShape.MemoryAsync, content, done, count);
                done += count;
                if (random.Next(6) == 0)
                {
                    await stream.FlushAsync(Token);
                }
            }
        }
        catch (NativeIOException)
        {
            failed = true;
        }

        try
        {
            await stream.DisposeAsync();
        }
        catch (NativeIOException)
        {
            Assert.False(failed, "reported twice");
            failed = true;
        }

        return failed;
    }

    private void BreakWhileWriting(IoMode mode, byte[] content, int at, Exception failure)
    {
        SequentialWriteStream stream = SequentialFile.Create(Path, Options(mode) with
        {
            EngineFactory = depth => new FakeEngine(depth)
            {
                Before = (name, before) =>
                {
                    if (name == nameof(IIoEngine.Reap) && before >= at)
                    {
                        throw failure;
                    }
                },
            },
        });
        Exception? reported = Record.Exception(() =>
        {
            stream.Write(content);
            stream.Flush();
        });
        stream.Dispose();
        byte[] left = AssertPrefix(content, $"broke at {at}");

        // Completions come in groups: the last breaks may lie beyond the end.
        Assert.True(
            reported is IOException or InvalidOperationException || (at > 4 && left.Length == content.Length),
            $"broke at {at}, {left.Length} bytes are left, reported {reported}");
    }

    private byte[] AssertPrefix(byte[] content, string what)
    {
        byte[] left = File.ReadAllBytes(Path);
        Assert.True(left.Length <= content.Length, $"{what}: {left.Length} bytes are left of {content.Length}");
        Assert.True(content.AsSpan(0, left.Length).SequenceEqual(left), $"{what}: {left.Length} bytes are left and not right");
        return left;
    }

    /// <summary>Memory whose owner gave it back.</summary>
    private sealed class LostMemory : MemoryManager<byte>
    {
        public override Memory<byte> Memory => CreateMemory(16);

        public override Span<byte> GetSpan() => throw new NotSupportedException("the memory was given back");

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
