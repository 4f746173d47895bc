using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Engine;

public sealed class WholeTransferTests : IDisposable
{
    private const int Length = 10_000;

    private readonly ScratchDirectory _scratch = new();
    private readonly FaultyFileCalls _calls = new();
    private readonly byte[] _content;
    private readonly StorageFile _file;

    public WholeTransferTests()
    {
        _content = File.ReadAllBytes(_scratch.CreateFile("file", Length));
        _file = StorageFile.Open(_scratch.FilePath("file"), new() { Access = FileAccessKind.ReadWrite });
    }

    private WholeTransfer Transfer => new(_file.Handle, _file.Path) { Calls = _calls };

    public void Dispose()
    {
        _file.Dispose();
        _scratch.Dispose();
    }

    [Fact]
    public void A_read_in_pieces_fills_the_memory()
    {
        int calls = 0;
        _calls.OnRead = length => (++calls % 3 == 0 ? FaultyFileCalls.Error(NativeErrorKind.Interrupted) : null, Math.Min(length, 700));
        byte[] bytes = new byte[Length - 100];

        Assert.Equal(bytes.Length, Transfer.Read(bytes, 100));

        Assert.Equal(_content[100..], bytes);
    }

    [Theory]
    [InlineData(Length - 1, 1)]
    [InlineData(Length, 0)]
    [InlineData(Length + 1, 0)]
    public void A_read_of_nothing_is_the_end_of_the_file(long offset, int expected) =>
        Assert.Equal(expected, Transfer.Read(new byte[100], offset));

    [Fact]
    public void A_write_in_pieces_writes_everything()
    {
        int calls = 0;
        _calls.OnWrite = length => (++calls % 3 == 0 ? FaultyFileCalls.Error(NativeErrorKind.WouldBlock) : null, Math.Min(length, 700));
        byte[] bytes = new byte[Length];
        new Random(5).NextBytes(bytes);

        Transfer.Write(bytes, 50);

        Assert.Equal(bytes, File.ReadAllBytes(_scratch.File("file"))[50..]);
    }

    [Fact]
    public void A_write_that_moves_nothing_is_an_error_that_names_what_is_left()
    {
        int calls = 0;
        _calls.OnWrite = length => (calls++ == 0 ? null : new NativeResult(0), Math.Min(length, 700));

        NativeIOException failure = Assert.Throws<NativeIOException>(() => Transfer.Write(new byte[1000], 50));

        Assert.Equal(
            (NativeErrorKind.NoProgress, 750, 300), (failure.Error.Kind, failure.Offset, failure.Length));
        Assert.Equal(
            $"cannot write {_file.Path.Display} at offset 750 (300 bytes): "
            + "the system moved no bytes and reported no error (no progress)",
            failure.Message);
        Assert.Equal(2, calls);
    }

    [Fact]
    public void An_error_carries_the_caller_s_hint()
    {
        _calls.OnRead = length => (FaultyFileCalls.Error(NativeErrorKind.DeviceFailure), length);

        NativeIOException failure = Assert.Throws<NativeIOException>(
            () => (Transfer with { Hint = error => $"hint for {error.Name}" }).Read(new byte[10], 0));

        Assert.Equal((NativeErrorKind.DeviceFailure, "hint for EIO"), (failure.Error.Kind, failure.Hint));
    }

    [Fact]
    public void Nothing_asked_makes_no_call()
    {
        _calls.OnRead = _ => throw new InvalidOperationException("a call");
        _calls.OnWrite = _calls.OnRead;

        Assert.Equal(0, Transfer.Read([], 0));
        Transfer.Write([], 0);
    }

    [Fact]
    public void A_write_can_leave_the_failure_to_its_caller()
    {
        using var memory = new NativeBuffer(1000);
        _calls.OnWrite = length => (FaultyFileCalls.Error(NativeErrorKind.NoSpace), length);

        Assert.Equal(NativeErrorKind.NoSpace, Transfer.TryWrite(memory.Address, 1000, 0).Kind);
    }
}
