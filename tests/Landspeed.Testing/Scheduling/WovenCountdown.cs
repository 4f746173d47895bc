namespace Landspeed.Testing.Scheduling;

/// <summary>What woven code has in place of a <see cref="CountdownEvent"/>: its members that are used.</summary>
/// <param name="count">How many signals are to come.</param>
internal sealed class WovenCountdown(int count) : IDisposable
{
    private readonly object _gate = new();
    private int _count = count;

    public void AddCount()
    {
        using var held = new WovenLock(_gate, "AddCount");
        if (_count == 0)
        {
            throw new InvalidOperationException("the countdown has ended");
        }

        _count++;
    }

    public bool Signal()
    {
        using var held = new WovenLock(_gate, "Signal");
        if (_count == 0)
        {
            throw new InvalidOperationException("the countdown has ended");
        }

        _count--;
        WovenCalls.PulseAll(_gate, string.Empty);
        return _count == 0;
    }

    public void Wait()
    {
        using var held = new WovenLock(_gate, "Wait for a countdown");
        while (_count > 0)
        {
            WovenCalls.Wait(_gate, "waits for a countdown");
        }
    }

    public void Dispose()
    {
    }
}
