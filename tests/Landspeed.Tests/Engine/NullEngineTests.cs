using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public class NullEngineTests
{
    private const int Page = EngineBench.Page;

    [Fact]
    public void A_request_completes_in_full_and_touches_no_memory()
    {
        using var bench = new EngineBench(new NullEngine(4));
        string path = bench.CreateFile(Page);
        byte[] before = File.ReadAllBytes(path);
        EngineFile file = bench.Engine.Attach(bench.Open(path));
        bench.Memory.Span.Fill(7);

        Assert.Equal(Page, bench.Run(bench.Request(IoOperation.Read, file, 0)).Value);
        Assert.Equal(Page, bench.Run(bench.Request(IoOperation.Write, file, 0)).Value);
        Assert.Equal(0, bench.Run(bench.Request(IoOperation.FlushAll, file, 0)).Value);

        Assert.Equal(-1, bench.Memory.Span.IndexOfAnyExcept((byte)7));
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    [Fact]
    public void A_reap_gives_one_completion_where_one_is_waited_for_and_all_where_it_only_looks()
    {
        using var bench = new EngineBench(new NullEngine(4));
        var completions = new IoCompletion[4];
        while (bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing }))
        {
        }

        Assert.Equal(1, bench.Engine.Reap(completions, 1));
        Assert.Equal(3, bench.Engine.Reap(completions, 0));
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(Page, Page)]
    [InlineData(2 * Page, 0)] // as long as the memory: from its start again
    [InlineData((4 * Page) + Page, Page)]
    [InlineData(Page + 1, 0)] // would pass its end: from its start
    public void A_copy_goes_from_and_to_the_place_of_its_offset(long offset, int place)
    {
        var memory = new NativeBuffer(2 * Page);
        using var bench = new EngineBench(new NullEngine(1, new CopiedMemory(memory.Address, memory.Length, memory)));
        EngineFile file = bench.AttachFile(1);
        new Random(1).NextBytes(memory.Span);
        byte[] expected = memory.Span.Slice(place, Page).ToArray();

        Assert.Equal(Page, bench.Run(bench.Request(IoOperation.Read, file, offset)).Value);
        Assert.Equal(expected, bench.PageOf(0).ToArray());

        bench.PageOf(0).Fill(9);
        Assert.Equal(Page, bench.Run(bench.Request(IoOperation.Write, file, offset)).Value);
        Assert.Equal(Page, memory.Span.Slice(place, Page).Count((byte)9));
        Assert.Equal(-1, memory.Span.Slice(place, Page).IndexOfAnyExcept((byte)9));
    }
}
