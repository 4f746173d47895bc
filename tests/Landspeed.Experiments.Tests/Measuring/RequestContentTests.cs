using System.Runtime.InteropServices;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Orders;
using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

public sealed class RequestContentTests : IDisposable
{
    private const int RequestSize = 12288;

    private readonly ScratchDirectory _scratch = new();
    private readonly StorageFile _file;
    private readonly AlignedBufferPool _buffers = new(2, RequestSize);

    public RequestContentTests()
    {
        _scratch.CreateFile("file", RequestSize);
        _file = StorageFile.Open(_scratch.FilePath("file"), new StorageFileOptions());
    }

    public void Dispose()
    {
        _file.Dispose();
        _buffers.Dispose();
        _scratch.Dispose();
    }

    [Fact]
    public void Touching_a_read_adds_up_every_byte_of_the_buffer()
    {
        RequestContent content = Content(MeasuredOperation.Read, touch: true);
        new Random(1).NextBytes(_buffers.SpanOf(1));
        ulong expected = 0;
        foreach (ulong word in MemoryMarshal.Cast<byte, ulong>(_buffers.SpanOf(1)))
        {
            expected = unchecked(expected + word);
        }

        Assert.False(content.Prepare(1, 0, _buffers.SpanOf(1).Length));
        Assert.True(content.Inspect(1, _buffers.SpanOf(1).Length));
        Assert.Equal(expected, content.Sum);
    }

    [Fact]
    public void Touching_a_write_makes_all_of_its_data_anew()
    {
        RequestContent content = Content(MeasuredOperation.Write, touch: true);
        byte[] before = _buffers.SpanOf(0).ToArray();

        Assert.True(content.Prepare(0, 0, _buffers.SpanOf(0).Length));

        byte[] after = _buffers.SpanOf(0).ToArray();
        Assert.All(before.Chunk(512).Zip(after.Chunk(512)), pair => Assert.NotEqual(pair.First, pair.Second));
        Assert.False(content.Inspect(0, _buffers.SpanOf(0).Length));
    }

    [Fact]
    public void Without_touching_a_write_still_gives_each_block_a_mark_of_its_own()
    {
        RequestContent content = Content(MeasuredOperation.Write, touch: false);
        var seen = new HashSet<string>();
        for (int request = 0; request < 100; request++)
        {
            Assert.False(content.Prepare(0, 0, _buffers.SpanOf(0).Length));
            foreach (byte[] block in _buffers.SpanOf(0).ToArray().Chunk(4096))
            {
                Assert.True(seen.Add(Convert.ToBase64String(block)), $"request {request} repeats a block");
            }
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_shorter_request_changes_and_looks_at_no_more_than_its_own_bytes(bool touch)
    {
        const int Length = 4096 + 24;
        RequestContent content = Content(MeasuredOperation.Write, touch);
        byte[] before = _buffers.SpanOf(0).ToArray();

        content.Prepare(0, 0, Length);

        byte[] after = _buffers.SpanOf(0).ToArray();
        Assert.Equal(before[Length..], after[Length..]);
        Assert.NotEqual(before[4096..Length], after[4096..Length]);

        RequestContent read = Content(MeasuredOperation.Read, touch: true);
        _buffers.SpanOf(0).Fill(1);
        read.Inspect(0, 64);
        Assert.Equal(8 * 0x0101010101010101UL, read.Sum);
    }

    [Fact]
    public void Without_touching_nothing_is_looked_at()
    {
        RequestContent content = Content(MeasuredOperation.Read, touch: false);
        new Random(1).NextBytes(_buffers.SpanOf(0));
        Assert.False(content.Inspect(0, _buffers.SpanOf(0).Length));
        Assert.Equal(0UL, content.Sum);
    }

    private RequestContent Content(MeasuredOperation operation, bool touch) => new(
        new WorkerSettings
        {
            File = _file,
            Options = new MeasurementOptions
            {
                Path = _file.Path, Operation = operation, Touch = touch, RequestSize = RequestSize,
            },
            Index = 0,
            Layout = new RequestLayout(0, 1, 1, 1),
            FileLength = RequestSize,
            QueueDepth = 2,
        },
        _buffers,
        firstWritten: operation == MeasuredOperation.Read ? 2 : 0,
        seed: 1);
}
