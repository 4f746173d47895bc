using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Tests.Engine;

public sealed class TransferTests
{
    private const int Length = 4096;

    [Fact]
    public void A_whole_transfer_is_done_at_once()
    {
        Transfer transfer = Of(IoOperation.Read);

        Assert.Equal(TransferState.Done, transfer.Take(new NativeResult(Length)));
        Assert.Equal(Length, transfer.Moved);
        Assert.False(transfer.Error.IsError);
    }

    [Theory]
    [InlineData(1, 700, 700)]
    [InlineData(512, 511, 0)]
    [InlineData(512, 512, 512)]
    [InlineData(512, 513, 512)]
    [InlineData(4096, 4095, 0)]
    public void A_short_transfer_goes_on_at_the_last_aligned_byte(int alignment, int moved, int start)
    {
        Transfer transfer = Of(IoOperation.Write, alignment);

        Assert.Equal(TransferState.Unfinished, transfer.Take(new NativeResult(moved)));

        Assert.Equal(moved, transfer.Moved);
        Assert.Equal(8192 + start, transfer.Next.Offset);
        Assert.Equal(65536 + start, transfer.Next.Address);
        Assert.Equal(Length - start, transfer.Next.Length);
        Assert.Equal(42UL, transfer.Next.Tag);
        Assert.Equal(TransferState.Done, transfer.Take(new NativeResult(Length - start)));
    }

