using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Fact]
    public void Disposing_with_requests_queued_or_completed_but_not_reaped_ends()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        while (bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0)))
        {
        }

        bench.Engine.Reap(new IoCompletion[1], 1);
        bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0));

        bench.Engine.Dispose();
        bench.Engine.Dispose();
    }

    [Fact]
    public void Every_call_after_disposing_says_so()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        bench.Engine.Dispose();

        Assert.Throws<ObjectDisposedException>(() => bench.Engine.Attach(bench.Open(bench.CreateFile(1))));
        Assert.Throws<ObjectDisposedException>(() => bench.Engine.Detach(file));
        Assert.Throws<ObjectDisposedException>(() => bench.Engine.AttachMemory(bench.Memory.Address, 4096));
        Assert.Throws<ObjectDisposedException>(() => bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0)));
        Assert.Throws<ObjectDisposedException>(() => bench.Engine.Submit());
        Assert.Throws<ObjectDisposedException>(() => bench.Engine.Reap(new IoCompletion[1], 0));
    }

    [Fact]
    public void No_thread_and_no_descriptor_stays_behind()
    {
        using var scratch = new ScratchDirectory();
        string path = scratch.CreateFile("a", EngineBench.Page);
        UseAndDispose(path);
        ProcessTable before = ProcessTable.Read();

        for (int run = 0; run < 3; run++)
        {
            UseAndDispose(path);
        }

        Assert.Empty(before.Left());
    }

    [Fact]
    public void A_refused_depth_leaves_nothing_behind()
    {
        ProcessTable before = ProcessTable.Read();

        Record.Exception(() => Create(0).Dispose());

        Assert.Empty(before.Left());
    }

    private void UseAndDispose(string path)
    {
        using EngineBench bench = OnBench(queueDepth: 16);
        bench.Engine.AttachMemory(bench.Memory.Address, bench.Memory.Length);
        EngineFile file = bench.Engine.Attach(bench.Open(path, FileAccessKind.Read));
        while (bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0)))
        {
        }

        bench.Engine.Submit();
        bench.Engine.Dispose();
    }
}
