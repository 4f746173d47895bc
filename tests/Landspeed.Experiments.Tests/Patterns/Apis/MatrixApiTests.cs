using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

public sealed class MatrixApiTests : IDisposable
{
    private const int Length = 20_037; // no multiple of a page, of a sector, nor of most records

    private readonly ScratchDirectory _scratch = new();
    private readonly RecordBuffer _buffer = new(seed: 9);
    private readonly byte[] _before;

    public MatrixApiTests()
    {
        _scratch.CreateFile("test", Length);
        _before = File.ReadAllBytes(_scratch.File("test"));
    }

    public static TheoryData<string, ApiOrder> Cells
    {
        get
        {
            var cells = new TheoryData<string, ApiOrder>();
            foreach (MatrixApi api in MatrixApis.All.Where(api => !api.IsWholeFile))
            {
                cells.Add(api.Name, ApiOrder.Sequential);
                if (api.CanSeek)
                {
                    cells.Add(api.Name, ApiOrder.Random);
                }
            }

            return cells;
        }
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Cells))]
    public void Every_record_is_read_as_it_is_in_the_file(string api, ApiOrder order)
    {
        foreach (int size in new[] { 64, 512, 16_384 })
        {
            RecordWork work = Work(size, order, ApiOperation.Read, Length);

            long records = Api(api).Move(work, null, CancellationToken.None);

            work.Witness.Check(work.File);
            Assert.Equal(Expected(work).ToList(), work.Witness.Offsets.ToList());
            Assert.Equal(work.Count, records);
        }

        Assert.Equal(_before, File.ReadAllBytes(_scratch.File("test")));
    }

    [Theory]
    [MemberData(nameof(Cells))]
    public void Every_record_is_written_where_it_belongs_and_nothing_else_is(string api, ApiOrder order)
    {
        foreach (int size in new[] { 64, 512, 16_384 })
        {
            byte[] expected = File.ReadAllBytes(_scratch.File("test"));
            RecordWork work = Work(size, order, ApiOperation.Write, Length);
            foreach (long offset in Expected(work))
            {
                _buffer.Array.AsSpan(_buffer.IndexOf(offset), size).CopyTo(expected.AsSpan((int)offset));
            }

            Assert.Equal(work.Count, Api(api).Move(work, null, CancellationToken.None));

            Assert.Equal(expected, File.ReadAllBytes(_scratch.File("test")));
            work.Witness.Check(work.File);
        }
    }

    [Theory]
    [MemberData(nameof(Cells))]
    public void Single_bytes_are_moved(string api, ApiOrder order)
    {
        const int Short = 515; // one more than a sector and some
        File.WriteAllBytes(_scratch.File("test"), _before[..Short]);
        byte[] expected = _before[..Short];
        RecordWork reads = Work(1, order, ApiOperation.Read, Short);
        RecordWork writes = Work(1, order, ApiOperation.Write, Short);
        Assert.Equal(reads.Count, Api(api).Move(reads, null, CancellationToken.None));
        reads.Witness.Check(reads.File);
        foreach (long offset in Expected(writes))
        {
            expected[offset] = _buffer.Array[_buffer.IndexOf(offset)];
        }

        Assert.Equal(writes.Count, Api(api).Move(writes, null, CancellationToken.None));

        Assert.Equal(expected, File.ReadAllBytes(_scratch.File("test")));
    }

    [Fact]
    public void The_whole_file_is_read_and_written_at_once()
    {
        MatrixApi api = MatrixApis.All.Single(api => api.IsWholeFile);
        RecordWork read = Work(null, ApiOrder.Sequential, ApiOperation.Read, Length);
        byte[] content = [.. _before.Reverse()];
        RecordWork write = new()
        {
            File = _scratch.FilePath("whole"), FileLength = Length, Buffer = _buffer, Seed = 1, WholeContent = content,
            Case = new ApiCase(null, ApiOrder.Sequential, ApiOperation.Write, ApiFlush.On),
        };

        Assert.Equal(1, api.Move(read, null, CancellationToken.None));
        Assert.Equal(1, api.Move(write, null, CancellationToken.None));

        read.Witness.Check(read.File);
        write.Witness.Check(write.File);
        Assert.Equal(content, File.ReadAllBytes(_scratch.File("whole")));
    }

    [Theory]
    [MemberData(nameof(Cells))]
    public void A_file_that_became_shorter_is_reported(string api, ApiOrder order)
    {
        if (api is "mmap" or "mapped")
        {
            return; // beyond the end of a mapped file the process ends, and the accessor throws another error
        }

        using (FileStream file = File.OpenWrite(_scratch.File("test")))
        {
            file.SetLength(5000);
        }

        Assert.ThrowsAny<IOException>(() => Api(api).Move(Work(4096, order, ApiOperation.Read, Length), null, CancellationToken.None));
    }

    [Theory]
    [MemberData(nameof(Cells))]
    public void A_missing_file_is_reported(string api, ApiOrder order)
    {
        File.Delete(_scratch.File("test"));
        Assert.ThrowsAny<IOException>(() => Api(api).Move(Work(4096, order, ApiOperation.Read, Length), null, CancellationToken.None));
    }

    [Theory]
    [MemberData(nameof(Cells))]
    public void A_stop_ends_it(string api, ApiOrder order) => Assert.ThrowsAny<OperationCanceledException>(
        () => Api(api).Move(Work(64, order, ApiOperation.Read, Length), null, new CancellationToken(canceled: true)));

    [Fact]
    public void A_witness_detects_a_wrong_byte()
    {
        RecordWork work = Work(4096, ApiOrder.Sequential, ApiOperation.Read, Length);
        Api("filestream").Move(work, null, CancellationToken.None);
        _before[4096 + 15] ^= 1;
        File.WriteAllBytes(_scratch.File("test"), _before);
        Assert.Contains("4096", Assert.Throws<ExperimentException>(() => work.Witness.Check(work.File)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("text", 64, ApiOrder.Random, "sequential only")]
    [InlineData("pipe", 64, ApiOrder.Random, "sequential only")]
    [InlineData("file-bytes", null, ApiOrder.Random, "sequential only")]
    [InlineData("mmap", 1 << 20, ApiOrder.Sequential, "longer than the file")]
    public void What_an_api_cannot_do_is_reported(string api, int? size, ApiOrder order, string reason) => Assert.Contains(
        reason, Api(api).Refuses(new ApiCase(size, order, ApiOperation.Read, ApiFlush.On), Length), StringComparison.Ordinal);

    [Fact]
    public void More_than_an_array_holds_is_not_read_at_once() => Assert.Contains(
        "array",
        Api("file-bytes").Refuses(new ApiCase(null, ApiOrder.Sequential, ApiOperation.Read, ApiFlush.On), 1L << 31),
        StringComparison.Ordinal);

    private static MatrixApi Api(string name) => MatrixApis.All.Single(api => api.Name == name);

    private static IEnumerable<long> Expected(RecordWork work)
    {
        RandomOrder order = work.NewOrder();
        for (long index = 0; index < work.Count; index++)
        {
            yield return (work.IsRandom ? order.Next() : index) * work.RecordSize;
        }
    }

    private RecordWork Work(int? size, ApiOrder order, ApiOperation operation, int length) => new()
    {
        File = _scratch.FilePath("test"),
        FileLength = length,
        Case = new ApiCase(size, order, operation, ApiFlush.On),
        Buffer = _buffer,
        Seed = 3,
        MostRecordsAtOnce = 1,
        Witness = new RecordWitness(most: length),
    };
}