    [Theory]
    [InlineData(512, 4, 65540, 513, 512)]
    [InlineData(512, 4096, 65536, 4000, 0)]
    public void Memory_may_be_aligned_in_its_own_way(int alignment, int memoryAlignment, int address, int moved, int start)
    {
        var request = new IoRequest { Operation = IoOperation.Read, Offset = 8192, Address = address, Length = Length };
        var transfer = new Transfer(request, alignment, memoryAlignment, Length);

        Assert.Equal(TransferState.Unfinished, transfer.Take(new NativeResult(moved)));

        Assert.Equal(8192 + start, transfer.Next.Offset);
        Assert.Equal(address + start, transfer.Next.Address);
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new Transfer(request with { Address = address + 2 }, alignment, memoryAlignment, Length));
    }

    [Fact]
    public void A_read_of_nothing_is_the_end_of_the_file()
    {
        Transfer transfer = Of(IoOperation.Read);
        transfer.Take(new NativeResult(700));

        Assert.Equal(TransferState.EndOfFile, transfer.Take(default));
        Assert.Equal(700, transfer.Moved);
    }

    [Fact]
    public void A_write_of_nothing_is_no_progress()
    {
        Transfer transfer = Of(IoOperation.Write);
        transfer.Take(new NativeResult(700));

        Assert.Equal(TransferState.NoProgress, transfer.Take(default));
        Assert.Equal(NativeErrorKind.NoProgress, transfer.Error.Kind);
        Assert.Equal(700, transfer.Moved);
    }

    [Fact]
    public void A_direct_read_that_ends_at_the_same_unaligned_byte_three_times_is_the_end_of_the_file()
    {
        Transfer transfer = Of(IoOperation.Read, alignment: 512);

        Assert.Equal(TransferState.Unfinished, transfer.Take(new NativeResult(700)));
        Assert.Equal(TransferState.Unfinished, transfer.Take(new NativeResult(188)));
        Assert.Equal(TransferState.EndOfFile, transfer.Take(new NativeResult(188)));
        Assert.Equal(700, transfer.Moved);
    }

    [Theory]
    [InlineData(699, TransferState.Unfinished)]
    [InlineData(700, TransferState.Done)]
    [InlineData(701, TransferState.Done)]
    public void A_transfer_is_done_when_the_needed_bytes_were_moved(int moved, Enum expected)
    {
        Transfer transfer = Of(IoOperation.Read, alignment: 512, needed: 700);

        Assert.Equal(expected, transfer.Take(new NativeResult(moved)));
    }

    [Fact]
    public void A_file_cut_during_a_direct_read_gives_only_the_bytes_before_the_new_end()
    {
        Transfer transfer = Of(IoOperation.Read, alignment: 512);
        transfer.Take(new NativeResult(700));

        Assert.Equal(TransferState.EndOfFile, transfer.Take(default));
        Assert.Equal(512, transfer.Moved);
    }

    [Theory]
    [InlineData(NativeErrorKind.Interrupted)]
    [InlineData(NativeErrorKind.WouldBlock)]
    public void A_passing_error_is_tried_again_up_to_the_cap(NativeErrorKind kind)
    {
        Transfer transfer = Of(IoOperation.Read);
        NativeResult refused = NativeResult.Failure(NativeError.Of(kind));
        for (int attempt = 1; attempt < Transfer.MaximumFruitlessAttempts; attempt++)
        {
            Assert.Equal(TransferState.Unfinished, transfer.Take(refused));
        }

        Assert.Equal(TransferState.Failed, transfer.Take(refused));
        Assert.Equal(kind, transfer.Error.Kind);
    }

    [Fact]
    public void Progress_starts_the_count_of_fruitless_attempts_again()
    {
        Transfer transfer = Of(IoOperation.Read);
        NativeResult interrupted = NativeResult.Failure(NativeError.Of(NativeErrorKind.Interrupted));
        for (int moved = 0; moved < 100; moved++)
        {
            for (int attempt = 1; attempt < Transfer.MaximumFruitlessAttempts; attempt++)
            {
                Assert.Equal(TransferState.Unfinished, transfer.Take(interrupted));
            }

            Assert.Equal(TransferState.Unfinished, transfer.Take(new NativeResult(1)));
        }

        Assert.Equal(100, transfer.Moved);
    }

    [Fact]
    public void Would_block_is_the_answer_for_who_asked_not_to_wait()
    {
        IoRequest request = Of(IoOperation.Read).Next with { Flags = TransferFlags.NoWait };
        var transfer = new Transfer(request, 1, Length);

        Assert.Equal(
            TransferState.Failed, transfer.Take(NativeResult.Failure(NativeError.Of(NativeErrorKind.WouldBlock))));
    }

    [Fact]
    public void A_direct_write_that_gains_nothing_again_and_again_is_given_up()
    {
        Transfer transfer = Of(IoOperation.Write, alignment: 512);
        transfer.Take(new NativeResult(700));
        for (int attempt = 1; attempt < Transfer.MaximumFruitlessAttempts; attempt++)
        {
            Assert.Equal(TransferState.Unfinished, transfer.Take(new NativeResult(100)));
            Assert.Equal(700, transfer.Moved);
        }

        Assert.Equal(TransferState.NoProgress, transfer.Take(new NativeResult(100)));
    }

    [Theory]
    [InlineData(NativeErrorKind.NoSpace)]
    [InlineData(NativeErrorKind.DeviceFailure)]
    [InlineData(NativeErrorKind.InvalidArgument)]
    public void Any_other_error_ends_the_transfer_at_once(NativeErrorKind kind)
    {
        Transfer transfer = Of(IoOperation.Write);
        transfer.Take(new NativeResult(10));

        Assert.Equal(TransferState.Failed, transfer.Take(NativeResult.Failure(NativeError.Of(kind))));
        Assert.Equal(kind, transfer.Error.Kind);
        Assert.Equal(10, transfer.Moved);
        Assert.Throws<InvalidOperationException>(() => transfer.Take(default));
    }

    [Fact]
    public void More_bytes_than_asked_are_a_mistake_of_ours()
    {
        Transfer transfer = Of(IoOperation.Read);
        transfer.Take(new NativeResult(4000));

        Assert.Throws<InvalidOperationException>(() => transfer.Take(new NativeResult(97)));
        Assert.Equal(4000, transfer.Moved);
    }

    [Fact]
    public void Mistakes_in_the_description_are_refused()
    {
        IoRequest read = Of(IoOperation.Read).Next;

        Assert.Throws<ArgumentException>(() => new Transfer(read with { Operation = IoOperation.FlushAll }, 1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read, 0, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read, 3, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read, 1, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read, 1, Length + 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read with { Offset = 1 }, 512, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read with { Length = 511 }, 512, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Transfer(read with { Address = 65537 }, 512, 1));
    }

    private static Transfer Of(IoOperation operation, int alignment = 1, int needed = Length) => new(
        new IoRequest { Operation = operation, Offset = 8192, Address = 65536, Length = Length, Tag = 42 },
        alignment,
        needed);
}
