namespace Landspeed.Testing.Scheduling;

/// <summary>What woven code has in place of a <see cref="SemaphoreSlim"/>: its members that are used.</summary>
/// <param name="count">How many may pass at first.</param>
internal sealed class WovenSemaphore(int count) : IDisposable
{
    private readonly object _gate = new();
    private int _count = count;

    public int Release()
    {
        using var held = new WovenLock(_gate, "Release of a semaphore");
        WovenCalls.PulseAll(_gate, string.Empty);
        return _count++;
    }

    public void Wait()
    {
        using var held = new WovenLock(_gate, "Wait for a semaphore");
        while (_count == 0)
        {
            WovenCalls.Wait(_gate, "waits for a semaphore");
        }

        _count--;
    }

    public bool Wait(int milliseconds)
    {
        if (milliseconds != 0)
        {
            throw new NotSupportedException("only a look is modelled");
        }

        using var held = new WovenLock(_gate, "look at a semaphore");
        if (_count == 0)
        {
            return false;
        }

        _count--;
        return true;
    }

    public void Dispose()
    {
    }
}
