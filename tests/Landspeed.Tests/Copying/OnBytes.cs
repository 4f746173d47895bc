using Landspeed.Copying;

namespace Landspeed.Tests.Copying;

/// <summary>Does something once so many bytes have moved, on the copy's own thread.</summary>
internal sealed class OnBytes(long bytes, Action action) : IProgress<CopyProgress>
{
    private bool _done;

    public void Report(CopyProgress value)
    {
        if (!_done && value.Bytes >= bytes)
        {
            _done = true;
            action();
        }
    }
}
