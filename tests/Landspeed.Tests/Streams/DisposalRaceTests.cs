using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>
/// Disposing while another call runs is a mistake of the caller's. It may cost the call, and never the process: the
/// memory of a block goes only when nobody copies to or from it.
/// </summary>
public sealed class DisposalRaceTests : IDisposable
{
    private const int Rounds = 600;

    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData(EngineKind.Threads)]
    [InlineData(EngineKind.Uring)]
    public async Task A_writer_disposed_while_it_writes_ends_the_call(EngineKind engine)
    {
        Capability.Require("io_uring", engine != EngineKind.Uring || UringEngine.Probe().Available);
        byte[] content = new byte[2_000_000];
        new Random(1).NextBytes(content);
        for (int round = 0; round < Rounds; round++)
        {
            SequentialWriteStream stream = SequentialFile.Create(_scratch.File("a"), Options(engine));
            Task writing = round % 2 == 0
                ? stream.WriteAsync(content, TestContext.Current.CancellationToken).AsTask()
                : Task.Run(() => stream.Write(content), TestContext.Current.CancellationToken);
            Spin(round);

            await EndsAsync(stream.DisposeAsync().AsTask());
            await EndsAsync(writing);

            stream.Dispose();
            byte[] left = await File.ReadAllBytesAsync(_scratch.File("a"), TestContext.Current.CancellationToken);
            Assert.True(content.AsSpan(0, left.Length).SequenceEqual(left), $"round {round}: {left.Length} bytes");
        }
    }

    [Theory]
    [InlineData(EngineKind.Threads)]
    [InlineData(EngineKind.Uring)]
    public async Task A_reader_disposed_while_it_reads_ends_the_call(EngineKind engine)
    {
        Capability.Require("io_uring", engine != EngineKind.Uring || UringEngine.Probe().Available);
        string path = _scratch.CreateFile("a", 2_000_000);
        byte[] buffer = new byte[2_000_000];
        for (int round = 0; round < Rounds; round++)
        {
            SequentialReadStream stream = SequentialFile.OpenRead(path, Options(engine));
            Task reading = round % 2 == 0
                ? stream.ReadAsync(buffer, TestContext.Current.CancellationToken).AsTask()
                : Task.Run(() => stream.Read(buffer), TestContext.Current.CancellationToken);
            Spin(round);

            await EndsAsync(stream.DisposeAsync().AsTask());
            await EndsAsync(reading);
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static SequentialFileOptions Options(EngineKind engine) => new()
    {
        Engine = engine,
        Mode = IoMode.Direct,
        RequestSize = 128 * 1024,
        QueueDepth = 2,
    };

    private static void Spin(int round)
    {
        for (int turn = 0; turn < round % 60; turn++)
        {
            Thread.SpinWait(200);
        }
    }

    private static async Task EndsAsync(Task task)
    {
        try
        {
            await task.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        }
        catch (Exception expected) when (expected is ObjectDisposedException or InvalidOperationException or IOException)
        {
        }
    }
}
