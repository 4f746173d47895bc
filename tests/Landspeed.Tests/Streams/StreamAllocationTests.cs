using Landspeed.Engine;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams;

/// <summary>Once a stream runs, nothing is allocated on the managed heap, neither per call nor per block.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class StreamAllocationTests : IDisposable
{
    private const int Request = 16 * 1024;
    private const int Blocks = 1_000;

    private readonly ScratchDirectory _scratch = new();
    private readonly byte[] _buffer = new byte[10_000];

    public static TheoryData<EngineKind, IoMode?> Cases
    {
        get
        {
            var cases = new TheoryData<EngineKind, IoMode?>();
            foreach (EngineKind engine in (EngineKind[])[EngineKind.Uring, EngineKind.Threads])
            {
                cases.Add(engine, IoMode.Direct);
                cases.Add(engine, IoMode.Buffered);
                cases.Add(engine, null);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Reading_allocates_nothing(EngineKind engine, IoMode? mode)
    {
        using Stream stream = SequentialFile.OpenRead(Source(), Options(engine, mode));

        AssertNoAllocation(() =>
        {
            stream.Position = 0;
            while (stream.Read(_buffer) > 0)
            {
            }
        });
        AssertNoAllocation(() =>
        {
            stream.Position = 0;
            for (int index = 0; index < 20 * Request; index++)
            {
                stream.ReadByte();
            }
        });
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Reading_blocks_allocates_nothing_per_block(EngineKind engine, IoMode? mode)
    {
        using BlockReader reader = BlockReader.Open(Source(), Options(engine, mode));

        AssertNoAllocation(() =>
        {
            reader.Position = 0;
            while (true)
            {
                using ReadBlock block = reader.Read();
                if (block.IsEnd || block.Span.IsEmpty)
                {
                    break;
                }
            }
        });
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_read_that_completes_at_once_allocates_nothing(EngineKind engine, IoMode? mode)
    {
        using Stream stream = SequentialFile.OpenRead(Source(), Options(engine, mode));
        Memory<byte> small = _buffer.AsMemory(0, 1_000);
        int atOnce = 0;

        AssertNoAllocation(() =>
        {
            // After a byte was read its block is there: what comes out of it needs no wait.
            stream.Position = 0;
            while (stream.ReadByte() >= 0)
            {
                for (int index = 0; index < 16; index++)
                {
                    ValueTask<int> read = stream.ReadAsync(small, CancellationToken.None);
                    atOnce += read.IsCompletedSuccessfully && read.Result == 1000 ? 1 : throw new InvalidOperationException();
                }

                stream.Position = (stream.Position + Request - 1) / Request * Request;
            }
        });
        Assert.True(atOnce > Blocks);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Writing_allocates_nothing(EngineKind engine, IoMode? mode)
    {
        using Stream stream = SequentialFile.Create(_scratch.File("b"), Options(engine, mode));

        AssertNoAllocation(() =>
        {
            stream.Position = 0;
            for (int index = 0; index < Blocks; index++)
            {
                stream.Write(_buffer);
            }

            for (int index = 0; index < 20 * Request; index++)
            {
                stream.WriteByte(7);
            }
        });
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_write_that_completes_at_once_allocates_nothing(EngineKind engine, IoMode? mode)
    {
        using Stream stream = SequentialFile.Create(_scratch.File("b"), Options(engine, mode));
        stream.Write(new byte[1 << 20]);

        AssertNoAllocation(() =>
        {
            // Everything is written: the bytes that follow find a free block.
            stream.Flush();
            stream.Position = 0;
            for (int index = 0; index < 10; index++)
            {
                ValueTask write = stream.WriteAsync(_buffer.AsMemory(0, 1_000), CancellationToken.None);
                if (!write.IsCompletedSuccessfully)
                {
                    throw new InvalidOperationException("a free block was not used");
                }
            }
        });
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Writing_into_blocks_allocates_nothing(EngineKind engine, IoMode? mode)
    {
        using BlockWriter writer = BlockWriter.Create(_scratch.File("b"), Options(engine, mode));

        AssertNoAllocation(() =>
        {
            for (int index = 0; index < Blocks; index++)
            {
                Span<byte> room = writer.GetSpan();
                room.Fill(1);
                writer.Advance(room.Length);
            }
        });
    }

    public void Dispose() => _scratch.Dispose();

    private static SequentialFileOptions Options(EngineKind engine, IoMode? mode)
    {
        Capability.Require("io_uring", engine != EngineKind.Uring || UringEngine.Probe().Available);
        return new() { Engine = engine, Mode = mode, RequestSize = Request, QueueDepth = 4 };
    }

    private string Source() => _scratch.CreateFile("a", Blocks * Request);

    // On the caller's thread nothing at all, and nothing for each block elsewhere.
    private static void AssertNoAllocation(Action round)
    {
        round();
        round();
        Allocation.AssertNoneHere(round);
        Allocation.AssertNone(Blocks, round);
    }
}
