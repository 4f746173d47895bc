using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public abstract partial class EngineConformance
{
    [Fact]
    public void Each_file_gets_its_own_requests()
    {
        using EngineBench bench = OnBench();
        string[] paths = [.. Enumerable.Range(0, 3).Select(seed => bench.CreateFile(EngineBench.Page, seed))];
        EngineFile[] files = [.. paths.Select(path => bench.Engine.Attach(bench.Open(path)))];
        bench.Engine.Detach(files[1]);
        files[1] = bench.Engine.Attach(bench.Open(paths[1]));

        for (int index = 0; index < files.Length; index++)
        {
            Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, files[index], 0)).Value);
            Assert.True(bench.PageOf(0).SequenceEqual(File.ReadAllBytes(paths[index])));
        }
    }

    [Fact]
    public void Requests_inside_across_and_outside_attached_memory_move_the_right_bytes()
    {
        const int Page = EngineBench.Page;
        using EngineBench bench = OnBench();
        bench.Engine.AttachMemory(bench.Memory.Address + Page, 2 * Page);
        string path = bench.CreateFile(Page);
        byte[] expected = File.ReadAllBytes(path);
        EngineFile file = bench.Engine.Attach(bench.OpenDirect(path));

        // The attached range is [4096, 12288): before, across its start, inside, at its end, across it, behind.
        foreach (int start in (int[])[0, Page / 2, Page, 2 * Page, (2 * Page) + 512, 3 * Page])
        {
            bench.Memory.Span.Clear();
            IoRequest read = bench.Request(IoOperation.Read, file, 0) with { Address = bench.Memory.Address + start };
            Assert.Equal(Page, bench.Run(read).Value);
            Assert.True(bench.Memory.Span.Slice(start, Page).SequenceEqual(expected), $"read to {start}");

            Assert.Equal(Page, bench.Run(read with { Operation = IoOperation.Write }).Value);
            Assert.True(File.ReadAllBytes(path).AsSpan().SequenceEqual(expected), $"written from {start}");
        }
    }

    [Fact]
    public void Detaching_a_file_under_a_request_is_refused_or_does_the_request_no_harm()
    {
        using EngineBench bench = OnBench();
        string path = bench.CreateFile(EngineBench.Page);
        EngineFile file = bench.Engine.Attach(bench.Open(path));
        Assert.True(bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0)));

        Exception? refusal = Record.Exception(() => bench.Engine.Detach(file));

        Assert.True(refusal is null or InvalidOperationException, refusal?.ToString());
        Assert.Equal(EngineBench.Page, Assert.Single(bench.ReapAll()).Result.Value);
        Assert.True(bench.PageOf(0).SequenceEqual(File.ReadAllBytes(path)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    public void Disposing_waits_for_requests_in_flight(int queueDepth)
    {
        using EngineBench bench = OnBench(queueDepth);
        string path = bench.CreateFile(64 * EngineBench.Page);
        EngineFile file = bench.Engine.Attach(bench.OpenDirect(path));
        int depth = bench.Engine.QueueDepth;
        for (int page = 0; page < depth; page++)
        {
            bench.PageOf(page).Fill((byte)(page + 1));
            Assert.True(bench.Engine.TryQueue(
                bench.Request(IoOperation.Write, file, (long)page * EngineBench.Page, page)));
        }

        bench.Engine.Submit();
        bench.Engine.Dispose();

        // Nothing writes any more: what the memory holds from here on must not reach the file.
        bench.Memory.Span.Fill(0xEE);
        byte[] written = File.ReadAllBytes(path);
        for (int page = 0; page < depth; page++)
        {
            Assert.Equal(-1, written.AsSpan(page * EngineBench.Page, EngineBench.Page).IndexOfAnyExcept((byte)(page + 1)));
        }
    }

    [Fact]
    public void Data_stays_whole_while_child_processes_are_started()
    {
        using EngineBench bench = OnBench();
        string path = bench.CreateFile(64 * EngineBench.Page);
        byte[] expected = File.ReadAllBytes(path);
        EngineFile file = bench.Engine.Attach(bench.OpenDirect(path));
        int depth = bench.Engine.QueueDepth;
        for (int round = 0; round < 10; round++)
        {
            bench.Memory.Span.Clear();
            for (int page = 0; page < depth; page++)
            {
                Assert.True(bench.Engine.TryQueue(
                    bench.Request(IoOperation.Read, file, (long)page * EngineBench.Page, page)));
            }

            bench.Engine.Submit();
            Assert.Equal(0, Command.Run("true", []).ExitCode);

            Assert.All(bench.ReapAll(), completion => Assert.Equal(EngineBench.Page, completion.Result.Value));
            int length = depth * EngineBench.Page;
            Assert.True(bench.Memory.Span[..length].SequenceEqual(expected.AsSpan(0, length)), $"round {round}");
        }
    }
}
