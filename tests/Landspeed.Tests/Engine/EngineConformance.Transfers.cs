using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

public abstract partial class EngineConformance
{
    [Fact]
    public void Nothing_completes_with_zero()
    {
        using EngineBench bench = OnBench();

        Assert.Equal(0, bench.Run(new IoRequest { Operation = IoOperation.Nothing, Tag = ulong.MaxValue }).Value);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(EngineBench.Page - 1)]
    [InlineData(EngineBench.Page)]
    [InlineData((64 * EngineBench.Page) - 1)]
    public void Read_brings_the_bytes_of_the_file(int length)
    {
        using EngineBench bench = OnBench();
        string path = bench.CreateFile(65 * EngineBench.Page);
        EngineFile file = bench.Engine.Attach(bench.Open(path));

        NativeResult result = bench.Run(bench.Request(IoOperation.Read, file, offset: 77, length: length));

        Assert.Equal(length, result.Value);
        Assert.True(bench.Memory.Span[..length].SequenceEqual(File.ReadAllBytes(path).AsSpan(77, length)));
        Assert.Equal(0, bench.Memory.Span[length]);
    }

    [Theory]
    [InlineData(TransferFlags.None)]
    [InlineData(TransferFlags.DataDurable)]
    public void Write_puts_the_bytes_where_it_says(Enum flags)
    {
        using EngineBench bench = OnBench();
        string path = bench.CreateFile(3 * EngineBench.Page);
        EngineFile file = bench.Engine.Attach(bench.Open(path));
        byte[] expected = File.ReadAllBytes(path);
        bench.PageOf(0).Fill(0xAB);
        expected.AsSpan(100, 1000).Fill(0xAB);

        IoRequest request = bench.Request(IoOperation.Write, file, offset: 100, length: 1000) with
        {
            Flags = (TransferFlags)flags,
        };

        Assert.Equal(1000, bench.Run(request).Value);
        Assert.Equal(expected, File.ReadAllBytes(path));
    }

    [Theory]
    [InlineData(IoOperation.Read)]
    [InlineData(IoOperation.Write)]
    public void An_uncached_transfer_ends_as_the_same_call_made_directly(Enum operation)
    {
        using EngineBench bench = OnBench();
        SafeFileHandle handle = bench.Open(bench.CreateFile(EngineBench.Page));
        EngineFile file = bench.Engine.Attach(handle);
        IoRequest request = bench.Request((IoOperation)operation, file, offset: 0) with
        {
            Flags = TransferFlags.Uncached,
        };

        NativeResult expected = operation is IoOperation.Read
            ? NativePlatform.Files.Read(handle, request.Address, request.Length, 0, TransferFlags.Uncached)
            : NativePlatform.Files.Write(handle, request.Address, request.Length, 0, TransferFlags.Uncached);

        Assert.Equal(expected, bench.Run(request));
    }

