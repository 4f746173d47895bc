using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxMemoryCallsTests
{
    private static readonly IMemoryCalls s_calls = NativePlatform.Memory;

    [Fact]
    public void The_page_size_is_what_the_system_says()
    {
        Assert.Equal(Command.Shell("getconf PAGESIZE").Trim(), $"{s_calls.PageSize}");
        Assert.True(s_calls.HugePageSize == 0 || int.IsPow2(s_calls.HugePageSize));
    }

    [Fact]
    public void New_memory_is_zero_and_writable()
    {
        using var buffer = new NativeBuffer(1 << 20);

        Assert.Equal(0, buffer.Address % s_calls.PageSize);
        Assert.False(buffer.Bytes.ContainsAnyExcept((byte)0));
        Assert.Equal(0xFF, buffer.Fill(1).Bytes[^1] | 0xFF);
    }

    [Fact]
    public void Advice_is_taken()
    {
        using var buffer = new NativeBuffer(1 << 20);

        NativeFile.Succeeds(s_calls.Advise(buffer.Address, buffer.Length, MemoryAdvice.ExcludeFromFork));
        NativeFile.Succeeds(s_calls.Advise(buffer.Address, buffer.Length, MemoryAdvice.Populate));
    }

    [Fact]
    public void Populated_memory_is_resident_and_untouched_memory_is_not()
    {
        using var buffer = new NativeBuffer(16 * s_calls.PageSize);
        byte[] residency = new byte[16];

        NativeFile.Succeeds(s_calls.Residency(buffer.Address, buffer.Length, residency));
        Assert.Equal(0, residency.Count(page => (page & 1) != 0));
        NativeFile.Succeeds(s_calls.Advise(buffer.Address, buffer.Length, MemoryAdvice.Populate));
        NativeFile.Succeeds(s_calls.Residency(buffer.Address, buffer.Length, residency));

        Assert.Equal(16, residency.Count(page => (page & 1) != 0));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => s_calls.Residency(buffer.Address, buffer.Length, residency.AsSpan(0, 15)));
    }

    [Fact]
    public void Unmapped_memory_is_out_of_reach()
    {
        NativeFile.Succeeds(s_calls.MapAnonymous(4096, out nint address));
        NativeFile.Succeeds(s_calls.Unmap(address, 4096));

        Assert.Equal("EINVAL", s_calls.Unmap(address + 1, 4096).Error.Name);
        Assert.Equal("EINVAL", s_calls.MapAnonymous(0, out nint none).Error.Name);
        Assert.Equal(0, none);
    }

    [Fact]
    public void Residency_and_the_cache_counters_agree_on_a_file_half_read()
    {
        const int Length = 4 << 20;
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", Length)), FileAccessKind.ReadWrite);
        NativeFile.RequireBlockDevice(file);
        using var buffer = new NativeBuffer(Length);
        int pages = Length / s_calls.PageSize;

        NativeFile.DropFromCache(file);
        NativeFile.Succeeds(NativeFile.Calls.Advise(file, 0, 0, AccessAdvice.Random)); // no read-ahead
        Assert.Equal(0, Resident(file, Length));
        Assert.Equal(0, NativeFile.CachedPages(file, 0, 0).Cached);
        Assert.Equal(Length / 2, NativeFile.Calls.Read(file, buffer.Address, Length / 2, 0, TransferFlags.None).Value);

        Assert.Equal(pages / 2, Resident(file, Length));
        Assert.Equal(pages / 2, NativeFile.CachedPages(file, 0, 0).Cached);
        Assert.Equal(pages / 2, NativeFile.CachedPages(file, 0, Length).Cached);
        Assert.Equal(1, NativeFile.CachedPages(file, (Length / 2) - 1, 2).Cached);
        Assert.Equal(0, NativeFile.CachedPages(file, Length / 2, Length / 2).Cached);
    }

    private static int Resident(SafeFileHandle file, int length)
    {
        byte[] residency = new byte[length / s_calls.PageSize];
        NativeFile.Succeeds(s_calls.MapFile(file, 0, length, out nint address));
        NativeFile.Succeeds(s_calls.Residency(address, length, residency));
        NativeFile.Succeeds(s_calls.Unmap(address, length));
        return residency.Count(page => (page & 1) != 0);
    }
}
