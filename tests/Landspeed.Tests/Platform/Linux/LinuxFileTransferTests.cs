using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxFileTransferTests
{
    private static readonly IFileCalls s_calls = NativePlatform.Files;

    [Theory]
    [InlineData(TransferFlags.None)]
    [InlineData(TransferFlags.DataDurable)]
    public void What_is_written_is_read_back_and_is_what_others_read(Enum flags)
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        using NativeBuffer data = new NativeBuffer(10_000).Fill(1);
        using var back = new NativeBuffer(10_000);

        Assert.Equal(10_000, s_calls.Write(file, data.Address, 10_000, 3, (TransferFlags)flags).Value);
        Assert.Equal(10_000, s_calls.Read(file, back.Address, 10_000, 3, TransferFlags.None).Value);

        Assert.True(data.Bytes.SequenceEqual(back.Bytes));
        Assert.Equal([0, 0, 0, .. data.Bytes], File.ReadAllBytes(scratch.File("a")));
    }

    [Fact]
    public void A_read_is_short_at_the_end_and_zero_past_it()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", 100)), FileAccessKind.Read);
        using var buffer = new NativeBuffer(4096);

        Assert.Equal(2, s_calls.Read(file, buffer.Address, 2, 98, TransferFlags.None).Value);
        Assert.Equal(1, s_calls.Read(file, buffer.Address, 2, 99, TransferFlags.None).Value);
        Assert.Equal(0, s_calls.Read(file, buffer.Address, 2, 100, TransferFlags.None).Value);
        Assert.Equal(0, s_calls.Read(file, buffer.Address, 2, 1L << 40, TransferFlags.None).Value);
    }

    [Fact]
    public void A_read_that_may_not_wait_gives_cached_bytes_or_would_block()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", 4096)), FileAccessKind.Read);
        NativeFile.RequireBlockDevice(file);
        using var buffer = new NativeBuffer(4096);

        Assert.Equal(4096, s_calls.Read(file, buffer.Address, 4096, 0, TransferFlags.NoWait).Value);

        // The refused read has begun to fetch the page: on a busy machine a fast device is done before the kernel looks.
        const int Attempts = 100;
        int early = 0;
        NativeResult cold;
        do
        {
            NativeFile.DropFromCache(file);
            cold = s_calls.Read(file, buffer.Address, 4096, 0, TransferFlags.NoWait);
        }
        while (cold.Raw == 4096 && ++early < Attempts);

        Assert.Equal(NativeErrorKind.WouldBlock, cold.Error.Kind);
    }

    [Fact]
    public void An_uncached_write_leaves_nothing_in_the_cache_or_is_refused_as_a_value()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        using NativeBuffer data = new NativeBuffer(65_536).Fill(2);

        NativeResult result = s_calls.Write(
            file, data.Address, data.Length, 0, TransferFlags.Uncached | TransferFlags.DataDurable);

        if (result.Failed)
        {
            Assert.Equal(NativeErrorKind.NotSupported, result.Error.Kind);
            Assert.Equal(0, NativeFile.StatusOf(file).Length);
            return;
        }

        Assert.Equal(data.Length, result.Value);
        Assert.Equal(0, NativeFile.CachedPages(file, 0, 0).Dirty);
        Assert.Equal(data.Bytes.ToArray(), File.ReadAllBytes(scratch.File("a")));
    }

    [Fact]
    public void A_direct_transfer_bypasses_the_cache()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        NativeFile.RequireBlockDevice(file);
        using NativeBuffer data = new NativeBuffer(1 << 20).Fill(3);
        using var back = new NativeBuffer(1 << 20);

        NativeFile.Succeeds(s_calls.EnableDirect(file));
        Assert.Equal(data.Length, s_calls.Write(file, data.Address, data.Length, 0, TransferFlags.None).Value);
        Assert.Equal(data.Length, s_calls.Read(file, back.Address, data.Length, 0, TransferFlags.None).Value);

        Assert.Equal(0, NativeFile.CachedPages(file, 0, 0).Cached);
        Assert.True(data.Bytes.SequenceEqual(back.Bytes));
    }

    [Fact]
    public void A_misaligned_direct_transfer_is_an_invalid_argument_until_direct_is_disabled()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        NativeFile.RequireBlockDevice(file);
        using var buffer = new NativeBuffer(8192);

        NativeFile.Succeeds(s_calls.EnableDirect(file));
        Assert.Equal("EINVAL", s_calls.Write(file, buffer.Address, 4096, 1, TransferFlags.None).Error.Name);
        Assert.Equal("EINVAL", s_calls.Write(file, buffer.Address, 4095, 0, TransferFlags.None).Error.Name);
        Assert.Equal("EINVAL", s_calls.Write(file, buffer.Address + 1, 4096, 0, TransferFlags.None).Error.Name);
        NativeFile.Succeeds(s_calls.DisableDirect(file));
        Assert.Equal(4095, s_calls.Write(file, buffer.Address + 1, 4095, 1, TransferFlags.None).Value);
    }

    [Fact]
    public void Flushing_succeeds_on_files_and_directories_and_leaves_nothing_dirty()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        using SafeFileHandle directory = NativeFile.Open(
            FilePath.FromText(scratch.Path), FileAccessKind.Read);
        using NativeBuffer data = new NativeBuffer(65_536).Fill(4);
        s_calls.Write(file, data.Address, data.Length, 0, TransferFlags.None);

        NativeFile.Succeeds(s_calls.FlushData(file));
        NativeFile.RequireBlockDevice(file);
        Assert.Equal(0, NativeFile.CachedPages(file, 0, 0).Dirty);
        NativeFile.Succeeds(s_calls.FlushAll(file));
        NativeFile.Succeeds(s_calls.FlushAll(directory));
        NativeFile.Succeeds(s_calls.FlushFileSystem(file));
    }
}
