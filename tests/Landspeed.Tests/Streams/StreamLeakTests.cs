using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Soak;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams;

/// <summary>Opening and closing by the thousand leaves no descriptor, thread, mapping or memory behind.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class StreamLeakTests : IDisposable
{
    private const int Length = 40_000;

    private readonly ScratchDirectory _scratch = new();
    private readonly byte[] _buffer = new byte[Length];

    [Theory]
    [InlineData(null, 6_000)]
    [InlineData(EngineKind.Threads, 1_000)]
    [InlineData(EngineKind.Uring, 1_000)]
    public void Thousands_of_streams_leave_nothing_behind(EngineKind? engine, int cycles)
    {
        Capability.Require("io_uring", engine != EngineKind.Uring || UringEngine.Probe().Available);
        SequentialFileOptions options = Options(engine);
        string path = _scratch.CreateFile("a", Length);
        Use(path, options, 100);
        Usage before = Usage.Read();

        Use(path, options, cycles);

        AssertBackTo(before);
    }

    [Fact]
    public void Streams_that_are_forgotten_are_closed_by_the_collector()
    {
        string path = _scratch.CreateFile("a", Length);
        SequentialFileOptions options = Options(EngineKind.Threads);
        Usage idle = Usage.Read();

        // The C library keeps the stacks of threads that have ended, up to 40 MiB: they are there from here on.
        Forget(path, options, 150, 150);
        Assert.True(SpinWait.SpinUntil(() => IsClosed(idle), TimeSpan.FromSeconds(20)), $"before {idle}, after {Usage.Read()}");
        Usage before = Usage.Read();
        for (int round = 0; round < 10; round++)
        {
            Forget(path, options, round * 15, 15);
        }

        AssertBackTo(before);
        for (int index = 0; index < 150; index++)
        {
            Assert.Equal(Length, new FileInfo(FormattableString.Invariant($"{path}.{index}")).Length);
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static SequentialFileOptions Options(EngineKind? engine) => new()
    {
        Engine = engine,
        RequestSize = engine is null ? 1 << 20 : 16_384,
        QueueDepth = 2,
    };

    private void Use(string path, SequentialFileOptions options, int cycles)
    {
        for (int cycle = 0; cycle < cycles; cycle++)
        {
            if (cycle % 2 == 0)
            {
                using Stream stream = SequentialFile.OpenRead(path, options);
                stream.ReadExactly(_buffer, 0, cycle % Length);
            }
            else
            {
                using Stream stream = SequentialFile.Create(_scratch.File("b"), options);
                stream.Write(_buffer, 0, cycle % Length);
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Forget(string path, SequentialFileOptions options, int first, int count)
    {
        for (int index = first; index < first + count; index++)
        {
            SequentialFile.OpenRead(path, options).ReadExactly(_buffer, 0, Length / 2);
            SequentialFile.Create(FormattableString.Invariant($"{path}.{index}"), options).Write(_buffer);
            BlockReader.Open(path, options).Read();
        }
    }

    private static bool IsClosed(Usage idle)
    {
        Collect();
        Usage now = Usage.Read();
        return now.Descriptors <= idle.Descriptors && now.Threads <= idle.Threads;
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    // Disposal of what was forgotten goes through the thread pool, whose threads are not ours: they are let in.
    private static void AssertBackTo(Usage before)
    {
        Usage after = before;
        bool isBack = SpinWait.SpinUntil(
            () =>
            {
                Collect();
                after = Usage.Read();
                return after.IsBackTo(before);
            },
            TimeSpan.FromSeconds(20));
        Assert.True(isBack, $"before {before}, after {after}");
    }
}