    [Theory]
    [InlineData(IoOperation.FlushData)]
    [InlineData(IoOperation.FlushAll)]
    public void A_flush_completes_with_zero(Enum operation)
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Write, file, offset: 0)).Value);

        Assert.Equal(0, bench.Run(new IoRequest { Operation = (IoOperation)operation, File = file, Tag = 5 }).Value);
    }

    [Fact]
    public void Read_across_the_end_of_the_file_is_short()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(5000);

        Assert.Equal(1000, bench.Run(bench.Request(IoOperation.Read, file, offset: 4000)).Value);
    }

    [Theory]
    [InlineData(4999, 1)]
    [InlineData(5000, 0)]
    [InlineData(5001, 0)]
    public void Read_past_the_end_of_the_file_returns_zero(long offset, long expected)
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(5000);

        Assert.Equal(expected, bench.Run(bench.Request(IoOperation.Read, file, offset)).Value);
    }

    [Fact]
    public void An_error_is_a_value_and_the_engine_goes_on()
    {
        using EngineBench bench = OnBench();
        string path = bench.CreateFile(EngineBench.Page);
        EngineFile writeOnly = bench.Engine.Attach(bench.Open(path, FileAccessKind.Write));
        EngineFile readOnly = bench.Engine.Attach(bench.Open(path, FileAccessKind.Read));

        Assert.Equal("EBADF", bench.Run(bench.Request(IoOperation.Read, writeOnly, 0)).Error.Name);
        Assert.Equal("EBADF", bench.Run(bench.Request(IoOperation.Write, readOnly, 0)).Error.Name);
        Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, readOnly, 0)).Value);
    }

    [Fact]
    public void Memory_that_is_not_there_is_an_error_as_a_value()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);

        Assert.Equal("EFAULT", bench.Run(bench.Request(IoOperation.Read, file, 0) with { Address = 0 }).Error.Name);
    }

    [Theory]
    [InlineData(1, 0, EngineBench.Page)]
    [InlineData(0, 1, EngineBench.Page)]
    [InlineData(0, 0, EngineBench.Page - 1)]
    public void A_misaligned_direct_transfer_is_an_invalid_argument(int shift, long offset, int length)
    {
        using EngineBench bench = OnBench();
        SafeFileHandle handle = bench.OpenDirect(bench.CreateFile(2 * EngineBench.Page));
        Capability.Require(
            "a file system that refuses misaligned direct transfers",
            NativePlatform.Files.Read(handle, bench.Memory.Address + 1, 511, 1, TransferFlags.None).Failed);
        EngineFile file = bench.Engine.Attach(handle);
        IoRequest request = bench.Request(IoOperation.Read, file, offset, length: length);

        NativeResult result = bench.Run(request with { Address = request.Address + shift });

        Assert.Equal(NativeErrorKind.InvalidArgument, result.Error.Kind);
    }

    [Theory]
    [InlineData(IoMode.Buffered, 20041)]
    [InlineData(IoMode.Buffered, 20042)]
    [InlineData(IoMode.Direct, 20043)]
    [InlineData(IoMode.Direct, 20044)]
    public void What_was_written_is_read_again_in_any_order(IoMode mode, int seed)
    {
        using EngineBench bench = OnBench(queueDepth: 32);
        string path = bench.CreateFile(256 * EngineBench.Page);
        EngineFile file = bench.Engine.Attach(mode == IoMode.Direct ? bench.OpenDirect(path) : bench.Open(path));
        byte[] model = File.ReadAllBytes(path);
        var random = new Random(seed);
        Report((ulong)seed);

        for (int round = 0; round < 50; round++)
        {
            RunRound(bench, file, model, random);
        }

        Assert.True(File.ReadAllBytes(path).AsSpan().SequenceEqual(model));
    }

    // Each page of the file is in at most one request, so the order of completion does not matter.
    private static void RunRound(EngineBench bench, EngineFile file, byte[] model, Random random)
    {
        int depth = bench.Engine.QueueDepth;
        int[] pages = [.. Enumerable.Range(0, 256)];
        bool[] reads = new bool[depth];
        random.Shuffle(pages);
        Span<int> chosen = pages.AsSpan(0, depth);
        for (int slot = 0; slot < depth; slot++)
        {
            reads[slot] = random.Next(2) == 0;
            long offset = (long)chosen[slot] * EngineBench.Page;
            random.NextBytes(bench.PageOf(slot));
            if (!reads[slot])
            {
                bench.PageOf(slot).CopyTo(model.AsSpan((int)offset));
            }

            IoOperation operation = reads[slot] ? IoOperation.Read : IoOperation.Write;
            Assert.True(bench.Engine.TryQueue(bench.Request(operation, file, offset, slot)));
        }

        Assert.All(bench.ReapAll(), completion => Assert.Equal(EngineBench.Page, completion.Result.Value));
        for (int slot = 0; slot < depth; slot++)
        {
            ReadOnlySpan<byte> expected = model.AsSpan(chosen[slot] * EngineBench.Page, EngineBench.Page);
            Assert.True(bench.PageOf(slot).SequenceEqual(expected), $"page {chosen[slot]}, read {reads[slot]}");
        }
    }
}
