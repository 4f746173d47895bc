using Landspeed.Engine;
using Landspeed.Streams.Threading;

namespace Landspeed.Tests.Streams.Threading;

/// <summary>An operation that counts its ends, so that none is lost and none comes twice.</summary>
internal sealed class RecordedOperation : EngineOperation
{
    private readonly ManualResetEventSlim _ended = new();
    private int _ends;

    internal int Ends => Volatile.Read(ref _ends);

    internal override void OnCompleted()
    {
        Interlocked.Increment(ref _ends);
        _ended.Set();
    }

    /// <summary>A read of some bytes at an offset into native memory.</summary>
    internal static RecordedOperation Read(nint address, long offset = 0, int length = 512)
    {
        var operation = new RecordedOperation();
        operation.Prepare(address, offset, length);
        return operation;
    }

    internal void Prepare(nint address, long offset = 0, int length = 512) => PrepareTransfer(
        new IoRequest { Operation = IoOperation.Read, Address = address, Offset = offset, Length = length }, 1, 1);

    internal void WaitForEnd() => Assert.True(
        _ended.Wait(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken), "the operation never ended");
}
