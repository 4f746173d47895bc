using System.Runtime.InteropServices;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

public sealed class LinuxStandardIoCallsTests : IDisposable
{
    private static readonly IStandardIoCalls s_calls = NativePlatform.StandardIo;

    private readonly ScratchDirectory _scratch = new();
    private readonly byte[] _memory = GC.AllocateArray<byte>(10_000, pinned: true);

    private nint Address => Marshal.UnsafeAddrOfPinnedArrayElement(_memory, 0);

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Bytes_are_read_up_to_the_end_of_the_file()
    {
        byte[] content = File.ReadAllBytes(_scratch.CreateFile("a", 9000));
        nint stream = Open("a", FileAccessKind.Read);

        Assert.Equal(1, s_calls.Read(stream, Address, 1).Value);
        Assert.Equal(8999, s_calls.Read(stream, Address + 1, 9999).Value);
        Assert.Equal(0, s_calls.Read(stream, Address, 1).Value);

        Assert.Equal(content, _memory[..9000]);
        Assert.True(s_calls.Close(stream).Succeeded);
    }

    [Fact]
    public void Written_bytes_are_in_the_file_after_a_flush_and_the_rest_stays()
    {
        byte[] expected = File.ReadAllBytes(_scratch.CreateFile("a", 9000));
        nint stream = Open("a", FileAccessKind.ReadWrite);
        _memory.AsSpan(0, 3).Fill(7);
        expected.AsSpan(5000, 3).Fill(7);

        Assert.True(s_calls.Seek(stream, 5000).Succeeded);
        Assert.Equal(3, s_calls.Write(stream, Address, 3).Value);
        Assert.True(s_calls.Flush(stream).Succeeded);

        Assert.Equal(expected, File.ReadAllBytes(_scratch.File("a")));
        Assert.True(s_calls.Close(stream).Succeeded);
    }

    [Fact]
    public void A_missing_file_is_told()
    {
        NativeResult opened = s_calls.Open(_scratch.FilePath("none"), FileAccessKind.Read, out nint stream);
        Assert.Equal((NativeErrorKind.NotFound, (nint)0), (opened.Error.Kind, stream));
    }

    [Fact]
    public void A_stream_for_reading_refuses_to_write_and_one_on_a_directory_to_read()
    {
        _scratch.CreateFile("a", 10);
        nint stream = Open("a", FileAccessKind.Read);
        nint directory = Open(".", FileAccessKind.Read);

        Assert.True(s_calls.Write(stream, Address, 1).Failed);
        Assert.True(s_calls.Read(directory, Address, 1).Failed);
        Assert.True(s_calls.Seek(stream, -1).Failed);

        s_calls.Close(stream);
        s_calls.Close(directory);
    }

    [Fact]
    public void A_full_device_fails_at_the_flush()
    {
        Assert.True(s_calls.Open(FilePath.FromText("/dev/full"), FileAccessKind.ReadWrite, out nint stream).Succeeded);
        s_calls.Write(stream, Address, 1);
        Assert.Equal(NativeErrorKind.NoSpace, s_calls.Flush(stream).Error.Kind);
        s_calls.Close(stream);
    }

    [Fact]
    public void An_access_without_reading_is_a_mistake() => Assert.Throws<ArgumentOutOfRangeException>(
        () => s_calls.Open(_scratch.FilePath("a"), FileAccessKind.Write, out _));

    private nint Open(string name, FileAccessKind access)
    {
        Assert.True(s_calls.Open(_scratch.FilePath(name), access, out nint stream).Succeeded);
        return stream;
    }
}
