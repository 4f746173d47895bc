using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams.Direct;

[Collection(ProcessWideCollection.Name)]
public sealed class DirectFileSteadinessTests : IDisposable
{
    private const int Calls = 400;

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void Synchronous_calls_allocate_nothing(IoMode mode)
    {
        using DirectFile file = DirectFile.Open(_scratch.CreateFile("file", 1 << 20), new() { Mode = mode });
        using var memory = new AlignedBufferPool(1, 8192);
        byte[] buffer = new byte[5000];
        CallAll();

        Allocation.AssertNoneHere(() =>
        {
            for (int time = 0; time < Calls; time++)
            {
                CallAll();
            }
        });

        void CallAll()
        {
            file.Read(memory.SpanOf(0), 4096);
            file.Write(memory.SpanOf(0), 4096);
            file.Read(buffer, 777);
            file.Write(buffer, 777);
            file.Write(buffer, (1 << 20) - 100);
        }
    }

    [Fact]
    public void Asynchronous_calls_and_batches_allocate_nothing_for_each_request()
    {
        using DirectFile file = DirectFile.Open(_scratch.CreateFile("file", 1 << 20));
        byte[] buffer = new byte[5000];
        byte[] other = new byte[5000];
        DirectRead[] reads = [new(buffer, 100), new(other, 9000)];
        var results = new DirectResult[2];
        CallAll(50);

        Allocation.AssertNone(50, () => CallAll(50));

        void CallAll(int count)
        {
            for (int call = 0; call < count; call++)
            {
                End(file.ReadAsync(buffer, 100));
                ValueTask written = file.WriteAsync(buffer, 100);
                while (!written.IsCompleted)
                {
                    Thread.Yield();
                }

                written.GetAwaiter().GetResult();
                file.ReadBatch(reads, results);
            }
        }
    }

    [Fact]
    public async Task Files_that_are_closed_leave_no_descriptor_and_no_thread()
    {
        string path = _scratch.CreateFile("file", 100_000);
        await UseAsync(path);
        ProcessTable before = ProcessTable.Read();
        for (int round = 0; round < 200; round++)
        {
            await UseAsync(path);
        }

        Assert.Empty(before.Left());
    }

    [Fact]
    public void A_file_that_makes_no_asynchronous_call_has_no_thread()
    {
        string path = _scratch.CreateFile("file", 100_000);
        ProcessTable before = ProcessTable.Read();
        using DirectFile file = DirectFile.Open(path);
        file.Read(new byte[1000], 1);
        Assert.Null(file.Engine);
        Assert.Empty(ProcessTable.Read().Threads.Except(before.Threads));
    }

    private static void End(ValueTask<int> call)
    {
        while (!call.IsCompleted)
        {
            Thread.Yield();
        }

        // An assertion on numbers would allocate.
        if (call.GetAwaiter().GetResult() != 5000)
        {
            Assert.Fail("a short read inside the file");
        }
    }

    private static async Task UseAsync(string path)
    {
        await using DirectFile file = DirectFile.Open(path);
        byte[] buffer = new byte[1000];
        await file.ReadAsync(buffer, 10, TestContext.Current.CancellationToken);
        await file.WriteAsync(buffer, 10, TestContext.Current.CancellationToken);
        file.Write(buffer, 99_000);
        file.ReadBatch([new(buffer, 1)], new DirectResult[1]);
    }
}
