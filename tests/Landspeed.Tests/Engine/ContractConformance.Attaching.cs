using Landspeed.Engine;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Fact]
    public void As_many_files_as_the_limit_are_attached_and_one_more_is_refused()
    {
        using EngineBench bench = OnBench();
        SafeFileHandle handle = bench.Open(bench.CreateFile(EngineBench.Page));
        EngineFile[] files = [.. Enumerable.Range(0, EngineLimits.MaximumFiles).Select(_ => bench.Engine.Attach(handle))];

        Assert.Throws<InvalidOperationException>(() => bench.Engine.Attach(handle));

        Assert.Equal(EngineLimits.MaximumFiles, files.Distinct().Count());
        Assert.All(files, file =>
            Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, file, 0)).Value));
        bench.Engine.Detach(files[10]);
        EngineFile again = bench.Engine.Attach(handle);
        Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, again, 0)).Value);
    }

    [Fact]
    public void A_file_that_is_not_attached_cannot_be_detached_or_used()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        bench.Engine.Detach(file);

        Assert.Throws<InvalidOperationException>(() => bench.Engine.Detach(file));
        Assert.Throws<InvalidOperationException>(() => bench.Engine.Detach(new EngineFile(-1)));
        Assert.Throws<InvalidOperationException>(() => bench.Engine.Detach(new EngineFile(EngineLimits.MaximumFiles)));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0)));
    }

    [Fact]
    public void An_attached_file_stays_open_when_its_owner_closes_the_handle()
    {
        using EngineBench bench = OnBench();
        SafeFileHandle handle = bench.Open(bench.CreateFile(EngineBench.Page));
        EngineFile file = bench.Engine.Attach(handle);
        nint descriptor = handle.DangerousGetHandle();
        handle.Dispose();

        Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, file, 0)).Value);
        bench.Engine.Detach(file);
        Assert.False(Path.Exists($"/proc/self/fd/{descriptor}"));
    }

    [Fact]
    public void A_file_that_is_detached_between_requests_is_no_completion_of_theirs()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        EngineFile unused = bench.AttachFile(EngineBench.Page);
        bench.Engine.Detach(file);
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 7 }));
        bench.Engine.Detach(unused);

        var completions = new IoCompletion[1];
        Assert.Equal((1, 7UL), (bench.Engine.Reap(completions, 1), completions[0].Tag));
        Assert.Equal(0, bench.Engine.Reap(completions, 0));
    }

    // More than the queue of any engine here has places.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Many_files_that_are_detached_without_a_request_leave_room_for_completions(bool isDetachedBefore)
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        SafeFileHandle handle = bench.Open(bench.CreateFile(EngineBench.Page));
        if (isDetachedBefore)
        {
            Detach();
        }

        Assert.True(bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0) with { Tag = 7 }));
        bench.Engine.Submit();
        Detach();

        var completions = new IoCompletion[1];
        Assert.Equal((1, 7UL), (bench.Engine.Reap(completions, 1), completions[0].Tag));
        Assert.Equal(EngineBench.Page, completions[0].Result.Value);
        Assert.Equal(0, bench.Engine.Reap(completions, 0));

        void Detach()
        {
            for (int index = 0; index < 300; index++)
            {
                bench.Engine.Detach(bench.Engine.Attach(handle));
            }
        }
    }

    [Fact]
    public void A_closed_handle_cannot_be_attached()
    {
        using EngineBench bench = OnBench();
        SafeFileHandle handle = bench.Open(bench.CreateFile(EngineBench.Page));
        handle.Dispose();

        Assert.Throws<ObjectDisposedException>(() => bench.Engine.Attach(handle));
        bench.AttachFile(EngineBench.Page);
    }

    [Fact]
    public void Memory_is_attached_once_and_before_requests()
    {
        using EngineBench bench = OnBench();
        nint address = bench.Memory.Address;
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing }));
        Assert.Throws<InvalidOperationException>(() => bench.Engine.AttachMemory(address, bench.Memory.Length));
        bench.ReapAll();

        bench.Engine.AttachMemory(address, bench.Memory.Length);

        Assert.Throws<InvalidOperationException>(() => bench.Engine.AttachMemory(address, bench.Memory.Length));
    }

    [Fact]
    public void Memory_that_starts_inside_a_page_or_holds_nothing_is_refused()
    {
        using EngineBench bench = OnBench();

        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.AttachMemory(bench.Memory.Address + 1, 4096));
        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.AttachMemory(bench.Memory.Address, 0));
        bench.Engine.AttachMemory(bench.Memory.Address, bench.Memory.Length);
    }
}
