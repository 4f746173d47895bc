using System.Globalization;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Files;

/// <summary>Alone: where a pool was unmapped, another test that runs meanwhile may map one of its own.</summary>
[Collection(ProcessWideCollection.Name)]
public class AlignedBufferPoolTests
{
    private const int MiB = 1024 * 1024;

    [Fact]
    public async Task Memory_of_a_buffer_is_its_bytes_and_refused_once_the_pool_is_disposed()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using var scratch = new ScratchDirectory();
        string path = scratch.CreateFile("a", 3 * 4096);
        Memory<byte> second;
        using (var pool = new AlignedBufferPool(2, 4096))
        using (DirectFile file = DirectFile.OpenRead(path, new() { Mode = IoMode.Direct }))
        {
            second = pool.MemoryOf(1);

            Assert.Equal(4096, await file.ReadAsync(second, 4096, token));
            Assert.True(pool.SpanOf(1).SequenceEqual(File.ReadAllBytes(path).AsSpan(4096, 4096)));
            Assert.True(pool.SpanOf(0).IndexOfAnyExcept((byte)0) < 0);
            Assert.Throws<ArgumentOutOfRangeException>(() => pool.MemoryOf(2));
        }

        Assert.Equal(4096, second.Length);
        Assert.Throws<ObjectDisposedException>(() => second.Span[0]);
    }

    [Theory]
    [InlineData(1, 1, 1, 4096)]
    [InlineData(3, 4095, 4096, 4096)]
    [InlineData(3, 4096, 4096, 4096)]
    [InlineData(3, 4097, 4096, 8192)]
    [InlineData(2, 100, 16384, 16384)]
    [InlineData(8, MiB, 512, MiB)]
    public void Each_buffer_is_aligned_and_apart_from_the_next(int count, int size, int alignment, long stride)
    {
        using var pool = new AlignedBufferPool(count, size, alignment);

        Assert.Equal(0, pool.Address % AlignedBufferPool.MappingAlignment);
        Assert.Equal(stride, pool.Stride);
        for (int index = 0; index < count; index++)
        {
            Assert.Equal(pool.Address + (nint)(index * stride), pool.AddressOf(index));
            Assert.Equal(0, pool.AddressOf(index) % Math.Max(alignment, 4096));
            Assert.Equal(size, pool.SpanOf(index).Length);
            pool.SpanOf(index).Fill((byte)(index + 1));
        }

        for (int index = 0; index < count; index++)
        {
            Assert.True(pool.SpanOf(index).IndexOfAnyExcept((byte)(index + 1)) < 0, $"buffer {index} was overwritten");
        }
    }

    [Fact]
    public void The_mapping_is_resident_on_huge_pages_and_stays_out_of_child_processes()
    {
        using var pool = new AlignedBufferPool(16, MiB);

        Dictionary<string, string> entry = ProcessMapping(pool.Address);

        Assert.Contains("dc", entry["VmFlags"].Split(' '));
        Assert.True(Kilobytes(entry["Rss"]) >= 16 * 1024, $"resident: {entry["Rss"]}");
        Assert.True(pool.HugePages.Accepted, pool.HugePages.Reason);
        Assert.Contains("hg", entry["VmFlags"].Split(' '));
        Assert.True(Kilobytes(entry["AnonHugePages"]) > 0, "no huge page although the advice was accepted");
    }

    [Fact]
    public void A_pool_below_one_huge_page_says_why_it_has_none()
    {
        using var pool = new AlignedBufferPool(1, 4096);

        Assert.False(pool.HugePages.Accepted);
        Assert.NotNull(pool.HugePages.Reason);
        Assert.Equal(4096, pool.Length);
    }

    [Fact]
    public void Dispose_unmaps_once_and_use_afterwards_is_refused()
    {
        var pool = new AlignedBufferPool(4, MiB);
        nint address = pool.Address;

        pool.Dispose();
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() => pool.Address);
        Assert.Throws<ObjectDisposedException>(() => pool.AddressOf(0));
        Assert.Throws<ObjectDisposedException>(() => { _ = pool.SpanOf(0).Length; });
        Assert.False(IsOwnMapping(address), "the mapping is still there");
    }

    [Theory]
    [InlineData(0, 1, 1)]
    [InlineData(1, 0, 1)]
    [InlineData(1, 1, 0)]
    [InlineData(1, 1, 513)]
    [InlineData(1, 1, 4 * MiB)]
    public void Sizes_out_of_range_are_refused(int count, int size, int alignment) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new AlignedBufferPool(count, size, alignment));

    [Fact]
    public void A_buffer_that_is_not_there_is_refused()
    {
        using var pool = new AlignedBufferPool(2, 4096);

        Assert.Throws<ArgumentOutOfRangeException>(() => pool.AddressOf(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.AddressOf(2));
    }

    [Fact]
    public void Using_a_pool_allocates_nothing()
    {
        using var pool = new AlignedBufferPool(4, 4096);
        Touch(pool);

        Allocation.AssertNoneHere(() => Touch(pool));
    }

    private static void Touch(AlignedBufferPool pool)
    {
        for (int index = 0; index < pool.BufferCount; index++)
        {
            pool.SpanOf(index)[0] = (byte)(pool.AddressOf(index) & 0xFF);
        }
    }

    // A thread of the runtime may map the freed place at once, but not as memory that children do not get.
    private static bool IsOwnMapping(nint address)
    {
        try
        {
            return ProcessMapping(address)["VmFlags"].Split(' ').Contains("dc");
        }
        catch (KeyNotFoundException)
        {
            return false;
        }
    }

    private static Dictionary<string, string> ProcessMapping(nint address)
    {
        var entry = new Dictionary<string, string>(StringComparer.Ordinal);
        bool inside = false;
        foreach (string line in File.ReadLines("/proc/self/smaps"))
        {
            string head = line.Split(' ')[0];
            int dash = head.IndexOf('-', StringComparison.Ordinal);
            if (dash > 0 && !head.EndsWith(':'))
            {
                inside = Parse(head[..dash]) <= address && address < Parse(head[(dash + 1)..]);
            }
            else if (inside)
            {
                entry[head.TrimEnd(':')] = line[head.Length..].Trim();
            }
        }

        return entry;
    }

    private static nint Parse(string hexadecimal) =>
        unchecked((nint)ulong.Parse(hexadecimal, NumberStyles.HexNumber, CultureInfo.InvariantCulture));

    private static long Kilobytes(string value) => long.Parse(value.Split(' ')[0], CultureInfo.InvariantCulture);
}
